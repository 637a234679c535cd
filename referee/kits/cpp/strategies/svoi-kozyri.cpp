const std::string ORDER = "6789TJQKA";  // lowest first

int rank_of(const std::string& card) { return static_cast<int>(ORDER.find(card[0])); }

// What a card is worth to a player with this trump suit.
int price(const std::string& card, const std::string& trump) {
    return rank_of(card) + (card.substr(1) == trump ? 5 : 0);
}

// Whether it beats the top of the pile in the hand of a player with this trump suit.
bool beats(const std::string& card, const std::string& top, const std::string& trump) {
    return card[1] == top[1] ? rank_of(card) > rank_of(top) : card.substr(1) == trump;
}

// How good a move is. Put your own ideas here.
double worth(const std::string& verb, const Cards& cards, const Json& request) {
    Json view = request["view"];
    if (verb != "lead" && verb != "beat") return -100;  // taking cards is the last resort
    if (cards.size() == view["hand"].items().size()) return 1000;  // no cards left: this wins
    int seat = request["seat"].number();
    Cards trumps = view["trumps"].cards();
    const std::string &mine = trumps.at(seat), &theirs = trumps.at(1 - seat);
    int spent = 0, answer = 20;  // without an answer the opponent must take
    for (const std::string& card : cards) spent += price(card, mine);
    for (const std::string& card : view["opponent"].cards())
        if (beats(card, cards.back(), theirs)) answer = std::min(answer, price(card, theirs));
    return answer - spent;
}

const std::string ORDER = "6789JQKTA";  // lowest first: the ten is second only to the ace
const int POINTS[] = {0, 0, 0, 0, 2, 3, 4, 10, 11};

int points(const Cards& cards) {
    int sum = 0;
    for (const std::string& card : cards)
        if (size_t rank = ORDER.find(card[0]); rank < ORDER.size()) sum += POINTS[rank];
    return sum;
}

// What it costs to give these cards away: high ranks, and most of all trumps.
int price(const Cards& cards, const std::string& trump) {
    int sum = 0;
    for (const std::string& card : cards)
        sum += static_cast<int>(ORDER.find(card[0])) + (card.substr(1) == trump ? 12 : 0);
    return sum;
}

// How good a move is. Put your own ideas here.
double worth(const std::string& verb, const Cards& cards, const Json& request) {
    Json view = request["view"], best = view["best"];
    std::string trump = view["trump"].text();
    int count = static_cast<int>(cards.size());
    if (verb == "molodka") return 1;  // four cards of a suit are hard to beat; a pass is worth 0
    if (verb == "lead") return 14 * count - price(cards, trump);  // many cards are hard to beat
    if (best.is_null()) return 0;
    int played = static_cast<int>(view["table"].items().size());
    bool last = played == 3;  // nobody plays after us
    if (best["seat"].number() % 2 == request["seat"].number() % 2) {
        // Our partner holds the trick.
        int gift = last ? points(cards) : -points(cards);
        return gift - price(cards, trump) / 2.0 - (verb == "drop" ? 0 : 20);
    }
    if (verb == "beat") {
        int stake = points(best["cards"].cards()) + points(cards) + 4 * played * count;
        return stake * (last ? 1.5 : 1) - price(cards, trump);
    }
    return -2 * points(cards) - price(cards, trump);  // drop what costs least
}

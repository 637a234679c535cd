// 0 to 7 by rank, and 8 more for a trump.
int strength(const std::string& card, const std::string& trump) {
    static const std::string order = "789TAJQK";  // lowest first: the ace ranks below the jack
    return static_cast<int>(order.find(card[0])) + (card.substr(1) == trump ? 8 : 0);
}

// How good a move is. Put your own ideas here.
double worth(const std::string& verb, const Cards& cards, const Json& request) {
    Json view = request["view"];
    std::string trump = view["trump"].text(), led = view["led"].text();  // empty: it is our lead
    int sum = 0;
    if (verb == "stand" || verb == "refuse") {
        // Play with these cards; to propose and to accept is worth 0.
        for (const std::string& card : view["hand"].cards()) sum += strength(card, trump);
        return sum - 32;
    }
    if (verb == "discard") {
        // Keep trumps and kings.
        for (const std::string& card : cards) sum += strength(card, trump) < 7 ? 1 : -2;
        return sum;
    }
    if (verb == "card") {
        const std::string& card = cards.at(0);
        int power = strength(card, trump);
        int announced = cards.size() > 1;  // the king of trumps is worth a point
        if (led.empty()) return power + announced;
        bool wins = card[1] == led[1] ? power > strength(led, trump) : card.substr(1) == trump;
        return (wins ? 20 : 0) - power + announced;  // win cheaply, or lose little
    }
    return 0;
}

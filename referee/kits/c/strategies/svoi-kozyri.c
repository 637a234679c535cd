int rank_of(const char *card) {
    static const char order[] = "6789TJQKA"; /* lowest first */
    const char *found = strchr(order, card[0]);
    return found && *found ? (int)(found - order) : 0;
}

/* What a card is worth to a player with this trump suit. */
int price(const char *card, char trump) {
    return rank_of(card) + (card[1] == trump ? 5 : 0);
}

/* Whether it beats the top of the pile in the hand of a player with this trump suit. */
int beats(const char *card, const char *top, char trump) {
    return card[1] == top[1] ? rank_of(card) > rank_of(top) : card[1] == trump;
}

/* How good a move is. Put your own ideas here. */
double worth(const char *verb, const struct cards *cards, const char *request) {
    const char *view = get(request, "view");
    int seat = get_number(request, "seat"), spent = 0, answer = 0;
    if ((strcmp(verb, "lead") && strcmp(verb, "beat")) || cards->count == 0)
        return -100; /* taking cards is the last resort */
    if (cards->count == length(get(view, "hand"))) return 1000; /* no cards left: this wins */
    struct cards trumps = get_cards(view, "trumps"), opponent = get_cards(view, "opponent");
    char mine = trumps.card[seat][0], theirs = trumps.card[1 - seat][0];
    const char *top = cards->card[cards->count - 1];
    for (int i = 0; i < cards->count; i++) spent += price(cards->card[i], mine);
    for (int i = 0; i < opponent.count; i++) {
        const char *card = opponent.card[i];
        if (beats(card, top, theirs) && (!answer || price(card, theirs) + 1 < answer))
            answer = price(card, theirs) + 1; /* the cheapest, and 0 for none */
    }
    return (answer ? answer - 1 : 20) - spent; /* without an answer the opponent must take */
}

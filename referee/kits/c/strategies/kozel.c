int rank_of(const char *card) {
    static const char order[] = "6789JQKTA"; /* lowest first: the ten is second only to the ace */
    const char *found = strchr(order, card[0]);
    return found && *found ? (int)(found - order) : 0;
}

int points(const struct cards *cards) {
    static const int worth_of[] = {0, 0, 0, 0, 2, 3, 4, 10, 11};
    int sum = 0;
    for (int i = 0; i < cards->count; i++) sum += worth_of[rank_of(cards->card[i])];
    return sum;
}

/* What it costs to give these cards away: high ranks, and most of all trumps. */
int price(const struct cards *cards, char trump) {
    int sum = 0;
    for (int i = 0; i < cards->count; i++)
        sum += rank_of(cards->card[i]) + (cards->card[i][1] == trump ? 12 : 0);
    return sum;
}

/* How good a move is. Put your own ideas here. */
double worth(const char *verb, const struct cards *cards, const char *request) {
    const char *view = get(request, "view"), *best = get(view, "best");
    char trump[MAX_WORD];
    read_text(get(view, "trump"), trump);
    if (!strcmp(verb, "molodka")) return 1; /* hard to beat; a pass is worth 0 */
    if (!strcmp(verb, "lead"))
        return 14 * cards->count - price(cards, *trump); /* many cards are hard to beat */
    if (!best || *best != '{') return 0;
    int played = length(get(view, "table"));
    int last = played == 3; /* nobody plays after us */
    if (get_number(best, "seat") % 2 == get_number(request, "seat") % 2) {
        /* Our partner holds the trick. */
        int gift = last ? points(cards) : -points(cards);
        return gift - price(cards, *trump) / 2.0 - (strcmp(verb, "drop") ? 20 : 0);
    }
    if (!strcmp(verb, "beat")) {
        struct cards beaten = get_cards(best, "cards");
        int stake = points(&beaten) + points(cards) + 4 * played * cards->count;
        return stake * (last ? 1.5 : 1) - price(cards, *trump);
    }
    return -2 * points(cards) - price(cards, *trump); /* drop what costs least */
}

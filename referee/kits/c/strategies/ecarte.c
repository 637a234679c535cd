/* 0 to 7 by rank, and 8 more for a trump. */
int strength(const char *card, char trump) {
    static const char order[] = "789TAJQK"; /* lowest first: the ace ranks below the jack */
    const char *found = strchr(order, card[0]);
    return (found && *found ? (int)(found - order) : 0) + (card[1] == trump ? 8 : 0);
}

/* How good a move is. Put your own ideas here. */
double worth(const char *verb, const struct cards *cards, const char *request) {
    const char *view = get(request, "view");
    char trump[MAX_WORD], led[MAX_WORD];
    read_text(get(view, "trump"), trump);
    read_text(get(view, "led"), led); /* empty if it is our lead */
    if (!strcmp(verb, "stand") || !strcmp(verb, "refuse")) {
        /* Play with these cards; to propose and to accept is worth 0. */
        struct cards hand = get_cards(view, "hand");
        int sum = 0;
        for (int i = 0; i < hand.count; i++) sum += strength(hand.card[i], *trump);
        return sum - 32;
    }
    if (!strcmp(verb, "discard")) {
        /* Keep trumps and kings. */
        int sum = 0;
        for (int i = 0; i < cards->count; i++)
            sum += strength(cards->card[i], *trump) < 7 ? 1 : -2;
        return sum;
    }
    if (!strcmp(verb, "card")) {
        const char *card = cards->card[0];
        int power = strength(card, *trump);
        int announced = cards->count > 1; /* the king of trumps is worth a point */
        if (!*led) return power + announced;
        int wins = card[1] == led[1] ? power > strength(led, *trump) : card[1] == *trump;
        return (wins ? 20 : 0) - power + announced; /* win cheaply, or lose little */
    }
    return 0;
}

    static int rank(String card) {
        return "6789TJQKA".indexOf(card.charAt(0)); // lowest first
    }

    /** What a card is worth to a player with this trump suit. */
    static int price(String card, String trump) {
        return rank(card) + (card.substring(1).equals(trump) ? 5 : 0);
    }

    /** Whether it beats the top of the pile in the hand of a player with this trump suit. */
    static boolean beats(String card, String top, String trump) {
        String suit = card.substring(1);
        return suit.equals(top.substring(1)) ? rank(card) > rank(top) : suit.equals(trump);
    }

    /** How good a move is. Put your own ideas here. */
    static double worth(String verb, List<String> cards, Json request) {
        Json view = request.get("view");
        if (!verb.equals("lead") && !verb.equals("beat")) return -100; // to take is the last resort
        if (cards.size() == view.get("hand").items().size()) return 1000; // this wins
        int seat = request.get("seat").number();
        List<String> trumps = view.get("trumps").cards();
        String mine = trumps.get(seat);
        String theirs = trumps.get(1 - seat);
        String top = cards.get(cards.size() - 1);
        int spent = cards.stream().mapToInt(card -> price(card, mine)).sum();
        int answer = 20; // without an answer the opponent must take
        for (String card : view.get("opponent").cards()) {
            if (beats(card, top, theirs)) answer = Math.min(answer, price(card, theirs));
        }
        return answer - spent;
    }

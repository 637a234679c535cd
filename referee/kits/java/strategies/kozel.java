    static final String ORDER = "6789JQKTA"; // lowest first: the ten is second only to the ace
    static final int[] POINTS = {0, 0, 0, 0, 2, 3, 4, 10, 11};

    static int rank(String card) {
        return Math.max(0, ORDER.indexOf(card.charAt(0)));
    }

    static int points(List<String> cards) {
        return cards.stream().mapToInt(card -> POINTS[rank(card)]).sum();
    }

    /** What it costs to give these cards away: high ranks, and most of all trumps. */
    static int price(List<String> cards, String trump) {
        return cards.stream().mapToInt(card -> rank(card) + (card.endsWith(trump) ? 12 : 0)).sum();
    }

    /** How good a move is. Put your own ideas here. */
    static double worth(String verb, List<String> cards, Json request) {
        Json view = request.get("view");
        Json best = view.get("best");
        int cost = price(cards, view.get("trump").text());
        if (verb.equals("molodka")) return 1; // hard to beat; a pass is worth 0
        if (verb.equals("lead")) return 14 * cards.size() - cost; // many cards are hard to beat
        if (best.isNull()) return 0;
        int played = view.get("table").items().size();
        boolean last = played == 3; // nobody plays after us
        if (best.get("seat").number() % 2 == request.get("seat").number() % 2) {
            // Our partner holds the trick.
            int gift = last ? points(cards) : -points(cards);
            return gift - cost / 2.0 - (verb.equals("drop") ? 0 : 20);
        }
        if (verb.equals("beat")) {
            int beaten = points(best.get("cards").cards());
            int stake = beaten + points(cards) + 4 * played * cards.size();
            return stake * (last ? 1.5 : 1) - cost;
        }
        return -2 * points(cards) - cost; // drop what costs least
    }

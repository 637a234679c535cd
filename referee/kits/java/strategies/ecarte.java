    /** 0 to 7 by rank, and 8 more for a trump. */
    static int strength(String card, String trump) {
        int rank = "789TAJQK".indexOf(card.charAt(0)); // the ace ranks below the jack
        return rank + (card.substring(1).equals(trump) ? 8 : 0);
    }

    /** How good a move is. Put your own ideas here. */
    static double worth(String verb, List<String> cards, Json request) {
        Json view = request.get("view");
        String trump = view.get("trump").text();
        String led = view.get("led").text(); // empty if it is our lead
        switch (verb) {
            case "stand", "refuse" -> { // play with these cards; to propose and to accept is worth 0
                List<String> hand = view.get("hand").cards();
                return hand.stream().mapToInt(card -> strength(card, trump)).sum() - 32;
            }
            case "discard" -> { // keep trumps and kings
                return cards.stream().mapToInt(card -> strength(card, trump) < 7 ? 1 : -2).sum();
            }
            case "card" -> {
                String card = cards.get(0);
                int power = strength(card, trump);
                int announced = cards.size() - 1; // the king of trumps is worth a point
                if (led.isEmpty()) return power + announced;
                String suit = card.substring(1);
                boolean follows = suit.equals(led.substring(1));
                boolean wins = follows ? power > strength(led, trump) : suit.equals(trump);
                return (wins ? 20 : 0) - power + announced; // win cheaply, or lose little
            }
            default -> {
                return 0;
            }
        }
    }

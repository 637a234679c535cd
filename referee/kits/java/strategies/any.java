    /**
     * How good a move is. Put your ideas here: until then the first legal move is played.
     * request.get("view") is everything that you may know.
     */
    static double worth(String verb, List<String> cards, Json request) {
        return 0;
    }

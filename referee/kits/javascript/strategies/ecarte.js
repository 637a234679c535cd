const ORDER = "789TAJQK"; // lowest first: the ace ranks below the jack

/**
 * 0 to 7 by rank, and 8 more for a trump.
 * @param {string} card
 * @param {string} trump
 */
function strength(card, trump) {
  return ORDER.indexOf(card[0]) + (card[1] === trump ? 8 : 0);
}

/**
 * How good a move is. Put your own ideas here.
 * @param {string} move
 * @param {MoveRequest} request
 * @returns {number}
 */
function worth(move, request) {
  const { hand, led, trump } = request.view;
  const [verb, ...cards] = move.split(" ");
  if (verb === "stand" || verb === "refuse") {
    // Play with these cards; to propose and to accept is worth 0.
    return hand.reduce((sum, card) => sum + strength(card, trump), 0) - 32;
  }
  if (verb === "discard") {
    // Keep trumps and kings.
    return cards.reduce((sum, card) => sum + (strength(card, trump) < 7 ? 1 : -2), 0);
  }
  if (verb === "card") {
    const power = strength(cards[0], trump);
    const announced = cards[1] === "king" ? 1 : 0; // the king of trumps is worth a point
    if (led === null) return power + announced;
    const follows = cards[0][1] === led[1];
    const wins = follows ? power > strength(led, trump) : cards[0][1] === trump;
    return (wins ? 20 : 0) - power + announced; // win cheaply, or lose little
  }
  return 0;
}

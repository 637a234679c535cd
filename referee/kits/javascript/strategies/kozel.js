const ORDER = "6789JQKTA"; // lowest first: the ten is second only to the ace
/** @type {Record<string, number>} */
const POINTS = { J: 2, Q: 3, K: 4, T: 10, A: 11 };

/** @param {string[]} cards */
function points(cards) {
  return cards.reduce((sum, card) => sum + (POINTS[card[0]] ?? 0), 0);
}

/**
 * What it costs to give these cards away: high ranks, and most of all trumps.
 * @param {string[]} cards
 * @param {string} trump
 */
function price(cards, trump) {
  return cards.reduce((sum, [rank, suit]) => sum + ORDER.indexOf(rank) + (suit === trump ? 12 : 0), 0);
}

/**
 * How good a move is. Put your own ideas here.
 * @param {string} move
 * @param {MoveRequest} request
 * @returns {number}
 */
function worth(move, request) {
  const { best, table, trump } = request.view;
  const [verb, ...cards] = move.split(" ");
  if (verb === "molodka") return 1; // four cards of a suit are hard to beat; a pass is worth 0
  if (verb === "lead") return 14 * cards.length - price(cards, trump); // many are hard to beat
  if (best === null) return 0;
  const last = table.length === 3; // nobody plays after us
  if (best.seat % 2 === request.seat % 2) {
    // Our partner holds the trick.
    const gift = last ? points(cards) : -points(cards);
    return gift - price(cards, trump) / 2 - (verb === "drop" ? 0 : 20);
  }
  if (verb === "beat") {
    const stake = points(best.cards) + points(cards) + 4 * table.length * cards.length;
    return stake * (last ? 1.5 : 1) - price(cards, trump);
  }
  return -2 * points(cards) - price(cards, trump); // drop what costs least
}

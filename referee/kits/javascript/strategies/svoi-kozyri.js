const ORDER = "6789TJQKA"; // lowest first

/**
 * Whether a card beats the top of the pile in the hand of a player with this trump suit.
 * @param {string} card
 * @param {string} top
 * @param {string | null} trump
 */
function beats(card, top, trump) {
  if (card[1] === top[1]) return ORDER.indexOf(card[0]) > ORDER.indexOf(top[0]);
  return card[1] === trump;
}

/**
 * What a card is worth to a player with this trump suit.
 * @param {string} card
 * @param {string | null} trump
 */
function price(card, trump) {
  return ORDER.indexOf(card[0]) + (card[1] === trump ? 5 : 0);
}

/**
 * How good a move is. Put your own ideas here.
 * @param {string} move
 * @param {MoveRequest} request
 * @returns {number}
 */
function worth(move, request) {
  const { hand, opponent, trumps } = request.view;
  const [verb, ...cards] = move.split(" ");
  if (verb !== "lead" && verb !== "beat") return -100; // taking cards is the last resort
  if (cards.length === hand.length) return 1000; // no cards left: this wins
  const mine = trumps[request.seat];
  const theirs = trumps[1 - request.seat];
  const top = cards[cards.length - 1];
  const spent = cards.reduce((sum, card) => sum + price(card, mine), 0);
  const answers = opponent.filter((card) => beats(card, top, theirs));
  if (answers.length === 0) return 20 - spent; // the opponent must take
  return Math.min(...answers.map((card) => price(card, theirs))) - spent;
}

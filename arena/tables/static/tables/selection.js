// Which legal moves fit the selected cards. Pure: it knows moves only as texts, "verb cards…".

const CARD = /^[6-9TJQKA][CDHS]$/;

/** A legal move: {text, verb, cards, extra, key}. Moves with the same `key` share a button. */
export function parsed(text) {
  const [verb, ...rest] = text.split(" ");
  const cards = rest.filter((word) => CARD.test(word));
  const extra = rest.filter((word) => !CARD.test(word)).join(" ") || null;
  return { text, verb, cards, extra, key: extra ? `${verb} ${extra}` : verb };
}

const includes = (move, cards) => cards.every((card) => move.cards.includes(card));
const equals = (move, cards) => move.cards.length === cards.length && includes(move, cards);

/** The moves that a selection can still become. */
export const open = (moves, selection) => moves.filter((move) => includes(move, selection));

/**
 * What a tap on `card` makes of the selection, or null if it cannot be selected. The card is added;
 * or, where the selection is a whole move already, it replaces the card selected last.
 */
export function withCard(moves, selection, card) {
  const more = [...selection, card];
  if (open(moves, more).length) return more;
  if (!moves.some((move) => equals(move, selection))) return null;
  const other = [...selection.slice(0, -1), card];
  return open(moves, other).length ? other : null;
}

/** Whether `card` fits the selection: it can be added, or nothing can and it can be exchanged. */
export function fits(moves, selection, card) {
  if (open(moves, [...selection, card]).length) return true;
  return !extensible(moves, selection) && withCard(moves, selection, card) !== null;
}

/** As much of an older selection as still fits a move. */
export function surviving(moves, selection, hand) {
  const held = selection.filter((card) => hand.includes(card));
  while (held.length && !open(moves, held).length) held.pop();
  return held;
}

/**
 * The move of each button that the selection is exactly: {key: move}. Where the order of the cards
 * makes two moves, it is the order of the selection, if that is legal.
 */
export function complete(moves, selection) {
  const found = {};
  for (const move of moves) {
    if (!equals(move, selection)) continue;
    const inOrder = move.cards.every((card, at) => card === selection[at]);
    if (!found[move.key] || inOrder) found[move.key] = move;
  }
  return found;
}

/** Whether more cards could be added to the selection. */
export const extensible = (moves, selection) =>
  moves.some((move) => move.cards.length > selection.length && includes(move, selection));

/** The buttons of a question: {key: moves}, in the order in which the moves are listed. */
export function byKey(moves) {
  const groups = new Map();
  for (const move of moves) {
    if (!groups.has(move.key)) groups.set(move.key, []);
    groups.get(move.key).push(move);
  }
  return groups;
}

/**
 * Where the order of the cards matters: which selected card comes first, or null. While the move is
 * not complete, it is the card selected first, if that can be first.
 */
export function firstOf(moves, selection) {
  if (!selection.length) return null;
  const whole = Object.values(complete(moves, selection)).find((move) => move.cards.length > 1);
  if (whole) return whole.cards[0];
  return moves.some((move) => move.cards.length > 1 && move.cards[0] === selection[0]) ? selection[0] : null;
}

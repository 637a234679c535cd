// The deal of High Card.

import { DECK36, Stream } from "../shuffle.js";

/** What the game with this seed looks like before its first move, by the keys of a view. */
export async function deal(seed, number, { cards: count = 3 }) {
  const cards = await new Stream(seed, 0).shuffle(DECK36);
  const hands = [0, 1].map((seat) => cards.slice(0, 2 * count).filter((_, at) => at % 2 === seat));
  return { hands, stock: cards.slice(2 * count) };
}

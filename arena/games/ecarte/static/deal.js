// The deals of Écarté (docs/2-rules.md).

import { DECK32, SETUP, Stream } from "../shuffle.js";

/** What deal `number` of a game seed looks like before its first move, by the keys of a view. */
export async function deal(seed, number) {
  const dealer = ((await new Stream(seed, SETUP).below(2)) + number) % 2;
  const cards = await new Stream(seed, number).shuffle(DECK32);
  const first = [...cards.slice(0, 3), ...cards.slice(6, 8)];
  const second = [...cards.slice(3, 6), ...cards.slice(8, 10)];
  return { dealer, hands: dealer ? [first, second] : [second, first], turned: cards[10], stock: cards.slice(11) };
}

// The deals of Kozel (docs/2-rules.md).

import { DECK36, SETUP, Stream } from "../shuffle.js";

/** What deal `number` of a game seed looks like before its first move, by the keys of a view. */
export async function deal(seed, number, { trump_card: place = "random" }) {
  const dealer = ((await new Stream(seed, SETUP).below(4)) + number) % 4;
  const stream = new Stream(seed, number);
  const cards = await stream.shuffle(DECK36);
  const hands = [[], [], [], []];
  for (let i = 0; i < 16; i++) hands[(dealer + 1 + i) % 4].push(cards[i]);
  const stock = cards.slice(16);
  return { dealer, hands, stock, exposed: stock[place === "bottom" ? 19 : await stream.below(20)] };
}

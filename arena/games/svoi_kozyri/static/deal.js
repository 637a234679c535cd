// The deal of Svoi Kozyri (docs/2-rules.md).

import { DECK36, SETUP, Stream, SUITS } from "../shuffle.js";

/**
 * What the game with this seed looks like before its first move, by the keys of a view. Trumps
 * that the players chose are taken from `view`.
 */
export async function deal(seed, number, { trumps: how = "random", deal: kind = "random" }, view) {
  let trumps = view.trumps;
  if (how === "fixed") trumps = ["S", "H"];
  if (how === "random") {
    const setup = new Stream(seed, SETUP);
    const first = SUITS[await setup.below(4)];
    trumps = [first, [...SUITS].filter((suit) => suit !== first)[await setup.below(3)]];
  }
  const cards = await new Stream(seed, 0).shuffle(DECK36);
  const hands = [cards.filter((_, at) => at % 2 === 0), cards.filter((_, at) => at % 2 === 1)];
  return { trumps, hands: kind === "mirror" ? mirrored(cards.slice(0, 18), trumps) : hands };
}

/** Hands that mirror each other: for each card of one suit the other player holds its twin. */
function mirrored(half, [first, second]) {
  const [third, fourth] = [...SUITS].filter((suit) => suit !== first && suit !== second);
  const twin = { [first]: second, [second]: first, [third]: fourth, [fourth]: third };
  const mine = half.filter((card) => card[1] === first || card[1] === third);
  const yours = mine.map((card) => card[0] + twin[card[1]]);
  const rest = DECK36.filter((card) => !mine.includes(card) && !yours.includes(card));
  const own = rest.filter((card) => card[1] === second || card[1] === fourth);
  return [[...mine, ...own], [...yours, ...rest.filter((card) => !own.includes(card))]];
}

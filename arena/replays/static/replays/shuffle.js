// The deals of a seed, computed as docs/2-rules.md says, with the browser's own SHA-256.

const SUITS = "CDHS";
const DECK36 = deck("6789TJQKA");
const DECK32 = deck("789TJQKA");
const SETUP = 2 ** 32 - 1; // the stream of what is drawn once a game

function deck(ranks) {
  return [...SUITS].flatMap((suit) => [...ranks].map((rank) => rank + suit));
}

const be32 = (number) => {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, number);
  return bytes;
};

export const bytes = (hex) => Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));
export const hex = (data) => [...data].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export async function sha256(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest("SHA-256", whole));
}

export const pairSeed = (matchSeed, pair) => sha256(matchSeed, be32(pair));

/** Stream `number` of a seed: draws that anyone can repeat. */
class Stream {
  constructor(seed, number) {
    Object.assign(this, { seed, number, block: 0, words: [] });
  }

  async word() {
    if (!this.words.length) {
      const data = new DataView((await sha256(this.seed, be32(this.number), be32(this.block++))).buffer);
      this.words = Array.from({ length: 8 }, (_, at) => data.getUint32(4 * at));
    }
    return this.words.shift();
  }

  async below(bound) {
    const limit = 2 ** 32 - (2 ** 32 % bound);
    for (;;) {
      const word = await this.word();
      if (word < limit) return word % bound;
    }
  }

  async shuffle(items) {
    const cards = [...items];
    for (let i = cards.length - 1; i > 0; i--) {
      const j = await this.below(i + 1);
      [cards[i], cards[j]] = [cards[j], cards[i]];
    }
    return cards;
  }
}

/** What deal `number` of a game seed looks like before its first move, by the keys of a view. */
export const DEALS = {
  async kozel(seed, number, { trump_card: place = "random" }) {
    const dealer = ((await new Stream(seed, SETUP).below(4)) + number) % 4;
    const stream = new Stream(seed, number);
    const cards = await stream.shuffle(DECK36);
    const hands = [[], [], [], []];
    for (let i = 0; i < 16; i++) hands[(dealer + 1 + i) % 4].push(cards[i]);
    const stock = cards.slice(16);
    return { dealer, hands, stock, exposed: stock[place === "bottom" ? 19 : await stream.below(20)] };
  },

  async ecarte(seed, number) {
    const dealer = ((await new Stream(seed, SETUP).below(2)) + number) % 2;
    const cards = await new Stream(seed, number).shuffle(DECK32);
    const first = [...cards.slice(0, 3), ...cards.slice(6, 8)];
    const second = [...cards.slice(3, 6), ...cards.slice(8, 10)];
    return { dealer, hands: dealer ? [first, second] : [second, first], turned: cards[10], stock: cards.slice(11) };
  },

  async "svoi-kozyri"(seed, number, { trumps: how = "random", deal = "random" }, view) {
    let trumps = view.trumps; // chosen by the players
    if (how === "fixed") trumps = ["S", "H"];
    if (how === "random") {
      const setup = new Stream(seed, SETUP);
      const first = SUITS[await setup.below(4)];
      trumps = [first, [...SUITS].filter((suit) => suit !== first)[await setup.below(3)]];
    }
    const cards = await new Stream(seed, 0).shuffle(DECK36);
    const hands = [cards.filter((_, at) => at % 2 === 0), cards.filter((_, at) => at % 2 === 1)];
    return { trumps, hands: deal === "mirror" ? mirrored(cards.slice(0, 18), trumps) : hands };
  },
};

/** Mirrored hands: each suit's cards are answered by the other player's matching suit. */
function mirrored(half, [first, second]) {
  const [third, fourth] = [...SUITS].filter((suit) => suit !== first && suit !== second);
  const match = { [first]: second, [second]: first, [third]: fourth, [fourth]: third };
  const mine = half.filter((card) => card[1] === first || card[1] === third);
  const yours = mine.map((card) => card[0] + match[card[1]]);
  const rest = DECK36.filter((card) => !mine.includes(card) && !yours.includes(card));
  const own = rest.filter((card) => card[1] === second || card[1] === fourth);
  return [[...mine, ...own], [...yours, ...rest.filter((card) => !own.includes(card))]];
}

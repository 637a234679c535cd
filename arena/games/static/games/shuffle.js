// Shuffles that follow from a seed as docs/2-rules.md says, with the browser's own SHA-256.

export const SUITS = "CDHS";
export const DECK36 = deck("6789TJQKA");
export const DECK32 = deck("789TJQKA");
export const SETUP = 2 ** 32 - 1; // the stream for what is drawn once a game

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
export class Stream {
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

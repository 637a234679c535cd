// Draws, names and sorts cards.

import { el, svg } from "./dom.js";
import { setup, text } from "./setup.js";

const SUITS = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };
// Black and red alternate, so that neighbours differ.
const HAND_ORDER = "SHCD";

/** The name of a card, for screen readers. */
export const called = (card) => setup.cards[card];

/**
 * A card on the table: `card` is its name, or null for its back.
 * `marks` are class names: fresh (just laid), best (winning), dropped (lies face down), taken…
 */
export function drawn(card, ...marks) {
  const name = card === null ? text("hidden card") : called(card);
  return el(
    "span",
    { class: ["playing", ...marks].filter(Boolean).join(" ") },
    svg(
      "svg",
      { class: "playing-card", viewBox: "0 0 100 140", role: "img", "aria-label": name },
      svg("title", {}, name),
      svg("use", { href: `${setup.sprite}#${card ?? "back"}` }),
    ),
  );
}

/** Cards side by side; they overlap if there is too little room. `marks` gives a card's class names. */
export function row(cards, marks = () => []) {
  return el(
    "span",
    { class: "cards" },
    cards.map((card, index) => drawn(card, ...marks(card, index))),
  );
}

/** `count` backs. */
export const backs = (count, ...marks) => row(Array(count).fill(null), () => marks);

export function pip(suit) {
  return svg(
    "svg",
    { class: `pip ${SUITS[suit]}`, viewBox: "0 0 22 22", role: "img", "aria-label": setup.suits[suit] },
    svg("use", { href: `${setup.sprite}#${suit}` }),
  );
}

/** A card in running text: its rank and the pip of its suit. */
export function inline(card) {
  const rank = card[0] === "T" ? "10" : card[0];
  return el("span", { class: "inline-card", "data-card": card }, el("b", {}, rank), pip(card[1]));
}

/** A hand sorted by suit, highest cards first; `first` is the suit to start with. */
export function sorted(cards, first = null) {
  const suits = [first, ...HAND_ORDER].filter((s, i, all) => s && all.indexOf(s) === i);
  const place = (card) => suits.indexOf(card[1]) * 20 - setup.ranking.indexOf(card[0]);
  return [...cards].sort((a, b) => place(a) - place(b));
}

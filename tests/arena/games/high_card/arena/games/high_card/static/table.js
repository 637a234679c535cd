// The table of High Card: two hands, and the trick between them.

import { drawn } from "../cards.js";
import { el } from "../dom.js";
import { text } from "../setup.js";
import { handOf, heap, item, phrase, seatAt } from "../table.js";

const verb = (move) => move.text.split(" ")[0];
const cardOf = (move) => move.text.split(" ")[1];

/** The trick that `move` completed. */
export function finished(before, move, after) {
  if (!before.led) return null;
  const taker = after.tricks[0] > before.tricks[0] ? 0 : 1;
  return { cards: [before.led, cardOf(move)], taker };
}

export const closing = () => null; // a game is one deal
export const outcome = () => "";
export const words = (move) => phrase(verb(move), [cardOf(move)]);
/** The columns of the buttons of a played table. */
export const ACTIONS = [["card"]];

export const CHART = "tricks chart";
export const counts = ({ view }) => view.tricks;
export const turn = () => null;
export const spoken = () => false;
export const status = () => [];
export const score = ({ view }, side) => [item("tricks", view.tricks[side])];

export function table({ step, viewpoint, bottom, ...context }) {
  const { view, trick } = step;
  const seats = [
    ["top", 1 - bottom],
    ["bottom", bottom],
  ].map(([place, seat]) => {
    const known = view.hands ? view.hands[seat] : seat === viewpoint ? view.hand : null;
    const cards = known ?? 3 - Math.ceil(view.played.length / 2);
    return seatAt(place, seat, { step, ...context }, handOf(cards));
  });
  const laid = trick?.cards ?? (view.led ? [view.led] : []);
  const stock = Array.isArray(view.stock) ? view.stock.length : view.stock;
  return el(
    "div",
    { class: "felt duel high-card" },
    seats,
    el("div", { class: "middle" }, laid.map((card) => drawn(card)), heap(stock, text("stock", { count: stock }))),
  );
}

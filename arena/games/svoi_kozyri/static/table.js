// The table of Svoi Kozyri: two open hands and the pile between them.

import { pip, row, sorted } from "../cards.js";
import { el } from "../dom.js";
import { text } from "../setup.js";
import { item, phrase, seatAt } from "../table.js";

export const finished = () => null;
export const closing = () => null; // a game is one deal
export const outcome = () => "";

export function words(move, { before, view }) {
  const [verb, ...cards] = move.text.split(" ");
  if (verb === "take") return [text("take", { count: before.pile.length - view.pile.length })];
  if (verb === "trump") return [text("choose trump"), " ", pip(cards[0])];
  return phrase(verb, cards);
}

/** The columns of the buttons: moves that never come together share a place. */
export const ACTIONS = [["lead", "beat", "trump C"], ["take", "trump D"], ["trump H"], ["trump S"]];

/** Verbs whose cards have an order. */
export const ORDERED = ["beat"];

export const trumpOf = (view, seat) => view.trumps[seat];

/** The cards that beat the top card. */
export const beaters = (legal) => legal.filter(({ verb }) => verb === "beat").map(({ cards }) => cards[0]);

export const CHART = "cards chart";
export const counts = ({ view }, viewpoint) => hands(view, viewpoint).map((cards) => cards.length);

/** The button for the next trick in other games goes to the next pick-up here. */
export const MILESTONE = "pick-up";
export const milestone = ({ move }) => move?.text === "take";
export const turn = ({ seat }) => seat ?? null;

export const spoken = (move) => /^(take|trump)/.test(move.text);

const hands = (view, viewpoint) => {
  if (view.hands) return view.hands;
  return viewpoint === 0 ? [view.hand, view.opponent] : [view.opponent, view.hand];
};

export function status({ view }, viewpoint, game) {
  return [
    item("ply", `${view.ply} / ${game.options.max_plies ?? 300}`),
    view.repetition > 1 ? item("repetition", view.repetition) : null,
  ];
}

export function score({ view }, side, game, viewpoint) {
  return [
    view.trumps[side] ? item("trump", pip(view.trumps[side])) : null,
    item("cards", hands(view, viewpoint)[side].length),
  ];
}

/** A hand by suits, the own trumps first. */
function bySuit(cards, trump, fresh) {
  const order = sorted(cards, trump);
  const suits = [...new Set(order.map((card) => card[1]))];
  return el(
    "span",
    { class: cards.length > 20 ? "suits many" : "suits" },
    suits.map((suit) => {
      const held = order.filter((card) => card[1] === suit);
      const group = row(held, (card) => [fresh.has(card) && "fresh"]);
      group.style.setProperty("--count", held.length);
      if (suit === trump) group.classList.add("trumps");
      return group;
    }),
  );
}

export function table(context) {
  const { step, viewpoint, bottom, turn } = context;
  const { view, before, move } = step;
  const now = hands(view, viewpoint);
  const earlier = before && hands(before, viewpoint);

  const seat = (place, owner) => {
    // A hand that was empty has been dealt.
    const taken = earlier?.[owner].length ? now[owner].filter((card) => !earlier[owner].includes(card)) : [];
    return seatAt(place, owner, context, bySuit(now[owner], view.trumps[owner], new Set(taken)));
  };

  // The new cards are those above the previous top.
  const lying = before ? before.pile.length : view.pile.length;
  const kept = view.pile.length - view.take;
  const pile = row(view.pile, (_, index) => [
    index >= kept && turn !== null && "taken",
    move && index >= lying && "laid",
    index === view.pile.length - 1 && "top",
  ]);
  return el(
    "div",
    { class: "felt duel svoi" },
    seat("top", 1 - bottom),
    el(
      "div",
      { class: "middle pile" },
      view.pile.length ? pile : el("span", { class: "nothing" }, text(view.phase === "choose" ? "choosing" : "empty pile")),
      view.take && turn !== null
        ? el("span", { class: "tag" }, text("would take", { side: "AB"[turn], count: view.take }))
        : null,
    ),
    seat("bottom", bottom),
  );
}

// Shared by the tables of all games: seats, names, speech, piles and scores.

import { backs, drawn, inline, pip, row, sorted } from "./cards.js";
import { el } from "./dom.js";
import { text } from "./setup.js";

/** The side of a seat as a small coloured mark that is also a letter. */
export const sideMark = (side) => el("span", { class: `side side${side}` }, "AB"[side]);

/** A verb and cards, as in the move list and in speech. */
export const phrase = (key, cards = []) => [text(key), ...cards.flatMap((card) => [" ", inline(card)])];

/**
 * A seat: its name, who is to act, what it just said, and its hand.
 * `place` is the grid area, `extra` more elements beside the name.
 *
 * At a table that is being played, `context` also has `ownHand`, the seat whose hand the page shows
 * elsewhere, `beside(seat)`, more elements beside a name, and `bubble(seat)`, what a person said.
 */
export function seatAt(place, seat, context, hand, ...extra) {
  const { game, step, turn, rules, ownHand, beside, bubble } = context;
  const told = step.move?.seat === seat && rules.spoken(step.move) ? rules.words(step.move, step) : null;
  const said = bubble?.(seat) ?? told;
  const name = game.names?.[seat] ?? game.sides[seat % 2];
  return el(
    "div",
    { class: `seat ${place}${turn === seat ? " turn" : ""}` },
    el(
      "div",
      { class: "line" },
      el(
        "div",
        { class: "label" },
        sideMark(seat % 2),
        // Without the owner: there is little room, and the score line shows the full name.
        el("span", { class: "who", title: name }, name.split("/").at(-1)),
        game.seats > 2 ? el("span", { class: "seat-number" }, text("seat", { seat })) : null,
        ...extra,
        ...(beside?.(seat) ?? []),
      ),
      said && el("div", { class: "speech" }, said),
    ),
    ownHand === seat ? null : hand,
  );
}

/** Face-down cards as a small heap with their number. */
export function heap(count, label, card = null) {
  return el(
    "div",
    { class: "heap" },
    count ? drawn(card, count > 1 && "many") : el("span", { class: "playing gone" }),
    el("span", { class: "count" }, label),
  );
}

/** A hand: face up where `cards` is a list, backs where it is a number. `known` are cards that were seen. */
export function handOf(cards, { first = null, fresh = new Set(), known = [] } = {}) {
  if (Array.isArray(cards)) {
    return row(sorted(cards, first), (card) => [fresh.has(card) && "fresh"]);
  }
  if (!known.length) return backs(cards);
  return el(
    "span",
    { class: "cards" },
    known.map((card) => drawn(card, "known")),
    Array.from({ length: cards - known.length }, () => drawn(null)),
  );
}

/** A number out of `limit` as filled pegs, also readable as text. */
export function pegs(count, limit) {
  return el(
    "span",
    { class: "pegs", role: "img", "aria-label": `${count} / ${limit}` },
    Array.from({ length: limit }, (_, index) => el("i", { class: index < count ? "in" : null })),
  );
}

/** A value of the score line with its name. */
export const item = (key, ...value) =>
  el("span", { class: "item" }, el("span", { class: "key" }, text(key)), " ", el("b", {}, ...value));

export const trumpItem = (suit) => item("trump", pip(suit));

// The table of Kozel: four seats, the trick between them, the stock and the exposed card.

import { drawn, row } from "../cards.js";
import { el } from "../dom.js";
import { setup, text } from "../setup.js";
import { handOf, heap, item, pegs, phrase, seatAt, trumpItem } from "../table.js";

const PLACES = ["bottom", "left", "top", "right"]; // clockwise

const points = (cards) => cards.reduce((sum, card) => sum + setup.points[card], 0);
const faces = (move) => (move.text ?? "").split(" ").slice(1);
const verb = (move) => (move.drop !== undefined ? "drop" : move.text.split(" ")[0]);

/** The trick that `move` completed, as the table last showed it: {plays, best, taker}. */
export function finished(before, move, after) {
  if (before.table.length !== 3 || after.table.length || !["beat", "drop"].includes(verb(move))) {
    return null;
  }
  const cards = move.drop ?? faces(move);
  const plays = [...before.table, { seat: move.seat, [verb(move)]: cards }];
  const best = verb(move) === "beat" ? { seat: move.seat, cards } : before.best;
  return { plays, best, taker: best.seat };
}

/** The last view of a deal; the engine starts the next one immediately. */
export function closing(before, move, after, trick) {
  const side = trick.taker % 2;
  const open = trick.plays.flatMap((play) => play.lead ?? play.beat ?? []);
  const won = trick.plays.flatMap((play) => play.lead ?? play.beat ?? play.drop);
  const size = (cards) => cards?.length ?? cards ?? 0;
  const dropped = (seat) => size(trick.plays.find((play) => play.seat === seat).drop);
  const add = (list, amount) => list.map((value, index) => value + (index === side ? amount : 0));
  return {
    ...before,
    hand: before.hand && [],
    hands: before.hands.map((cards) => (Array.isArray(cards) ? [] : 0)),
    table: [],
    best: null,
    tricks: add(before.tricks, 1),
    taken: before.taken.map((cards, index) => (index === side ? [...cards, ...open] : cards)),
    drops: before.drops.map((count, seat) => count + dropped(seat)),
    points: before.points && add(before.points, points(won)),
    penalties: after.penalties,
    eggs: after.eggs,
  };
}

export function words(move) {
  if (verb(move) === "drop") {
    return move.text ? phrase("drop", faces(move)) : [text("drop hidden", { count: move.drop })];
  }
  return phrase(verb(move), move.cards ?? faces(move));
}

/** The columns of the buttons: moves that never come together share a place. */
export const ACTIONS = [["lead", "beat", "molodka"], ["drop", "pass"]];

/** The cards that can take part in beating the best set. */
export const beaters = (legal) => legal.filter(({ verb }) => verb === "beat").flatMap(({ cards }) => cards);

/** What the end of a game reveals, from a view with all cards open. */
export const hidden = (view) => view.dropped.map((cards, seat) => ({ key: "dropped", seat, cards }));

export const CHART = "penalties chart";
export const counts = ({ view }) => view.penalties;

/** The seat to play, for a spectator who does not see secret questions. */
export const turn = ({ phase, leader, table }) => (phase === "over" ? null : (leader + table.length) % 4);

/** Whether a move is shown as speech, because the table does not show it. */
export const spoken = (move) => ["molodka", "pass"].includes(verb(move));

/** What a deal's last move brought: the points if they are open, and the penalty. */
export function outcome({ view, before }) {
  const cost = view.penalties.map((sum, side) => sum - before.penalties[side]);
  const loser = cost.findIndex((penalty) => penalty > 0);
  const result = view.points ? `${view.points[0]} : ${view.points[1]} – ` : "";
  if (loser < 0) return result + text("eggs");
  return result + text("penalty", { side: "AB"[loser], count: cost[loser] });
}

export function status({ view }) {
  return [
    item("deal", view.deal + 1),
    trumpItem(view.trump),
    view.eggs ? item("eggs count", view.eggs) : null,
  ];
}

export function score({ view }, side, game) {
  const limit = game.options.limit ?? 12;
  return [
    item("penalties", pegs(Math.min(view.penalties[side], limit), limit), " ", view.penalties[side]),
    item("tricks", view.tricks[side]),
    view.points ? item("points", view.points[side]) : item("open points", points(view.taken[side])),
  ];
}

export function table(context) {
  const { step, viewpoint, bottom } = context;
  const { view, before, trick, move } = step;
  const plays = trick?.plays ?? view.table;
  const best = trick?.best ?? view.best;

  const seats = PLACES.map((place, turn) => {
    const seat = (bottom + turn) % 4;
    const cards = seat === viewpoint ? view.hand : view.hands[seat];
    const earlier = seat === viewpoint ? before?.hand : before?.hands[seat];
    // Drawn from the stock just now.
    const fresh = new Set(trick && earlier && Array.isArray(cards) ? cards.filter((c) => !earlier.includes(c)) : []);
    const hand = handOf(cards, { first: view.trump, fresh, known: view.returned?.[seat] });
    const dealer = view.dealer === seat ? el("abbr", { class: "chip", title: text("dealer") }, text("dealer mark")) : null;
    const leads = view.leader === seat && view.phase !== "over" && !trick;
    const leader = leads ? el("span", { class: "chip leader" }, text("leader")) : null;
    return seatAt(place, seat, context, hand, dealer, leader);
  });

  const laid = PLACES.map((place, turn) => {
    const seat = (bottom + turn) % 4;
    const play = plays.find((one) => one.seat === seat);
    if (!play) return null;
    const marks = [
      move?.seat === seat && "laid",
      best?.seat === seat && !play.drop && "best",
      play.drop !== undefined && "dropped",
    ];
    const cards = play.lead ?? play.beat ?? play.drop;
    const shown = Array.isArray(cards) ? cards : Array(cards).fill(null);
    return el(
      "div",
      { class: `play ${place}` },
      row(shown, () => marks),
      trick?.taker === seat ? el("span", { class: "tag" }, text("takes trick")) : null,
      !trick && best?.seat === seat ? el("span", { class: "tag" }, text("best")) : null,
    );
  });

  const stock = Array.isArray(view.stock) ? view.stock.length : view.stock;
  return el(
    "div",
    { class: "felt kozel" },
    seats,
    el(
      "div",
      { class: "corner stock" },
      el("div", { class: "heap" }, drawn(view.exposed, "exposed"), el("span", { class: "count" }, text("exposed"))),
      heap(stock, text("stock", { count: stock })),
    ),
    el("div", { class: `trick${trick ? " done" : ""}` }, laid),
    [0, 1].map((side) =>
      el(
        "div",
        { class: `corner won ${side === bottom % 2 ? "ours" : "theirs"}` },
        heap(view.tricks[side], text("won", { side: "AB"[side], count: view.tricks[side] })),
      ),
    ),
  );
}

// The table of Écarté: proposals and exchanges, the turned card, the trick and the pegs.

import { drawn, inline } from "../cards.js";
import { el } from "../dom.js";
import { setup, text } from "../setup.js";
import { handOf, heap, item, pegs, phrase, seatAt, trumpItem } from "../table.js";

const rank = (card) => setup.ranking.indexOf(card[0]);
const isCard = (move) => move.text?.startsWith("card ");
const cardOf = (move) => move.text.split(" ")[1];
const wins = (card, led, trump) =>
  card[1] === led[1] ? rank(card) > rank(led) : card[1] === trump;

/** The trick that `move` completed: {led, card, leader, second, taker}. */
export function finished(before, move) {
  if (!before.led || !isCard(move)) return null;
  const [led, card, second] = [before.led, cardOf(move), move.seat];
  const leader = 1 - second;
  return { led, card, leader, second, taker: wins(card, led, before.trump) ? second : leader };
}

/** The last view of a deal; the engine starts the next one immediately. */
export function closing(before, move, after, trick) {
  return {
    ...before,
    phase: "over",
    hand: before.hand && [],
    hands: before.hands && [[], []],
    led: null,
    played: [...before.played, cardOf(move)],
    tricks: before.tricks.map((won, seat) => won + (seat === trick?.taker ? 1 : 0)),
    score: after.turned === `K${after.trump}` ? after.score.map((points, seat) => points - (seat === after.dealer)) : after.score,
  };
}

export function words(move) {
  if (move.discard !== undefined) return [text("exchange hidden", { count: move.discard })];
  const [verb, ...rest] = move.text.split(" ");
  if (verb === "card") {
    return [...phrase("card", rest.slice(0, 1)), ...(rest[1] ? [" ", el("em", {}, text("king"))] : [])];
  }
  if (verb === "discard") return rest.length ? phrase("exchange", rest) : [text("exchange nothing")];
  return [text(verb)];
}

/** The columns of the buttons: moves that never come together share a place. */
export const ACTIONS = [["propose", "accept", "discard", "card"], ["stand", "refuse", "card king"]];

/** The cards that win against the card led. */
export function beaters(legal, { led, trump }) {
  const cards = legal.filter(({ verb }) => verb === "card").flatMap((move) => move.cards);
  return led ? cards.filter((card) => wins(card, led, trump)) : [];
}

/** What the end of a game reveals, from a view with all cards open. */
export const hidden = (view) => view.discarded.map((cards, seat) => ({ key: "exchanged away", seat, cards }));

export const CHART = "points chart";
export const counts = ({ view }) => view.score;

/** The seat to act after a step. */
export function turn({ phase, dealer, led, exchanges, played }, { leader, trick }) {
  if (phase === "respond") return dealer;
  if (phase === "propose") return 1 - dealer;
  if (phase === "discard") return exchanges.length && exchanges.at(-1)[1] === null ? dealer : 1 - dealer;
  if (phase !== "card") return null;
  if (led) return 1 - leader;
  return played.length ? (trick?.taker ?? null) : 1 - dealer;
}

export const spoken = (move) => !isCard(move) || move.text.endsWith(" king");

export function outcome({ view, before }) {
  const seat = view.score.findIndex((points, index) => points > before.score[index]);
  if (seat < 0 || view.tricks[0] + view.tricks[1] < 5) return ""; // a king ended the game
  return text("deal points", { side: "AB"[seat], count: view.score[seat] - before.score[seat], tricks: view.tricks[seat] });
}

export function status({ view }) {
  return [
    item("deal", view.deal + 1),
    trumpItem(view.trump),
    view.proposals ? item("proposals", view.proposals) : null,
  ];
}

export function score({ view }, side, game) {
  const target = game.options.target ?? 5;
  return [
    item("points", pegs(Math.min(view.score[side], target), target), " ", view.score[side]),
    item("tricks", view.tricks[side]),
  ];
}

const numberOf = (cards) => (Array.isArray(cards) ? cards.length : cards);

export function table(context) {
  const { step, viewpoint, bottom, turn } = context;
  const { view, before, trick, move } = step;

  const unseen = (seat) => {
    // The other hand holds five cards less those played; only an exchange in progress differs.
    const played = view.tricks[0] + view.tricks[1] + (view.led && step.leader === seat ? 1 : 0);
    return 5 - played;
  };
  const seats = [
    ["top", 1 - bottom],
    ["bottom", bottom],
  ].map(([place, seat]) => {
    const cards = view.hands ? view.hands[seat] : seat === viewpoint ? view.hand : unseen(seat);
    const earlier = before && (before.hands?.[seat] ?? (seat === viewpoint ? before.hand : null));
    const fresh = new Set(earlier && Array.isArray(cards) ? cards.filter((card) => !earlier.includes(card)) : []);
    const thrown = view.hands ? view.discarded[seat] : seat === viewpoint ? view.discarded : [];
    const node = seatAt(
      place,
      seat,
      context,
      handOf(cards, { first: view.trump, fresh }),
      view.dealer === seat ? el("abbr", { class: "chip", title: text("dealer") }, text("dealer mark")) : null,
      view.phase === "card" && !trick && (view.led ? step.leader : turn) === seat
        ? el("span", { class: "chip leader" }, text("leader"))
        : null,
      view.king === seat ? el("span", { class: "chip crown" }, text("king announced")) : null,
    );
    // An empty line keeps its place, so that the table does not jump.
    node.append(el("div", { class: `thrown${thrown.length ? "" : " none"}` }, text("discarded"), thrown.map(inline)));
    return node;
  });

  const led = trick ? { card: trick.led, seat: trick.leader } : view.led && { card: view.led, seat: step.leader };
  const laid = [led, trick && { card: trick.card, seat: trick.second }].filter(Boolean);
  const stock = numberOf(view.stock);
  return el(
    "div",
    { class: "felt duel ecarte" },
    seats,
    el(
      "div",
      { class: "middle" },
      el(
        "div",
        { class: "stock" },
        el("div", { class: "heap" }, drawn(view.turned, "exposed"), el("span", { class: "count" }, text("turned"))),
        heap(stock, text("stock", { count: stock })),
      ),
      el(
        "div",
        { class: `trick${trick ? " done" : ""}` },
        laid.map(({ card, seat }) =>
          el(
            "div",
            { class: `play ${seat === bottom ? "bottom" : "top"}` },
            drawn(card, trick?.taker === seat && "best", move?.seat === seat && "laid"),
            trick?.taker === seat ? el("span", { class: "tag" }, text("takes trick")) : null,
          ),
        ),
      ),
      el(
        "ol",
        { class: "exchanges" },
        view.exchanges.map(([first, second]) =>
          el("li", {}, second === null ? text("exchanging", { first }) : text("exchanged", { first, second })),
        ),
      ),
    ),
  );
}

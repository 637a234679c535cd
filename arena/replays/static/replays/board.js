// The board shows one step of a game: the score line, the table, and a caption in words.

import { el } from "../games/dom.js";
import { setup, text } from "../games/setup.js";
import { item, sideMark } from "../games/table.js";

/** The seat that acts after the current step, or null where nobody acts or it is unknown. */
function turnOf({ steps, index, rules, game }) {
  const { kind, view } = steps[index];
  const next = steps.slice(index + 1).find(({ move }) => move);
  if (kind === "end" || kind === "fault") return null;
  if (next) return next.move.seat;
  return game.scores ? null : (rules.turn(view, steps[index]) ?? null);
}

/** Shows the viewer's current step. */
export function showStep(viewer) {
  const { part, game, rules, steps, index, viewpoint, turned } = viewer;
  const step = steps[index];
  const words = step.move ? rules.words(step.move, step) : null;
  const bottom = ((viewpoint ?? 0) + turned) % game.seats;
  const context = { game, rules, step, viewpoint, bottom, turn: turnOf(viewer) };
  part("table").replaceChildren(rules.table(context));
  part("status").replaceChildren(...rules.status(step, viewpoint, game).filter(Boolean));
  for (const side of [0, 1]) {
    part(`side${side}`).replaceChildren(
      el("div", { class: "name" }, sideMark(side), el("b", { title: game.sides[side] }, game.sides[side]), setup.remote?.includes(game.sides[side]) ? el("span", { class: "chip" }, text("remote")) : null),
      el("div", { class: "items" }, rules.score(step, side, game, viewpoint), bankItem(viewer, side)),
    );
  }
  part("caption").replaceChildren(...caption(viewer, step, words));
}

/** What is left of a side's bank; with two seats, of the smaller bank. */
function bankItem({ game, index, banks }, side) {
  if (setup.mode === "table") return null; // people have another clock than bots
  const left = Math.min(...banks[index].filter((_, seat) => seat % 2 === side));
  return left < game.clock.bank_ms ? item("bank", text("seconds", { s: (left / 1000).toFixed(1) })) : null;
}

/** The banks by seat after each step, from the times charged (docs/3-protocol.md, Clocks). */
export function banksOf(game, steps) {
  let left = Array(game.seats).fill(game.clock.bank_ms);
  return steps.map(({ move, kind }) => {
    if (move && kind !== "fault") {
      const over = Math.max(0, move.ms - game.clock.move_ms);
      if (over) left = left.map((bank, seat) => (seat === move.seat ? Math.max(0, bank - over) : bank));
    }
    return left;
  });
}

/** The step in words: who did what, how long it took, the bot's note, and the outcome. */
function caption(viewer, step, words) {
  const { game, rules, steps, index } = viewer;
  const last = index === steps.length - 1;
  const parts = [];
  const { move, kind } = step;
  if (move) {
    const who = game.seats > 2 ? text("who", { name: game.sides[move.seat % 2], seat: move.seat }) : game.sides[move.seat % 2];
    const time = game.excerpt === undefined ? el("span", { class: "time" }, text("time", { ms: move.ms })) : "";
    parts.push(el("p", {}, sideMark(move.seat % 2), " ", el("b", {}, who), " ", ...words, " ", time));
    if (move.note) parts.push(el("p", { class: "note" }, move.note));
  } else if (kind === "start") {
    parts.push(el("p", {}, step.view.deal === undefined ? text("dealt") : text("deal dealt", { number: step.view.deal + 1 })));
  }
  const over = last && game.scores !== null;
  const outcome = (kind === "end" || (over && kind === "move")) && rules.outcome(step);
  if (outcome) parts.push(el("p", { class: "result" }, text("deal over"), " ", outcome));
  if (over && !game.excerpt) parts.push(el("p", { class: "result" }, result(game)));
  return parts;
}

function result(game) {
  const [a, b] = game.scores;
  const winner = a === b ? null : a > b ? 0 : 1;
  const ending = winner === null ? text(a ? "drawn" : "both lose") : text("wins", { side: "AB"[winner], name: game.sides[winner] });
  if (game.reason === "normal") return ending;
  const { fault } = game;
  // A fault without a side is that of both bots. A live result has no fault: the loser committed it.
  const side = fault ? fault.side : winner === null ? null : 1 - winner;
  const why = `${side === null ? text("both") : game.sides[side]} ${setup.faults[game.reason]}`;
  return [why, fault?.detail, ending].filter(Boolean).join(" – ");
}

/** The names of the two bots of the match, in their order in the match. */
export function namesOf(game) {
  const names = [];
  game.bots.forEach((bot, side) => (names[bot] = game.sides[side]));
  return names;
}

// Draws the current step: the scores, the table with its seats, and the move in words.

import { el } from "../games/dom.js";
import { setup, text } from "../games/setup.js";
import { sideMark } from "../games/table.js";

const BUBBLE_MS = 5000;

/** Who is to act after the shown step, as everyone at the table may know. */
export function turnOf({ steps, index, now, seatMoves }) {
  const next = steps.slice(index + 1).find(({ move }) => move);
  if (next) return next.move.seat;
  if (steps[index].kind === "end" || now.state !== "playing") return null;
  return seatMoves ?? now.turn;
}

export const nameOf = (play, seat) => play.game.names?.[seat] || text("seat", { seat });

/** Shows step `play.index`. */
export function drawFelt(play) {
  const { part, game, rules, steps, index, now } = play;
  const step = steps[index];
  const turn = turnOf(play);
  const context = {
    game,
    rules,
    step,
    turn,
    viewpoint: play.seat,
    bottom: play.bottom,
    // At the end the hand is part of the final position.
    ownHand: ["over", "closed"].includes(now.state) && index === steps.length - 1 ? null : play.seat,
    beside: (seat) => beside(play, seat, turn),
    bubble: (seat) => bubble(play, seat),
  };
  part("table").replaceChildren(rules.table(context));
  drawScores(play, step);
  part("root").classList.toggle("my-turn", turn !== null && turn === play.seat && now.state === "playing");
}

function drawScores({ part, rules, game, seat }, step) {
  part("status").replaceChildren(...rules.status(step, seat, game).filter(Boolean));
  const own = seat === null ? 0 : seat % 2;
  // The own side is always on the left.
  [own, 1 - own].forEach((side, place) => {
    part(`side${place}`).replaceChildren(sideMark(side), ...rules.score(step, side, game, seat).filter(Boolean));
  });
}

/** What stands beside a seat's name. */
function beside(play, number, turn) {
  const seat = play.now.seats[number];
  if (!seat) return [];
  const chips = [];
  if (turn === number) chips.push(el("span", { class: "chip to-move", title: text("to move") }, "▶", el("span", { class: "visually-hidden" }, text("to move"))));
  if (number === play.seat && seat.name !== text("you")) chips.push(el("span", { class: "chip you" }, text("you")));
  else if (seat.kind === "bot" && !seat.stand_in) chips.push(el("span", { class: "chip kind" }, text(seat.remote ? "remote" : seat.level ? `level ${seat.level}` : "bot")));
  if (seat.rating && play.game.seats === 2) chips.push(el("span", { class: "chip kind", title: text("rating") }, Math.round(seat.rating.value)));
  if (seat.stand_in) chips.push(el("span", { class: "chip stand-in", title: seat.stand_in }, text("stand-in")));
  if (seat.left) chips.push(el("span", { class: "chip away" }, text("left")));
  else if (seat.away) chips.push(el("span", { class: "chip away" }, text("away")));
  if (play.now.clocks && seat.kind === "person" && !seat.stand_in) chips.push(el("span", { class: "clock", "data-seat": number, "aria-hidden": "true" }));
  return chips;
}

function bubble(play, seat) {
  const said = play.said.get(seat);
  return said && performance.now() - said.at < BUBBLE_MS ? [setup.phrases[said.phrase] ?? said.phrase] : null;
}

/** A step as a sentence of nodes, or null. */
export function sentence(play, step) {
  const { rules } = play;
  const { move, kind, view } = step;
  if (kind === "start") return view.deal === undefined ? [text("dealt")] : [text("deal dealt", { number: view.deal + 1 })];
  if (!move) return null;
  return [el("b", {}, nameOf(play, move.seat)), " ", ...rules.words(move, step)];
}

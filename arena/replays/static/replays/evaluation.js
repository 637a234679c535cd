// What the analysis says of the move that was just made: the scores of all moves, the better one
// and why, and what was luck.

import { el } from "../games/dom.js";
import { text } from "../games/setup.js";
import { sideMark } from "../games/table.js";
import { words } from "./legal_moves.js";

const SHOWN = 6; // moves, beside the one that was played

/** Returns {game, step}; `game` takes the analysis, and its decisions by the number of the move. */
export function evaluation(viewer, place) {
  let decisions = new Map();
  let has = false;

  function game(result, found) {
    decisions = found;
    has = Boolean(result);
  }

  function step() {
    if (!has) return place.replaceChildren();
    const { move, n } = viewer.steps[viewer.index];
    const one = move && decisions.get(n);
    if (!one) return place.replaceChildren(el("p", { class: "muted" }, text(n === 0 ? "decision before" : "no decision")));
    if (viewer.viewpoint !== null && viewer.viewpoint !== one.seat) {
      return place.replaceChildren(el("p", { class: "muted" }, text("decision hidden")));
    }
    place.replaceChildren(el("p", {}, sideMark(one.seat % 2), " ", el("b", {}, text("scores of", { who: nameOf(one.seat) }))), table(one), ...verdict(one));
  }

  const nameOf = (seat) => (viewer.game.seats > 2 ? text("who", { name: viewer.game.sides[seat % 2], seat }) : viewer.game.sides[seat % 2]);

  function verdict(one) {
    // Where nothing is hidden there are no samples, and no error.
    const loss = one.loss.toFixed(3) + (one.error ? ` ± ${one.error.toFixed(3)}` : "");
    const figures = { loss, who: nameOf(one.seat) };
    const kind = one.marked ? "is mistake" : one.better ? "is fine" : "is best";
    const lines = [el("p", { class: one.marked ? "mistake" : "muted" }, text(kind, figures))];
    if (one.why) lines.push(el("p", { class: "why" }, el("b", {}, words(one.better)), ": ", one.why));
    const luck = one.open?.loss ?? 0;
    if (luck > 0.03 && one.open.best !== one.played && !(one.marked && one.open.best === one.better)) {
      lines.push(el("p", { class: "luck" }, ...around(text("luck", { loss: luck.toFixed(2) }), words(one.open.best))));
    }
    return lines;
  }

  function table(one) {
    const listed = Object.entries(one.scores);
    const rows = listed.filter(([move], at) => at < SHOWN || move === one.played);
    const more = one.legal - rows.length;
    return el(
      "ol",
      { class: "scores-of-moves" },
      rows.map(([move, score]) =>
        el(
          "li",
          { "aria-current": move === one.played && "true" },
          el("meter", { min: 0, max: 1, value: score, "aria-label": move }),
          el("b", {}, score.toFixed(3)),
          el("span", {}, words(move)),
          move === (one.better ?? one.played) ? el("span", { class: "badge" }, text("best move")) : null,
          move === one.played ? el("span", { class: "badge" }, text("played move")) : null,
        ),
      ),
      more > 0 ? el("li", { class: "muted" }, text("moves more", { count: more })) : null,
    );
  }

  return { game, step };
}

/** The parts of a text around its placeholder {move}. */
function around(line, move) {
  const [before, after] = line.split("{move}");
  return [before, ...move, after ?? ""];
}

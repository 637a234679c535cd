// The moves in words, newest last: beside the table where there is room.

import { el } from "../games/dom.js";
import { setup, text } from "../games/setup.js";
import { sideMark } from "../games/table.js";
import { nameOf } from "./felt.js";

export function story(play) {
  const list = play.part("story");
  let shown = -1;
  let game = null;
  const line = (node) => {
    const below = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
    list.append(node);
    if (below) list.scrollTop = list.scrollHeight;
  };

  function add(step) {
    const { move, kind, view, trick } = step;
    if (kind === "start") {
      if (view.deal !== undefined) line(el("li", { class: "deal" }, text("deal number", { number: view.deal + 1 })));
      return;
    }
    if (!move) return;
    line(
      el("li", { class: trick ? "ends-trick" : null }, sideMark(move.seat % 2), el("b", {}, shortName(play, move.seat)), " ", ...play.rules.words(move, step)),
    );
    if (kind === "end") {
      const outcome = play.rules.outcome(step);
      if (outcome) line(el("li", { class: "outcome" }, outcome));
    }
  }

  return {
    step() {
      if (game !== play.game) {
        game = play.game;
        shown = -1;
        list.replaceChildren();
      }
      for (let at = shown + 1; at <= play.index; at += 1) add(play.steps[at]);
      shown = Math.max(shown, play.index);
    },
    entry(entry) {
      if (entry.kind === "said") line(el("li", { class: "said" }, el("b", {}, shortName(play, entry.seat)), ": “", setup.phrases[entry.phrase] ?? entry.phrase, "”"));
    },
  };
}

/** Without the owner of a bot: there is little room. */
const shortName = (play, seat) => nameOf(play, seat).split("/").at(-1);

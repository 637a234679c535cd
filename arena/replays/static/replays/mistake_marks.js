// Marks the mistakes in the list of moves.

import { el } from "../games/dom.js";
import { text } from "../games/setup.js";

/** `decisions`: those of the analysis by the number of their move. */
export function markMoves(list, decisions) {
  for (const old of list.querySelectorAll(".mistake-mark")) old.remove();
  for (const entry of list.querySelectorAll("li[data-n]")) {
    const one = decisions.get(Number(entry.dataset.n));
    if (!one?.marked) continue;
    const name = text("mistake mark", { loss: one.loss.toFixed(2) });
    entry.firstChild.append(el("span", { class: "mistake-mark", role: "img", "aria-label": name, title: name }, "?"));
  }
}

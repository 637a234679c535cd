// The last finished trick, shown again on request.

import { el } from "../games/dom.js";
import { text } from "../games/setup.js";
import { drawFelt } from "./felt.js";

export function lastTrick(play) {
  const button = play.part("last-trick");
  let recalled = false;

  const found = () => play.steps.slice(0, play.index + 1).findLastIndex((step) => (play.rules.milestone ? play.rules.milestone(step) : step.trick));

  function recall() {
    if (recalled) return stop();
    const at = found();
    if (at < 0) return;
    recalled = true;
    const shown = play.index;
    play.index = at;
    drawFelt(play);
    play.index = shown;
    play.part("table").firstChild.append(el("p", { class: "recalled" }, text("recalled")));
    const step = play.steps[at];
    if (step.trick) play.say([text("recalled")]);
    button.setAttribute("aria-pressed", "true");
  }

  function stop() {
    if (!recalled) return;
    recalled = false;
    button.setAttribute("aria-pressed", "false");
    drawFelt(play);
  }

  button.addEventListener("click", recall);
  play.part("table").addEventListener("click", stop);
  document.addEventListener("keydown", ({ key }) => key === "Escape" && stop());
  play.letters.l = recall;
  const update = () => {
    button.disabled = found() < 0;
    if (recalled) {
      recalled = false;
      button.setAttribute("aria-pressed", "false");
    }
  };
  return { update, step: update };
}

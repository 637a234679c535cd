// The analysis of the game: asks for it, waits for it, and shows what it says of each step.

import { setup, text } from "../games/setup.js";
import { evaluation } from "./evaluation.js";
import { evaluationCurve } from "./evaluation_curve.js";
import { markMoves } from "./mistake_marks.js";
import { solving } from "./solving.js";

const POLL_MS = 2000;

export function analysis(viewer) {
  const { part } = viewer;
  if (!setup.analysis || !part("analysis")) return null;
  const curve = evaluationCurve(viewer, part("evaluation-curve"));
  const scores = evaluation(viewer, part("evaluation"));
  const solver = solving(viewer);
  let shown = null; // the number of the game whose analysis is shown
  let result = null;
  let timer = null;

  const at = (address) => address.replace("/games/0/", `/games/${viewer.game.game}/`);
  const say = (words) => (part("analysis-status").textContent = words);

  async function load() {
    clearTimeout(timer);
    const number = viewer.game.game;
    try {
      const answer = await fetch(at(setup.analysis.api), { cache: "no-cache" });
      const content = await answer.json();
      if (number !== viewer.game.game) return; // another game is shown by now
      if (answer.ok) use(content);
      else say(content.detail);
    } catch {
      say(text("analysis away"));
      again();
    }
  }

  const again = () => {
    clearTimeout(timer);
    timer = setTimeout(() => (document.hidden ? again() : load()), POLL_MS);
  };

  /** Shows what the API says of the analysis. */
  function use(content) {
    const { state } = content;
    part("analyse").hidden = !["none", "failed"].includes(state);
    part("analysis-link").hidden = !content.result;
    say(["queued", "running", "failed"].includes(state) ? text(`analysis ${state}`, content) : "");
    if (state === "queued" || state === "running") again();
    result = content.result;
    draw();
  }

  function draw() {
    const decisions = new Map((result?.decisions ?? []).map((one) => [one.move, one]));
    viewer.mistakes = new Set([...decisions.values()].filter(({ marked }) => marked).map(({ move }) => move));
    markMoves(part("moves"), decisions);
    curve.game(result, decisions);
    scores.game(result, decisions);
    if (part("mistake")) part("mistake").hidden = !viewer.mistakes.size;
    step();
  }

  /** Asks for the analysis, and then waits for it. */
  async function ask(event) {
    event.preventDefault();
    const token = part("analyse").querySelector("[name=csrfmiddlewaretoken]").value;
    try {
      const answer = await fetch(at(setup.analysis.api), { method: "POST", headers: { "X-CSRFToken": token } });
      const content = await answer.json();
      if (answer.ok) use(content);
      else say(content.detail);
    } catch {
      say(text("analysis away"));
    }
  }

  part("analyse").addEventListener("submit", ask);

  /** A new game, or the same one from another viewpoint. */
  function game() {
    for (const key of ["analyse", "analysis-link"]) part(key)[key === "analyse" ? "action" : "href"] = at(setup.analysis.page);
    if (shown === viewer.game.game) return draw();
    shown = viewer.game.game;
    result = null;
    part("analyse").hidden = true;
    say("");
    draw();
    load();
  }

  function step() {
    curve.step();
    scores.step();
    solver?.step();
  }

  return { game, step };
}

// "Solve this position": asks the arena for a proof of what best play leads to.

import { setup, text } from "../games/setup.js";

/** Returns {step}, or null if the page has no such button. */
export function solving(viewer) {
  const { part } = viewer;
  if (!part("solve")) return null;
  let asked = 0;
  const say = (words) => (part("solution").textContent = words);

  async function solve() {
    const mine = (asked += 1);
    const { n } = viewer.steps[viewer.index];
    say(text("solving"));
    const words = await answer(n).catch(() => text("analysis away"));
    if (mine === asked) say(words);
  }

  async function answer(n) {
    const place = setup.analysis.position.replace("/games/0/", `/games/${viewer.game.game}/`);
    const { over, ...position } = await viewer.fetchJson(`${place}?move=${n}`);
    if (over) return text("nothing to solve");
    const token = part("analyse").querySelector("[name=csrfmiddlewaretoken]").value;
    const reply = await fetch(setup.analysis.solve, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": token },
      body: JSON.stringify(position),
    });
    const found = await reply.json();
    if (!reply.ok) return found.detail;
    if (!found.result) return text("not solved");
    const seat = viewer.steps.find((step) => step.n === n + 1)?.move?.seat ?? 0;
    const line = found.line.length ? ` ${text("line", { line: found.line.join(" · ") })}` : "";
    return text(`solved ${found.result}`, { seat }) + line;
  }

  /** Another step has another solution. */
  function step() {
    asked += 1;
    say("");
  }

  part("solve").addEventListener("click", solve);
  return { step };
}

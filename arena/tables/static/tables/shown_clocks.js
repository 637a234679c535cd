// Draws the clocks beside the names, and the bar of a window, which everybody sees equally.

import { text } from "../games/setup.js";
import { clockText, makeClocks } from "./clocks.js";

const LOW_MS = 10000;

export function shownClocks(play) {
  const clocks = makeClocks();
  const bar = play.part("window");

  function tick() {
    const { now } = play;
    const stands = clocks.stands();
    for (const node of play.part("table").querySelectorAll(".clock")) {
      const left = clocks.left(Number(node.dataset.seat));
      if (!left) continue;
      const ms = (left.move ?? 0) + left.bank;
      node.textContent = clockText(ms);
      node.classList.toggle("low", left.move !== null && ms < LOW_MS);
      node.classList.toggle("stands", stands);
    }
    const { window: open } = now;
    bar.hidden = !open;
    if (open) bar.style.setProperty("--left", Math.min(1, clocks.untilTime(open.until) / Math.max(1, open.length)));
    const closes = now.closes && now.state !== "over" ? clocks.untilTime(now.closes) : null;
    play.part("closes").textContent = closes !== null && closes < 120000 ? text("closes", { time: clockText(closes) }) : "";
  }

  setInterval(() => play.now && tick(), 100);
  return {
    update() {
      clocks.take(play.now);
      tick();
    },
    status: (kind) => clocks.status(kind),
  };
}

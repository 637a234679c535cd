// Draws the clocks beside the names, and the bar of a window, which everybody sees equally.

import { text } from "../games/setup.js";
import { clockText, makeClocks } from "./clocks.js";

const LOW_MS = 10000;
const CLOSING_MS = 120000;

export function shownClocks(play) {
  const clocks = makeClocks();
  const bar = play.part("window");
  let warned = null; // the time until which a low clock was told
  let told = null; // the closing time that was told

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
    warn();
    const closes = now.closes ? clocks.untilTime(now.closes) : null;
    const soon = closes !== null && closes < CLOSING_MS && now.state === "playing";
    play.part("closes").textContent = soon ? text("closes", { time: clockText(closes) }) : "";
    if (soon && told !== now.closes) {
      told = now.closes;
      play.note([text("closes", { time: clockText(closes) })], "wrong", 12000);
    }
  }

  /** Tells the person once that the own clock is low. */
  function warn() {
    const own = play.seat === null ? null : play.now.clocks?.[play.seat];
    if (!own?.until || clocks.stands() || warned === own.until || play.now.turn !== play.seat) return;
    const { move, bank } = clocks.left(play.seat);
    if (move + bank > LOW_MS) return;
    warned = own.until;
    play.say([text("time left", { time: clockText(move + bank) })]);
    play.sound("turn");
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

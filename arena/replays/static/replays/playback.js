// Playback: moving through a game by buttons, slider, keys and swipes, or automatically.

import { svg } from "../games/dom.js";
import { text } from "../games/setup.js";
import { milestone } from "./steps.js";

const STEP_MS = 1400; // between two moves at speed 1
const SWIPE_PX = 40;

/**
 * Connects the controls to a viewer. Returns {update, fill, pause, end}: call `update` after each
 * step, and `fill` after a new game.
 */
export function playback(viewer) {
  const { part, root } = viewer;
  let timer = null;

  const go = (to) => {
    pause();
    viewer.show(to);
  };
  /** The next step for which `is` holds, else the last one. */
  const ahead = (is) => {
    const found = viewer.steps.findIndex((step, at) => at > viewer.index && is(step));
    return found < 0 ? viewer.steps.length - 1 : found;
  };
  /** The step of the next mistake; after the last one, of the first again. */
  const nextMistake = () => {
    const isMistake = ({ n, move }) => move && viewer.mistakes.has(n);
    const next = viewer.steps.findIndex((step, at) => at > viewer.index && isMistake(step));
    return next < 0 ? viewer.steps.findIndex(isMistake) : next;
  };
  const actions = {
    first: () => go(0),
    back: () => go(viewer.index - 1),
    play: () => (timer === null ? play() : pause()),
    forward: () => go(viewer.index + 1),
    last: () => go(viewer.steps.length - 1),
    trick: () => go(ahead((step) => milestone(step, viewer.rules))),
    deal: () => go(ahead(({ kind }) => kind === "start")),
    mistake: () => go(nextMistake()),
    next: () => viewer.openGame(viewer.game.game + 1),
    mirrored: () => viewer.openGame(viewer.game.mirrored),
    flip: () => viewer.turn(),
  };

  function play() {
    if (viewer.index === viewer.steps.length - 1) viewer.show(0);
    part("play").dataset.playing = "";
    part("caption").setAttribute("aria-live", "off"); // too fast for a screen reader
    part("play").setAttribute("aria-label", part("play").dataset.pause);
    const tick = () => {
      viewer.show(viewer.index + 1);
      if (viewer.index === viewer.steps.length - 1) pause();
      if (timer !== null) timer = setTimeout(tick, STEP_MS / Number(part("speed").value));
    };
    timer = setTimeout(tick, 300);
  }

  function pause() {
    clearTimeout(timer);
    timer = null;
    delete part("play").dataset.playing;
    part("caption").setAttribute("aria-live", "polite");
    part("play").setAttribute("aria-label", part("play").dataset.play);
  }

  const rtl = document.documentElement.dir === "rtl";
  const KEYS = {
    ArrowLeft: rtl ? "forward" : "back",
    ArrowRight: rtl ? "back" : "forward",
    Home: "first",
    End: "last",
    " ": "play",
  };
  // Letters only while the viewer has the focus: elsewhere the browser may use them.
  const LETTERS = { t: "trick", d: "deal", n: "mistake", g: "next", m: "mirrored", f: "flip" };

  function onKey(event) {
    const { target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || !viewer.game) return;
    if (target.closest("input:not([type=range]), select, textarea, [contenteditable], .log-entries, .scroll, pre")) return;
    if (event.key === " " && target.closest("button, a, summary, input")) return;
    const within = root.contains(target) || target === document.body;
    const action = KEYS[event.key] ?? (within ? LETTERS[event.key] : undefined);
    if (!action || part(action)?.disabled || part(action)?.hidden) return;
    event.preventDefault();
    actions[action]();
  }

  /** A swipe to the left is forward. */
  function listenForSwipes(table) {
    let from = null;
    table.addEventListener("touchstart", (event) => {
      const [touch] = event.touches;
      from = event.touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : null;
    }, { passive: true });
    table.addEventListener("touchend", (event) => {
      if (!from || !viewer.game) return;
      const [touch] = event.changedTouches;
      const [x, y] = [touch.clientX - from.x, touch.clientY - from.y];
      from = null;
      if (Math.abs(x) < SWIPE_PX || Math.abs(x) < 2 * Math.abs(y)) return;
      actions[x < 0 !== rtl ? "forward" : "back"]();
    }, { passive: true });
  }

  for (const [key, action] of Object.entries(actions)) part(key)?.addEventListener("click", action);
  part("slider").addEventListener("input", (event) => go(Number(event.target.value)));
  document.addEventListener("keydown", onKey);
  listenForSwipes(part("table"));

  /** Sets the slider's length and ticks: tall where a deal starts, short after each trick. */
  function fill() {
    const { steps, rules } = viewer;
    const end = Math.max(1, steps.length - 1);
    part("slider").max = steps.length - 1;
    const lines = steps.map((step, at) => {
      if (step.kind === "start" && at) return `M${at} 0V10`;
      return milestone(step, rules) ? `M${at} 5V10` : "";
    });
    part("slider-ticks").setAttribute("viewBox", `0 0 ${end} 10`);
    part("slider-ticks").replaceChildren(svg("path", { d: lines.join(""), "vector-effect": "non-scaling-stroke" }));
    if (rules.MILESTONE) part("trick").textContent = `${text(rules.MILESTONE)} ›`;
    part("trick").hidden = !steps.some((step) => milestone(step, rules));
    part("deal").hidden = steps.filter(({ kind }) => kind === "start").length < 2;
  }

  function update() {
    const { steps, index, results, game } = viewer;
    const last = index === steps.length - 1;
    const counted = { n: steps[index].n, last: steps.at(-1).n };
    part("slider").value = index;
    part("slider").setAttribute("aria-valuetext", text("move of", counted));
    part("count").textContent = `${counted.n} / ${counted.last}`;
    for (const key of ["first", "back"]) part(key).disabled = index === 0;
    for (const key of ["forward", "last", "trick", "deal"]) part(key).disabled = last;
    if (part("next")) part("next").disabled = game.game >= results.length;
    if (part("mistake")) part("mistake").hidden = !viewer.mistakes.size;
    if (part("mirrored")) part("mirrored").textContent = text(`to leg ${1 - game.leg}`);
  }

  const end = () => {
    pause();
    document.removeEventListener("keydown", onKey);
  };
  return { fill, update, pause, end };
}

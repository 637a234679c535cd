// The time of each move as bars: the time charged, and for the bot's owner its parts.

import { bars, cursor, onClickAt } from "./chart.js";
import { el } from "../games/dom.js";
import { setup, text } from "../games/setup.js";

export function moveTimes(viewer) {
  const place = viewer.part("move-times");
  if (!place) return null;
  let chart = null;
  let caption = null;
  let moves = [];
  let measured = new Map(); // move number -> [wall, processor, wait, referee, network], for the owner's own moves

  async function game() {
    const { game, steps } = viewer;
    measured = new Map();
    moves = steps.filter(({ move }) => move);
    draw();
    if (!setup.logs?.length) return;
    const logs = await Promise.all(setup.logs.map(({ times }) => viewer.fetchJson(times)));
    if (viewer.game !== game) return;
    for (const games of logs) {
      for (const [at, ...parts] of games[game.game - 1] ?? []) measured.set(at + 1, parts);
    }
    draw();
    step();
  }

  function draw() {
    const stacks = moves.map(({ n, move }) => {
      const parts = measured.get(n);
      if (!parts) return [[`side${move.seat % 2}`, move.ms]];
      const [wall, processor, bots, referees = 0, network = 0] = parts;
      const wait = bots + referees + network;
      return [["processor", processor], ["wait", wait], ["wall", Math.max(0, wall - processor - wait)]];
    });
    const longest = Math.max(0, ...moves.map(({ move }) => move.ms));
    const words = text("slowest", { ms: longest });
    chart = bars(stacks, words);
    onClickAt(chart, stacks.length, (at) => viewer.show(viewer.steps.indexOf(moves[at])));
    caption = el("p", { class: "muted" });
    const legend = ["processor", "wait", "wall"].map((kind) => el("span", { class: "key" }, el("i", { class: kind }), text(`key ${kind}`)));
    place.replaceChildren(
      el("figure", {}, el("figcaption", {}, words, measured.size ? el("span", { class: "legend" }, legend) : null), chart),
      caption,
    );
  }

  function step() {
    const { move, n } = viewer.steps[viewer.index];
    const at = moves.findIndex((one) => one.n >= n);
    cursor(chart, (at < 0 ? moves.length : at) + 0.5);
    if (!move) {
      caption.textContent = "\u00a0";
      return;
    }
    const parts = measured.get(n);
    const charged = text("charged", { n, ms: move.ms });
    const [wall, processor, wait, referee = 0, network = 0] = parts ?? [];
    const times = network ? text("measured remote", { wall, network }) : text("measured", { wall, processor, wait, referee });
    caption.textContent = parts ? `${charged}; ${times}` : charged;
  }

  return { game, step };
}

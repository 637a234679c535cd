// How the match and the game went: points by game, and what the ruleset counts within the game.

import { cursor, lines, onPlace } from "./chart.js";
import { el } from "../games/dom.js";
import { text } from "../games/setup.js";
import { namesOf } from "./stage.js";
import { sideMark } from "../games/table.js";

export function course(viewer) {
  const place = viewer.part("course");
  if (!place) return null;
  let within = null;
  let across = null;

  function game() {
    const { all, rules, results } = viewer;
    const values = all.map((step) => rules.counts(step, viewer.eyes));
    const label = text(rules.CHART);
    within = lines(values, `${label}: ${values.at(-1).join(" : ")}`);
    onPlace(within, values.length, (at) => viewer.show(at));
    const figures = [
      el("figure", {}, el("figcaption", {}, label, " ", key(0, values.at(-1)[0]), " ", key(1, values.at(-1)[1])), within),
    ];
    if (results.length > 2) figures.push(match());
    place.replaceChildren(...figures);
  }

  const key = (side, value) => el("span", { class: "key" }, sideMark(side), " ", value);

  /** Points by bot after each game. */
  function match() {
    const { results } = viewer;
    const sums = [[0, 0]];
    for (const { sides, scores } of results) {
      const sum = [...sums.at(-1)];
      sides.forEach((bot, side) => (sum[bot] += scores[side]));
      sums.push(sum);
    }
    const [a, b] = namesOf(viewer.game).map((name, bot) => `${name} ${sums.at(-1)[bot]}`);
    across = lines(sums, text("match so far", { a, b }));
    across.classList.add("bots");
    onPlace(across, sums.length - 1, (at) => viewer.openGame(at + 1));
    return el("figure", {}, el("figcaption", {}, text("match so far", { a: "", b: "" }).split(":")[0], ": ", named("bot0", a), ", ", named("bot1", b)), across);
  }

  const named = (bot, words) => el("span", { class: bot }, words);

  function step() {
    cursor(within, viewer.index);
    if (across) cursor(across, viewer.game.game);
  }

  return { game, step };
}

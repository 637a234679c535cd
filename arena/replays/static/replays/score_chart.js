// The score charts: what the ruleset counts step by step, and the points of the match by game.

import { cursor, lines, onClickAt } from "./chart.js";
import { el } from "../games/dom.js";
import { text } from "../games/setup.js";
import { namesOf } from "./board.js";
import { sideMark } from "../games/table.js";

export function scoreChart(viewer) {
  const place = viewer.part("score-chart");
  if (!place) return null;
  let gameChart = null;
  let matchChart = null;

  function game() {
    const { steps, rules, results } = viewer;
    const values = steps.map((step) => rules.counts(step, viewer.viewpoint));
    const label = text(rules.CHART);
    gameChart = lines(values, `${label}: ${values.at(-1).join(" : ")}`);
    onClickAt(gameChart, values.length, (at) => viewer.show(at));
    const figures = [
      el("figure", {}, el("figcaption", {}, label, " ", key(0, values.at(-1)[0]), " ", key(1, values.at(-1)[1])), gameChart),
    ];
    if (results.length > 2) figures.push(matchFigure());
    place.replaceChildren(...figures);
  }

  const key = (side, value) => el("span", { class: "key" }, sideMark(side), " ", value);

  /** The points by bot after each game. */
  function matchFigure() {
    const { results } = viewer;
    const sums = [[0, 0]];
    for (const { sides, scores } of results) {
      const sum = [...sums.at(-1)];
      sides.forEach((bot, side) => (sum[bot] += scores[side]));
      sums.push(sum);
    }
    const [a, b] = namesOf(viewer.game).map((name, bot) => `${name} ${sums.at(-1)[bot]}`);
    matchChart = lines(sums, text("match so far", { a, b }));
    matchChart.classList.add("bots");
    onClickAt(matchChart, sums.length - 1, (at) => viewer.openGame(at + 1));
    return el("figure", {}, el("figcaption", {}, text("match so far", { a: "", b: "" }).split(":")[0], ": ", named("bot0", a), ", ", named("bot1", b)), matchChart);
  }

  const named = (bot, words) => el("span", { class: bot }, words);

  function step() {
    cursor(gameChart, viewer.index);
    if (matchChart) cursor(matchChart, viewer.game.game);
  }

  return { game, step };
}

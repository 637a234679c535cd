// The curve of the expected score under the table. It is a slider: a click, a drag or a key leads to
// the step, and mistakes are points on it.

import { el, svg } from "../games/dom.js";
import { text } from "../games/setup.js";
import { sideMark } from "../games/table.js";
import { cursor, onClickAt } from "./chart.js";

const HEIGHT = 100;

/** Returns {game, step}; `game` takes the analysis, or null without one. */
export function evaluationCurve(viewer, place) {
  let chart = null;
  let slider = null;
  let result = null;

  function game(found, decisions) {
    result = found?.curve.length ? found : null;
    chart = slider = null;
    place.replaceChildren();
    if (!result) return;
    const { steps, game: shown } = viewer;
    const width = Math.max(1, steps.length - 1);
    const points = steps.map(({ n, move }, at) => ({ n, at, marked: move && decisions.get(n)?.marked }));
    chart = svg(
      "svg",
      { class: "chart evaluation", viewBox: `0 0 ${width} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" },
      svg("path", { class: "half", d: `M0 ${HEIGHT / 2}H${width}` }),
      svg("path", { class: "area", d: `M0 ${HEIGHT}${path(points, result.curve, "L")}V${HEIGHT}Z` }),
      result.open_curve.length ? svg("path", { class: "open", d: path(points, result.open_curve, "M") }) : null,
      svg("path", { class: "known", d: path(points, result.curve, "M") }),
      points.filter(({ marked }) => marked).map(({ n, at }) => svg("path", { class: "mistake", d: `M${at} ${y(result.curve[n])}h0` })),
    );
    slider = el("div", { class: "curve", tabindex: 0, role: "slider", "aria-valuemin": 0, "aria-valuemax": steps.length - 1, "aria-label": text("expected score", { name: shown.sides[0] }) }, chart);
    onClickAt(chart, steps.length, (at) => viewer.show(at));
    place.append(
      el(
        "figure",
        {},
        el(
          "figcaption",
          {},
          sideMark(0),
          " ",
          text("expected score", { name: shown.sides[0] }),
          el("span", { class: "legend" }, el("span", {}, el("i", { class: "known" }), text("curve known")), result.open_curve.length ? el("span", {}, el("i", { class: "open" }), text("curve open")) : null),
        ),
        slider,
      ),
      el("ul", { class: "accuracy" }, result.sides.map((side, at) => (side.decisions ? el("li", {}, sideMark(at), " ", accuracy(side, shown.sides[at])) : null))),
    );
  }

  function accuracy({ loss, error, decisions, marked }, name) {
    const words = text("accuracy", { name, loss: loss.toFixed(3), error: error.toFixed(3), decisions });
    return `${words}, ${marked === 1 ? text("mistakes one") : text("mistakes", { count: marked })}`;
  }

  function step() {
    if (!chart) return;
    const { steps, index, game: shown } = viewer;
    const { n } = steps[index];
    cursor(chart, index);
    const score = result.curve[n]?.toFixed(2) ?? "";
    slider.setAttribute("aria-valuenow", index);
    slider.setAttribute("aria-valuetext", text("expected at", { n, last: steps.at(-1).n, score, name: shown.sides[0] }));
  }

  return { game, step };
}

const y = (score) => (HEIGHT - score * HEIGHT).toFixed(1);

/** A line through the steps; `first` begins it: "M", or "L" to go on from another point. */
function path(points, curve, first) {
  return points.map(({ n, at }, index) => `${index ? "L" : first}${at} ${y(curve[Math.min(n, curve.length - 1)])}`).join("");
}

// Small charts: step lines of two sides, and bars. They stretch with the page, so their text is HTML.

import { svg } from "../games/dom.js";

const HEIGHT = 100;

function frame(width, label, ...content) {
  return svg(
    "svg",
    { class: "chart", viewBox: `0 0 ${Math.max(1, width)} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": label },
    ...content,
  );
}

/** Draws a line across the chart at `at`, in the chart's units, in place of the last one. */
export function cursor(chart, at) {
  chart.querySelector(".cursor")?.remove();
  chart.append(svg("path", { class: "cursor", d: `M${at} 0V${HEIGHT}` }));
}

/** Two step lines, one a side: `values` lists [a, b]. */
export function lines(values, label) {
  const top = Math.max(1, ...values.flat()) * 1.08;
  const path = (side) => {
    const y = (value) => (HEIGHT - (value / top) * HEIGHT).toFixed(1);
    return values.map((both, at) => (at ? `H${at}V${y(both[side])}` : `M0 ${y(both[side])}`)).join("");
  };
  return frame(
    values.length - 1,
    label,
    [0, 1].map((side) => svg("path", { class: `line side${side}`, d: path(side) })),
  );
}

/** Stacked bars: `stacks` lists, for each bar, its parts as [class, value]. */
export function bars(stacks, label) {
  const top = Math.max(0.1, ...stacks.map((parts) => parts.reduce((sum, [, value]) => sum + value, 0)));
  const paths = new Map();
  stacks.forEach((parts, at) => {
    let base = HEIGHT;
    for (const [kind, value] of parts) {
      const height = (value / top) * HEIGHT;
      if (height > 0) {
        base -= height;
        paths.set(kind, `${paths.get(kind) ?? ""}M${at + 0.1} ${base.toFixed(2)}h.8v${height.toFixed(2)}h-.8z`);
      }
    }
  });
  return frame(stacks.length, label, [...paths].map(([kind, d]) => svg("path", { class: `bar ${kind}`, d })));
}

/** Calls `go` with the index (0 to `count` - 1) of the bar or step that is clicked. */
export function onClickAt(chart, count, go) {
  chart.addEventListener("click", (event) => {
    const box = chart.getBoundingClientRect();
    go(Math.min(count - 1, Math.max(0, Math.floor(((event.clientX - box.left) / box.width) * count))));
  });
}

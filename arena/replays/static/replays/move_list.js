// The moves as a list, by deal, each a link to its step. The current one is highlighted.

import { el } from "../games/dom.js";
import { text } from "../games/setup.js";
import { sideMark } from "../games/table.js";

/** Fills `list`; returns a function that highlights the step with a given index. */
export function moveList(list, steps, game, rules, link) {
  const entries = steps.map((step, index) => {
    const { kind, move, view, n } = step;
    if (kind === "start") {
      if (view.deal === undefined) return null;
      return el(
        "li",
        { class: "deal" },
        el("a", { href: link(index), tabindex: -1 }, text("deal number", { number: view.deal + 1 })),
      );
    }
    if (kind === "fault") return null;
    return el(
      "li",
      { class: step.trick ? "ends-trick" : null, "data-n": n },
      el(
        "a",
        { href: link(index), tabindex: -1, title: move.note },
        el("span", { class: "n" }, n),
        sideMark(move.seat % 2),
        game.seats > 2 ? el("span", { class: "seat-number" }, move.seat) : null,
        el("span", { class: "what" }, rules.words(move, step)),
        move.note ? el("span", { class: "has-note", "aria-hidden": "true" }, "✎") : null,
      ),
    );
  });
  list.replaceChildren(...entries.filter(Boolean));

  let current = null;
  return (index) => {
    const entry = entries[index] ?? entries.slice(0, index + 1).findLast(Boolean) ?? null;
    if (current) {
      current.removeAttribute("aria-current");
      current.firstChild.tabIndex = -1;
    }
    current = entry;
    if (!entry) {
      list.scrollTop = 0;
      return;
    }
    entry.setAttribute("aria-current", "true");
    entry.firstChild.tabIndex = 0;
    // Only the list may scroll, never the page.
    const top = entry.offsetTop;
    if (top < list.scrollTop || top + entry.offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = top - list.clientHeight / 2;
    }
  };
}

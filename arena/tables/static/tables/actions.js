// The buttons under the hand: one for each kind of move, at fixed places.

import { inline, pip } from "../games/cards.js";
import { el } from "../games/dom.js";
import { setup, text } from "../games/setup.js";
import { byKey, complete } from "./selection.js";
import { rich } from "./words.js";

const GUARD_MS = 300; // a button that has just appeared under the finger does nothing

/**
 * The buttons in `box`; `play(move)` is called for a legal move, `leave()` when the button in focus
 * can take no key any more. Returns {update, chosen, press, focus}.
 *
 * A button's place is its column in `rules.ACTIONS`, so that "drop" is always where it was.
 */
export function actions(box, rules, play, leave) {
  let shown = null;
  let fresh = null; // the timer of new buttons
  let buttons = new Map(); // by key
  let moves = {};
  let bareOnly = true; // no legal move has cards

  function columns(keys) {
    const taken = [];
    for (const key of keys) {
      let column = (rules.ACTIONS ?? []).findIndex((verbs) => verbs.includes(key));
      if (column < 0 || taken[column]) column = 0;
      while (taken[column]) column += 1;
      taken[column] = key;
    }
    return Array.from({ length: Math.max(2, taken.length) }, (_, column) => taken[column] ?? null);
  }

  function build(legal) {
    const places = columns([...byKey(legal).keys()]);
    buttons = new Map();
    const nodes = places.map((key, column) => {
      const node = el("button", { type: "button", class: `act act${column}`, disabled: true });
      if (key === null) {
        node.classList.add("empty");
        node.setAttribute("aria-hidden", "true");
        return node;
      }
      node.dataset.key = key;
      buttons.set(key, node);
      node.addEventListener("click", () => {
        if (!fresh && moves[key]) play(moves[key]);
      });
      return node;
    });
    box.style.setProperty("--columns", places.length);
    box.replaceChildren(...nodes);
  }

  /** `question` is null where nothing is asked. `identity` tells one question from the next. */
  function update(legal, selection, identity, busy) {
    const kinds = `${identity}`;
    const had = box.contains(document.activeElement);
    if (shown !== kinds) {
      build(legal);
      shown = kinds;
      clearTimeout(fresh);
      box.classList.add("new");
      fresh = setTimeout(() => {
        fresh = null;
        box.classList.remove("new");
      }, GUARD_MS);
    }
    moves = complete(legal, selection);
    bareOnly = legal.every((move) => !move.cards.length);
    for (const [key, group] of byKey(legal)) {
      const bare = group.every((move) => !move.cards.length);
      if (bare) [moves[key]] = group;
    }
    let number = 0;
    for (const [key, node] of buttons) {
      const move = moves[key] ?? null;
      number += 1;
      node.disabled = !move || busy;
      node.classList.toggle("primary", Boolean(move) && node === first());
      node.replaceChildren(el("kbd", { "aria-hidden": "true" }, number), el("span", { class: "words" }, ...label(key, move)));
    }
    if (!had || box.querySelector(":focus:enabled")) return;
    const next = box.querySelector("button:enabled");
    if (next) next.focus({ preventScroll: true });
    else leave();
  }

  /** The button that stands out: for selected cards, or the only one. The table recommends nothing. */
  const first = () => (bareOnly ? (buttons.size === 1 ? [...buttons.values()][0] : null) : [...buttons].find(([key]) => moves[key]?.cards.length)?.[1]);

  return {
    update,
    /** The moves that the selection is, by key. */
    chosen: () => ({ ...moves }),
    press: (number) => [...buttons.values()][number - 1]?.click(),
    focus: () => [...buttons.values()].find((node) => !node.disabled)?.focus({ preventScroll: true }),
  };
}

/** "Beat with 9♠ K♠", or only "Beat" where the cards are still to be chosen. */
function label(key, move) {
  const [, extra] = key.split(" ");
  if (extra && setup.suits[extra]) return [pip(extra)]; // the prompt says for what
  const full = `do ${key}`;
  if (move && !move.cards.length && setup.texts[`${full} none`]) return [text(`${full} none`)];
  if (move?.cards.length && setup.texts[`${full} cards`]) {
    return rich(setup.texts[`${full} cards`], { count: move.cards.length, cards: move.cards.flatMap((card) => [" ", inline(card)]) });
  }
  return [setup.texts[full] ?? key];
}

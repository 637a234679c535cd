// Speaks to screen readers. Two live regions take turns, so that equal texts are spoken twice.

import { called } from "../games/cards.js";

/** What a screen reader is to say for an element or a list of nodes and texts. */
export function spoken(node) {
  if (node === null || node === undefined || node === false) return "";
  if (Array.isArray(node)) return node.map(spoken).join("");
  if (!(node instanceof Node)) return String(node);
  if (node.nodeType === Node.TEXT_NODE) return node.data;
  if (node.classList.contains("pegs")) return ""; // the number stands beside them
  if (node.dataset?.card) return called(node.dataset.card);
  return node.getAttribute("aria-label") ?? [...node.childNodes].map(spoken).join("");
}

/** Returns say(text): speaks it after what was said before. */
export function announcer(regions) {
  let turn = 0;
  let waiting = [];
  let timer = null;

  function flush() {
    timer = null;
    const [now, other] = [regions[turn], regions[1 - turn]];
    other.textContent = "";
    now.textContent = waiting.join(" ");
    waiting = [];
    turn = 1 - turn;
  }

  return (text) => {
    if (!text) return;
    waiting.push(/[.!?…]$/.test(text) ? text : `${text}.`);
    if (timer === null) timer = setTimeout(flush, 60);
  };
}

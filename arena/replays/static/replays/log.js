// For the owner: what the bot wrote on standard error, move by move, searchable.

import { el } from "../games/dom.js";
import { setup, text } from "../games/setup.js";

const SHOWN = 200;
const MARK = /^--- g(\d+)m(\d+) ---$/;

export function log(viewer) {
  const list = viewer.part("log");
  if (!list) return null;
  const panel = list.closest("details");
  const search = viewer.part("logsearch");
  const side = viewer.part("logside");
  const texts = new Map(); // pieces by side

  async function pieces() {
    const { stderr } = setup.logs[side ? Number(side.value) : 0];
    if (!texts.has(stderr)) {
      const answer = await fetch(stderr);
      texts.set(stderr, answer.ok ? cut(await answer.text()) : []);
    }
    return texts.get(stderr);
  }

  async function fill() {
    if (!panel.open || !viewer.game) return;
    const all = await pieces();
    const words = search.value.trim().toLowerCase();
    const number = viewer.game.game;
    const found = words
      ? all.filter((piece) => piece.text.toLowerCase().includes(words))
      : all.filter(({ game }) => game === number || (game === 0 && number === 1));
    const items = found.slice(0, SHOWN).map(entry);
    if (found.length > SHOWN) items.push(el("li", { class: "muted" }, text("left out")));
    if (!found.length) items.push(el("li", { class: "muted" }, text(words ? "nothing found" : "nothing written")));
    list.replaceChildren(...items);
    step();
  }

  function entry({ game, move, text: words }) {
    const name = game ? el("a", { href: `#g${game}m${move}` }, `g${game}m${move}`) : text("before play");
    return el("li", { "data-at": `${game}.${move}` }, el("span", { class: "at" }, name), el("pre", {}, words));
  }

  /** Marks what was written for the move that is shown. */
  function step() {
    if (!panel.open || !viewer.game) return;
    const { move } = viewer.all[viewer.index];
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const item = move && list.querySelector(`[data-at="${viewer.game.game}.${move.n}"]`);
    if (!item) return;
    item.setAttribute("aria-current", "true");
    const top = item.offsetTop - list.offsetTop;
    if (top < list.scrollTop || top > list.scrollTop + list.clientHeight - 40) list.scrollTop = top - 20;
  }

  panel.addEventListener("toggle", fill);
  search.addEventListener("input", fill);
  side?.addEventListener("change", fill);
  return { game: fill, step };
}

/** A log in pieces, each with the game and the move that it was written for (0 before any). */
function cut(whole) {
  const pieces = [];
  let current = { game: 0, move: 0, lines: [] };
  for (const line of whole.split("\n")) {
    const mark = MARK.exec(line);
    if (mark) {
      pieces.push(current);
      current = { game: Number(mark[1]), move: Number(mark[2]), lines: [] };
    } else {
      current.lines.push(line);
    }
  }
  pieces.push(current);
  return pieces
    .map(({ game, move, lines }) => ({ game, move, text: lines.join("\n").trimEnd() }))
    .filter((piece) => piece.text);
}

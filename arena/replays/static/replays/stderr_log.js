// For the owner: the bot's standard error by move, with a search.

import { el } from "../games/dom.js";
import { setup, text } from "../games/setup.js";

const SHOWN = 200;
const HEADER = /^--- g(\d+)m(\d+) ---$/;

export function stderrLog(viewer) {
  const list = viewer.part("log");
  if (!list) return null;
  const panel = list.closest("details");
  const search = viewer.part("log-search");
  const side = viewer.part("log-side");
  const loaded = new Map(); // entries by the address of a log

  async function entries() {
    const { stderr } = setup.logs[side ? Number(side.value) : 0];
    if (!loaded.has(stderr)) {
      const answer = await fetch(stderr);
      loaded.set(stderr, answer.ok ? parse(await answer.text()) : []);
    }
    return loaded.get(stderr);
  }

  async function fill() {
    if (!panel.open || !viewer.game) return;
    const all = await entries();
    const words = search.value.trim().toLowerCase();
    const number = viewer.game.game;
    const found = words
      ? all.filter((entry) => entry.text.toLowerCase().includes(words))
      : all.filter(({ game }) => game === number || (game === 0 && number === 1));
    const items = found.slice(0, SHOWN).map(itemOf);
    if (found.length > SHOWN) items.push(el("li", { class: "muted" }, text("left out")));
    if (!found.length) items.push(el("li", { class: "muted" }, text(words ? "nothing found" : "nothing written")));
    list.replaceChildren(...items);
    step();
  }

  function itemOf({ game, move, text: words }) {
    const place = move ? `g${game}m${move}` : text("before play");
    const name = game ? el("a", { href: `#g${game}m${move}` }, place) : place;
    return el("li", { "data-at": `${game}.${move}` }, el("span", { class: "at" }, name), el("pre", {}, words));
  }

  /** Highlights the entry of the current move. */
  function step() {
    if (!panel.open || !viewer.game) return;
    const { move } = viewer.steps[viewer.index];
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

/**
 * The entries of a log: {game, move, text}. Move 0 is what a process wrote before its first move, and
 * game 0 what the first process wrote then.
 */
function parse(log) {
  const entries = [];
  let current = { game: 0, move: 0, lines: [] };
  for (const line of log.split("\n")) {
    const header = HEADER.exec(line);
    if (header) {
      entries.push(current);
      current = { game: Number(header[1]), move: Number(header[2]), lines: [] };
    } else {
      current.lines.push(line);
    }
  }
  entries.push(current);
  return entries
    .map(({ game, move, lines }) => ({ game, move, text: lines.join("\n").trimEnd() }))
    .filter((entry) => entry.text);
}

// "Check this deal": the browser repeats the shuffle from the seed and compares the cards.

import { el } from "../games/dom.js";
import { setup, text } from "../games/setup.js";
import { bytes, hex, pairSeed, sha256 } from "../games/shuffle.js";

export function dealCheck(viewer) {
  const place = viewer.part("deal-check");
  if (!place) return null;
  const panel = place.closest("details");
  let done = null;

  async function step() {
    if (!panel.open || !viewer.game) return;
    const deal = viewer.steps[viewer.index].view.deal ?? 0;
    const id = `${viewer.game.game}.${deal}`;
    if (done === id) return;
    done = id;
    if (!globalThis.crypto?.subtle) {
      place.replaceChildren(el("p", {}, text("no crypto")));
      return;
    }
    place.replaceChildren(el("p", { class: "muted" }, text("checking")));
    const lines = await checks(await viewer.load(viewer.game.game, null), deal);
    if (done !== id) return; // another deal is shown by now
    const right = lines.every(({ ok }) => ok);
    place.replaceChildren(
      el("ul", { class: "deal-check" }, lines.map(({ ok, words, code }) => el("li", { class: ok ? "ok" : "bad" }, words, code ? el("code", {}, code) : null))),
      el("p", { class: right ? "result" : "errors" }, text(right ? "checked" : "not checked")),
    );
  }

  panel.addEventListener("toggle", step);
  return { step };
}

/** The checks of a deal, as lines {ok, words, code}. */
async function checks(game, deal) {
  const seed = bytes(setup.check.seed);
  const commitment = hex(await sha256(seed));
  const gameSeed = await pairSeed(seed, game.seed_index ?? game.pair);
  const view = dealt(game, deal);
  const rules = await import(setup.deal);
  const computed = await rules.deal(gameSeed, deal, game.options, view);
  return [
    { ok: commitment === setup.check.commitment, words: text("check commitment"), code: commitment },
    { ok: true, words: text("check pair", { pair: game.pair + 1 }), code: hex(gameSeed) },
    { ok: same(computed, view), words: text(same(computed, view) ? "check deal" : "check differs", { deal: deal + 1 }), code: cardList(computed) },
  ];
}

/** The view of deal `deal` before its first move. */
function dealt(game, deal) {
  let view = {};
  for (const changes of game.frames) {
    view = { ...view, ...changes };
    if ((view.deal ?? 0) === deal && view.phase !== "choose") return view;
  }
  return view;
}

/** Whether a view shows the computed cards. Hands are compared as sets, the stock in order. */
function same(computed, view) {
  return Object.entries(computed).every(([key, value]) => {
    if (key === "hands") return value.every((hand, seat) => [...hand].sort().join() === [...view.hands[seat]].sort().join());
    return JSON.stringify(value) === JSON.stringify(view[key]);
  });
}

const cardList = ({ hands, stock }) => [...hands, ...(stock ? [stock] : [])].map((cards) => cards.join(" ")).join(" · ");

// The legal moves at the current step, with the one that was made highlighted.

import { pip, inline } from "../games/cards.js";
import { el } from "../games/dom.js";
import { setup, text } from "../games/setup.js";

const SHOWN = 120;

export function legalMoves(viewer) {
  const place = viewer.part("legal-moves");
  if (!place) return null;
  const panel = place.closest("details");
  let request = 0;

  async function step() {
    if (!panel.open) return;
    const { game, viewpoint, steps, index } = viewer;
    const current = (request += 1);
    // The alternatives to the move that was just made.
    const { move } = steps[index];
    if (!move) {
      place.replaceChildren(el("p", { class: "muted" }, text("no legal moves")));
      return;
    }
    const address = setup.choices.replace("/0/", `/${game.game}/`) + (viewpoint === null ? "" : `&seat=${viewpoint}`);
    const legal = (await viewer.fetchJson(address))[move.n - 1];
    if (current !== request) return;
    if (!legal.length) {
      place.replaceChildren(el("p", { class: "muted" }, text("legal moves hidden")));
      return;
    }
    const shown = legal.slice(0, SHOWN);
    if (!shown.includes(move.text)) shown.unshift(move.text);
    place.replaceChildren(
      el("p", {}, text("legal moves", { count: legal.length, seat: move.seat })),
      el(
        "ul",
        { class: "legal-moves" },
        shown.map((one) => el("li", { "aria-current": one === move.text && "true" }, words(one))),
        legal.length > shown.length ? el("li", {}, "…") : null,
      ),
    );
  }

  panel.addEventListener("toggle", () => viewer.game && step());
  return { step };
}

/** A move as the protocol writes it, with small card symbols. */
export function words(move) {
  const [verb, ...rest] = move.split(" ");
  const drawn = rest.flatMap((word) => {
    if (/^[6-9TJQKA][CDHS]$/.test(word)) return [" ", inline(word)];
    return [" ", /^[CDHS]$/.test(word) ? pip(word) : word];
  });
  return [verb, ...drawn];
}

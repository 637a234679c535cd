// The legal moves at the step that is shown, the one that was made marked.

import { pip, inline } from "../games/cards.js";
import { el } from "../games/dom.js";
import { setup, text } from "../games/setup.js";

const SHOWN = 120;

export function choices(viewer) {
  const place = viewer.part("choices");
  if (!place) return null;
  const panel = place.closest("details");
  let request = 0;

  async function step() {
    if (!panel.open) return;
    const { game, eyes, all, index } = viewer;
    const current = (request += 1);
    // Of the move that was just made: what else there was.
    const { move } = all[index];
    if (!move) {
      place.replaceChildren(el("p", { class: "muted" }, text("no choices")));
      return;
    }
    const address = setup.choices.replace("/0/", `/${game.game}/`) + (eyes === null ? "" : `&seat=${eyes}`);
    const offered = (await viewer.fetchJson(address))[move.n - 1];
    if (current !== request) return;
    if (!offered.length) {
      place.replaceChildren(el("p", { class: "muted" }, text("choices hidden")));
      return;
    }
    const shown = offered.slice(0, SHOWN);
    if (!shown.includes(move.text)) shown.unshift(move.text);
    place.replaceChildren(
      el("p", {}, text("choices", { count: offered.length, seat: move.seat })),
      el(
        "ul",
        { class: "offered" },
        shown.map((one) => el("li", { "aria-current": one === move.text && "true" }, words(one))),
        offered.length > shown.length ? el("li", {}, "…") : null,
      ),
    );
  }

  panel.addEventListener("toggle", () => viewer.game && step());
  return { step };
}

/** A move as the protocol writes it, its cards drawn small. */
function words(move) {
  const [verb, ...rest] = move.split(" ");
  const drawn = rest.flatMap((word) => {
    if (/^[6-9TJQKA][CDHS]$/.test(word)) return [" ", inline(word)];
    return [" ", /^[CDHS]$/.test(word) ? pip(word) : word];
  });
  return [verb, ...drawn];
}

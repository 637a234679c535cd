// The address bar: #g2m37 is the 37th move of game 2, #g2d3 its third deal. A final s1 selects the
// viewpoint of seat 1.

import { anchorOf } from "./steps.js";

/** What a hash names: {number, move, deal, seat}; null for what it leaves out. */
export function read(hash) {
  const found = /^#g(\d+)(?:m(\d+)|d(\d+))?(?:s(\d))?$/.exec(hash);
  if (!found) return { number: 1, move: null, deal: null, seat: null };
  const [number, move, deal, seat] = found.slice(1).map((digits) => (digits === undefined ? null : Number(digits)));
  return { number, move, deal, seat };
}

/** The hash of a step of the viewer's game. */
export function write({ game, viewpoint }, step) {
  return `#g${game.game}${anchorOf(step)}${viewpoint === null ? "" : `s${viewpoint}`}`;
}

/** Shows the hash in the address bar, without a new entry in the history. */
export function remember(hash) {
  try {
    history.replaceState(null, "", hash);
  } catch {
    // Some browsers limit the changes per time. The next step writes the address again.
  }
}

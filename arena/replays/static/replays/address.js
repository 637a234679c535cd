// The address bar: #g2m37 is the 37th move of game 2, #g2d3 its third deal, a final s1 the eyes of
// seat 1.

import { name } from "./steps.js";

/** What a hash names: {number, move, deal, seat}, null where it says nothing. */
export function read(hash) {
  const found = /^#g(\d+)(?:m(\d+)|d(\d+))?(?:s(\d))?$/.exec(hash);
  if (!found) return { number: 1, move: null, deal: null, seat: null };
  const [number, move, deal, seat] = found.slice(1).map((digits) => (digits === undefined ? null : Number(digits)));
  return { number, move, deal, seat };
}

/** The hash of a step. */
export function write({ game, eyes }, step) {
  return `#g${game.game}${name(step)}${eyes === null ? "" : `s${eyes}`}`;
}

export function remember(hash) {
  try {
    history.replaceState(null, "", hash);
  } catch {
    // Some browsers allow only so many changes in a while; the next step tells it again.
  }
}

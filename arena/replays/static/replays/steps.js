// A game's frames as the steps that the viewer shows.
//
// A step: {n, kind, view, before, move, trick}. `n` is how many moves were made, `view` what the
// table looks like, `before` the view one step earlier, `trick` a trick that `move` completed and
// that still lies there. Kinds: "start" (a deal has been dealt), "move", "end" (the last move of a
// deal, its cards still on the table) and "fault" (the game was broken off).

/** The whole views from a first one and what changed after each move (null: the key is gone). */
function views(frames) {
  let view = {};
  return frames.map((changes) => (view = { ...view, ...changes }));
}

/** The steps of a game as `frames.json` gives it; `rules` is its table module. */
export function steps(game, rules) {
  const all = views(game.frames);
  const result = [{ n: 0, kind: "start", view: all[0], before: null, move: null, trick: null }];
  game.moves.forEach((move, index) => {
    const [before, after] = [all[index], all[index + 1]];
    const n = move.n;
    const trick = rules.finished(before, move, after);
    if (before.deal === after.deal) {
      result.push({ n, kind: "move", view: after, before, move, trick });
    } else {
      const view = rules.closing(before, move, after, trick);
      result.push({ n, kind: "end", view, before, move, trick });
      result.push({ n, kind: "start", view: after, before: null, move: null, trick: null });
    }
  });
  if (game.excerpt) result.pop(); // the next deal, which is not told
  if (game.reason !== "normal") {
    const { n, view } = result.at(-1);
    result.push({ n, kind: "fault", view, before: view, move: null, trick: null });
  }
  return result;
}

/** Whether a step closes a trick, or what a ruleset has in its place. */
export function milestone(step, rules) {
  return rules.milestone ? rules.milestone(step) : step.trick !== null;
}

/** The step that a link names: a move (`m37`), the start of a deal (`d3`), or the game's start. */
export function find(all, { move = null, deal = null }) {
  const index =
    deal !== null
      ? all.findIndex(({ kind, view }) => kind === "start" && (view.deal ?? 0) === deal - 1)
      : all.findIndex(({ n }) => n >= (move ?? 0));
  return index < 0 ? all.length - 1 : index;
}

/** What a link calls a step: the reverse of `find`. */
export function name({ n, kind, view }) {
  if (n === 0 || kind !== "start") return `m${n}`;
  return `d${view.deal + 1}`;
}

// A game's frames as the steps that the viewer shows.
//
// A step: {n, kind, view, before, move, trick, leader}. `n` is the number of moves made, `view` the cards
// after them, `before` the view one step earlier, `trick` a trick that `move` completed and that is
// still on the table. Kinds: "start" (a new deal), "move", "end" (the last move of a deal, its cards
// still on the table) and "fault" (a fault ended the game).

/** The complete views: each frame holds only what changed, with null for a key that is gone. */
function views(frames) {
  let view = {};
  return frames.map((changes) => (view = { ...view, ...changes }));
}

/** The steps of a game as frames.json describes it; `rules` is its table module. */
export function stepsOf(game, rules) {
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
  if (game.excerpt) result.pop(); // the next deal is not part of the excerpt
  if (game.reason !== "normal") {
    const { n, view } = result.at(-1);
    result.push({ n, kind: "fault", view, before: view, move: null, trick: null });
  }
  findLeaders(result);
  return result;
}

/** Sets who led the current trick in each step: a view names the card led, not always the seat. */
function findLeaders(steps) {
  let leader = null;
  for (const step of steps) {
    if (step.view.led && step.move) leader = step.move.seat;
    step.leader = leader;
  }
}

/** Whether a step completes a trick, or what the ruleset has in its place. */
export function milestone(step, rules) {
  return rules.milestone ? rules.milestone(step) : step.trick !== null;
}

/** The index of the step that a link names: a move, the start of a deal, or the game's start. */
export function findStep(all, { move = null, deal = null }) {
  const index =
    deal !== null
      ? all.findIndex(({ kind, view }) => kind === "start" && (view.deal ?? 0) === deal - 1)
      : all.findIndex(({ n }) => n >= (move ?? 0));
  return index < 0 ? all.length - 1 : index;
}

/** How a link names a step: ``m37`` or ``d3``. */
export function anchorOf({ n, kind, view }) {
  if (n === 0 || kind !== "start") return `m${n}`;
  return `d${view.deal + 1}`;
}

// Shows the steps of a game one by one at the chosen speed, and the last one at once on request.

const TRICK_MS = 1000; // a finished trick stays at least so long, unless it was looked at
const DEAL_MS = 3500;
const MOST = 14; // when more steps arrive at once, only the last is shown

/**
 * `show(index)` shows a step of `play.steps`; `stepMs()` is the time between two moves. Call
 * `update` after new steps, and `skip` when the person wants to go on.
 */
export function queue(play, show, stepMs) {
  let timer = null;
  let due = 0; // when the next step may be shown

  const last = () => play.steps.length - 1;
  const running = () => play.index < last();

  function pause({ kind, trick }) {
    const step = stepMs();
    if (kind === "end") return step ? DEAL_MS : TRICK_MS;
    return Math.max(step, trick ? TRICK_MS : 0);
  }

  function advance() {
    timer = null;
    if (!running()) return;
    show(play.index + 1);
    due = performance.now() + pause(play.steps[play.index]);
    wait();
  }

  function wait() {
    if (running() && timer === null) timer = setTimeout(advance, Math.max(0, due - performance.now()));
  }

  /** Shows the last step now. */
  function skip() {
    clearTimeout(timer);
    timer = null;
    due = 0;
    if (running()) show(last());
  }

  /** New steps came; `own` is the index up to which they are the person's own, shown at once. */
  function update(own = -1) {
    if (document.hidden || last() - play.index > MOST || play.index < 0) {
      skip();
      due = performance.now() + stepMs();
      return;
    }
    if (own > play.index) {
      clearTimeout(timer);
      timer = null;
      show(own);
      due = performance.now() + pause(play.steps[own]);
    }
    wait();
  }

  document.addEventListener("visibilitychange", () => document.hidden || skip());
  return { update, skip, running };
}

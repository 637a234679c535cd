// The connection of this page to its table: Updates come in once and in order, actions go out until
// they are answered.

import { Refused, backOff, getUpdate, postAction } from "./requests.js";
import { follow } from "./shared_stream.js";

const MOST_ANIMATED = 12; // entries; more at once are shown as their last position
const MISSED_COMES_MS = 3000;
const PASSING_TRIES = 5; // for actions that are not moves
const ONCE = ["say"]; // a second "well played" would be a second one

/**
 * Connects to table `code`, of which the page knows `after` entries.
 *
 * Calls `onUpdate(update, {catchUp})` for each Update that brings something: its `entries` are those
 * that are new, in order; with `game` it has the whole log, and the page begins anew. `catchUp`: show
 * the last position without playing every animation. Calls `onStatus(status, message)`:
 *
 * - "live": connected.
 * - "reconnecting": not connected; shown clocks stand.
 * - "changed": this browser now belongs to somebody else at this table, for example because of
 *   logging out in another tab. The page must be loaded again.
 * - "gone": the table cannot be seen any more, for the reason in `message`.
 *
 * `now` is the `now` of the page's first Update, and `player` names who is watching.
 *
 * Returns {act, close}. `act(action, body)` does something at the table and returns a promise of the
 * Update after it. A move is sent until it is acknowledged, also after a reload; if its question is
 * no longer asked, the promise brings the Update that says so. Anything else that the server refuses
 * rejects with Refused.
 */
export function connect(code, after, onUpdate, onStatus, { now = null, player = "" } = {}) {
  const pendingKey = `goat-move ${code}`;
  let known = after;
  let current = now;
  let behind = false; // something was missed, and is on its way
  let ended = false;
  let asking = null;
  let sending = null; // the move on its way: {question, move, promise}

  /** Takes an Update; returns it. */
  function take(update, answersMe = false) {
    if (ended || update.code !== code) return update;
    const newer = !current || update.now.at > current.at;
    if (newer && isSomebodyElse(current?.you, update.now.you, answersMe)) {
      end();
      onStatus("changed", "");
      return update;
    }
    // Whoever has sat down sees other things, from the first entry on.
    const anew = newer && current && current.you?.seat !== update.now.you?.seat;
    if (anew || (newer && update.n < known)) known = 0;
    if (update.after > known) {
      ask();
      return update;
    }
    const entries = (update.entries ?? []).filter(({ n }) => n > known);
    const whole = known === 0 && update.after === 0;
    known = Math.max(known, update.n);
    if (newer) current = update.now;
    if (!entries.length && !newer) return update;
    const catchUp = behind || document.hidden || entries.length > MOST_ANIMATED;
    behind = false;
    const { game, ...rest } = update;
    onUpdate({ ...rest, ...(whole ? { game } : {}), entries, now: current }, { catchUp });
    return update;
  }

  /** Asks for what is missing. */
  function ask() {
    if (ended) return;
    behind = true;
    asking ??= getUpdate(code, known)
      .then((update) => {
        asking = null;
        take(update);
      })
      .catch((error) => {
        asking = null;
        if (error instanceof Refused && !error.passes) return gone(error);
        setTimeout(ask, backOff(2));
      });
  }

  function gone({ message }) {
    end();
    onStatus("gone", message);
  }

  const unfollow = follow(code, String(player), {
    cursor: () => known,
    update: (update) => take(update),
    refresh: ask,
    status(status) {
      if (ended) return;
      if (status === "reconnecting") behind = true;
      // What was missed comes at once, or there was nothing.
      if (status === "live") setTimeout(() => (behind = false), MISSED_COMES_MS);
      onStatus(status, "");
      if (status === "live") resume();
    },
  });

  function end() {
    ended = true;
    unfollow();
  }

  async function act(action, body = {}) {
    if (action === "move") return sendMove(body);
    for (let tries = 0; ; tries += 1) {
      try {
        return take(await postAction(code, action, { ...body, after: known }), true);
      } catch (error) {
        if (error instanceof Refused && !error.passes) throw refused(error);
        if (tries === PASSING_TRIES || ONCE.includes(action)) throw error;
        await pause(backOff(tries));
      }
    }
  }

  function sendMove({ question, move }) {
    // A second tap does not make a second move.
    if (sending?.question === question) return sending.promise;
    const promise = untilAcknowledged({ question, move }).finally(() => {
      if (sending?.promise === promise) sending = null;
    });
    sending = { question, move, promise };
    return promise;
  }

  async function untilAcknowledged(body) {
    remember({ ...body, seat: current?.you?.seat ?? null });
    for (let tries = 0; ; tries += 1) {
      try {
        const update = await postAction(code, "move", { ...body, after: known });
        forget();
        return take(update, true);
      } catch (error) {
        if (ended) throw error;
        if (error instanceof Refused && !error.passes) {
          forget();
          if (error.code !== "stale") throw refused(error);
          return take(error.update ?? (await getUpdate(code, known)), true);
        }
        await pause(Math.max((error.retryAfter ?? 0) * 1000, backOff(tries)));
      }
    }
  }

  /** Sends the move that this tab was sending when its page was loaded again. */
  function resume() {
    const stored = recall();
    if (!stored || sending || ended) return;
    if (stored.seat !== (current?.you?.seat ?? null)) return forget();
    sendMove(stored).catch(() => {});
  }

  /** Also takes the Update that came with an error. */
  function refused(error) {
    if (error.update) take(error.update, true);
    else if (error.status === 409 || error.status === 403) ask();
    return error;
  }

  function remember(pending) {
    try {
      sessionStorage.setItem(pendingKey, JSON.stringify(pending));
    } catch {
      // Without storage the move does not survive a reload.
    }
  }

  function recall() {
    try {
      return JSON.parse(sessionStorage.getItem(pendingKey));
    } catch {
      return null;
    }
  }

  function forget() {
    try {
      sessionStorage.removeItem(pendingKey);
    } catch {
      // Nothing was stored.
    }
  }

  resume();
  return { act, close: end };
}

/**
 * Whether the viewer is no longer the person whom the page was made for. A guest who signs up stays
 * that person, and so does one who sits down or gets up with a button of this page.
 */
function isSomebodyElse(before, after, answersMe) {
  if (!before?.name || answersMe || before.name === after?.name) return false;
  return !(before.guest && after?.name && !after.guest && before.seat === after.seat);
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

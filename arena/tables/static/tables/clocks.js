// The shown clocks: the server says what is left and until when, a local clock counts down.

const REMEMBERED = 8; // Updates, by which the server's clock is known

/**
 * Returns {take, status, stands, left, untilTime}.
 *
 * `take(now)` takes the `now` of an Update, `status(status)` the connection's. `left(seat)` is
 * {move, bank} in milliseconds, null without a clock; `move` is null if no time per move runs.
 * Nothing moves while `stands()`: without a connection, in a window, or before the first Update.
 */
export function makeClocks() {
  let now = null;
  let connected = true;
  let stoodAt = null; // the server's time when the connection was lost
  let offsets = []; // the server's clock minus the local one; the largest had the least delay

  const local = () => performance.now(); // never set back, unlike the computer's time
  const server = () => stoodAt ?? local() + Math.max(...offsets);

  return {
    take(next) {
      now = next;
      offsets = [...offsets, next.at - local()].slice(-REMEMBERED);
      stoodAt = connected ? null : next.at;
    },
    status(status) {
      const next = status === "live";
      if (next === connected) return;
      connected = next;
      if (!connected) {
        stoodAt = offsets.length ? server() : null;
      } else {
        // After a sleep the local clock may have stood too.
        stoodAt = null;
        offsets = offsets.slice(-1);
      }
    },
    stands: () => !now || !connected || Boolean(now.window) || now.state !== "playing",
    left(seat) {
      const clock = now?.clocks?.[seat];
      if (!clock) return null;
      if (clock.until === null || (now.window && connected)) return { move: null, bank: clock.bank_ms };
      const left = Math.max(0, clock.until - server());
      // The time per move is used up before the bank.
      return { move: Math.max(0, left - clock.bank_ms), bank: Math.min(left, clock.bank_ms) };
    },
    /** Milliseconds until the server's time `until`. */
    untilTime: (until) => (offsets.length ? Math.max(0, until - server()) : 0),
  };
}

/** Minutes and seconds as 1:05; below ten seconds with tenths. */
export function clockText(ms) {
  if (ms < 10000) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * Calls `remind()` when the same question has been waiting for an answer for `after` milliseconds,
 * and again each time as long. Returns what takes the `now` of each Update.
 */
export function makeReminder(remind, after = 30000) {
  let question = null;
  let timer = null;
  return (now) => {
    const next = now.state === "playing" ? (now.question?.n ?? null) : null;
    if (next === question) return;
    question = next;
    clearInterval(timer);
    // A secret question must not be noticed by who looks over a shoulder, so nothing sounds.
    if (question !== null && !now.question.secret) timer = setInterval(remind, after);
  };
}

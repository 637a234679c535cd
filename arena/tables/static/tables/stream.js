// The stream of server-sent events about tables: opened, watched for silence, and opened again.
//
// A connection can die without an error: bytes are swallowed, a laptop sleeps. The server sends a
// heartbeat every 10 s, so silence means that the connection is gone. While it is, short requests
// look for the server, several at once: one that hangs must not hold up the next.

import { Refused, backOff, getUpdate } from "./requests.js";

export const SILENCE_MS = 25000;
export const HEARTBEAT_MS = 10000;
const OPEN_MS = 6000; // for a stream to open
// Between two requests that look for the server, and how long one may take. Those that hang must
// leave some of the browser's six connections free; now and then one waits for a slow network.
const PROBE_MS = 900;
const PROBE_TIMEOUT_MS = 2500;
const LONG_TIMEOUT_MS = 10000;
const LONG_EVERY = 10;
const PATIENT_AFTER = 40; // requests without an answer; after them they come less often
const PATIENT_MS = 8000;

/**
 * Follows the tables `wanted()`, an object with the number of known entries by code.
 *
 * Calls `heard(update)`, `alive()` at each sign of life, and `status("live" | "reconnecting")`.
 * Returns {reopen, wake, close}: `reopen` after `wanted` has changed, `wake` when the network or the
 * page may be back.
 */
export function openStream(wanted, { heard, alive, status }) {
  let events = null; // the EventSource that is open
  let opening = null; // the one that shall replace it
  let state = "new";
  let signOfLife = Date.now();
  let silence = null;
  let probes = null; // the timer of the next probe
  let tries = 0;
  let refusals = 0; // streams in a row that did not open although the server answers
  let closed = false;

  function say(next) {
    if (state === next || closed) return;
    state = next;
    status(next);
  }

  function lives() {
    signOfLife = Date.now();
    clearTimeout(silence);
    silence = setTimeout(lost, SILENCE_MS);
    alive();
  }

  /** Opens a stream for what is wanted now; the old one stays until the new one is open. */
  function open() {
    opening?.close();
    opening = null;
    const watch = Object.entries(wanted()).map(([code, after]) => `${code}:${after}`);
    if (closed || !watch.length) return;
    const source = new EventSource(`/api/v1/tables/stream/?watch=${watch.join(",")}`);
    opening = source;
    const late = setTimeout(lost, OPEN_MS);
    source.onopen = () => {
      clearTimeout(late);
      if (source !== opening) return source.close();
      events?.close();
      [events, opening, tries, refusals] = [source, null, 0, 0];
      lives();
      say("live");
    };
    source.onerror = () => {
      clearTimeout(late);
      source.close(); // it would come back with its first address, and so without what came since
      if (source === opening) refusals += 1;
      if (source === opening || source === events) lost();
    };
    source.addEventListener("heartbeat", lives);
    source.addEventListener("update", (event) => {
      lives();
      heard(JSON.parse(event.data));
    });
  }

  function lost() {
    shut();
    if (closed) return;
    say("reconnecting");
    if (probes !== null) return;
    // If only streams are refused, because there are too many, the short requests go on alone.
    if (refusals > 1) probes = setTimeout(probe, backOff(Math.min(refusals, 6)));
    else probe();
  }

  /** Asks for one table until there is an answer; then the stream opens for all. */
  function probe() {
    const [[code, after] = []] = Object.entries(wanted());
    if (closed || !code) return;
    const wait = tries < PATIENT_AFTER && !document.hidden ? PROBE_MS : PATIENT_MS;
    tries += 1;
    probes = setTimeout(probe, wait * (0.8 + 0.4 * Math.random()));
    const timer = probes;
    const over = () => probes !== null && !closed;
    const found = () => {
      clearTimeout(probes);
      probes = null;
      open();
    };
    getUpdate(code, after, tries % LONG_EVERY ? PROBE_TIMEOUT_MS : LONG_TIMEOUT_MS).then(
      (update) => {
        if (!over()) return;
        heard(update);
        found();
      },
      (error) => {
        if (!over() || !(error instanceof Refused)) return;
        if (!error.passes) return found(); // the table is gone for this viewer; others may not be
        if (probes !== timer) return; // a later probe is on its way
        clearTimeout(probes);
        probes = setTimeout(probe, Math.max(error.retryAfter * 1000, backOff(Math.min(tries, 5))));
      },
    );
  }

  function shut() {
    clearTimeout(silence);
    events?.close();
    opening?.close();
    events = opening = null;
  }

  open();
  silence = setTimeout(lost, SILENCE_MS);
  return {
    reopen() {
      if (probes === null) open();
    },
    wake() {
      tries = 0;
      const silent = Date.now() - signOfLife > HEARTBEAT_MS + 2000;
      if (!silent && probes === null) return;
      clearTimeout(probes);
      probes = null;
      lost();
    },
    close() {
      closed = true;
      clearTimeout(probes);
      shut();
    },
  };
}

/** Calls `wake` whenever the network or the page may be back after a pause. */
export function onWake(wake) {
  const TICK_MS = 2000;
  let last = Date.now();
  setInterval(() => {
    // A computer that slept ran no timers.
    const slept = Date.now() - last > HEARTBEAT_MS + TICK_MS;
    last = Date.now();
    if (slept) wake();
  }, TICK_MS);
  addEventListener("online", wake);
  addEventListener("pageshow", wake);
  document.addEventListener("resume", wake);
  document.addEventListener("visibilitychange", () => document.hidden || wake());
}

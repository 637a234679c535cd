// One stream a browser: HTTP/1.1 gives a host six connections, and a stream holds one.
//
// The tab that has the lock leads: it opens the stream for the tables of all tabs, and passes on what
// it hears. When it closes, another gets the lock; when it sleeps, another takes it. A browser
// without these means opens a stream in each tab.

import { HEARTBEAT_MS, SILENCE_MS, onWake, openStream } from "./stream.js";

const TELL_MS = 60 * 1000; // how often a tab says that it is there
const WELCOME_MS = 3000; // for the leading tab to answer a new one
const FORGOTTEN_MS = 10 * TELL_MS; // a tab that said nothing for so long is gone

const tab = Math.random().toString(36).slice(2);
const here = new Map(); // this tab's tables: code -> {cursor, update, status}
let viewer = ""; // tabs of another player have another stream
let channel = null;
let lock = null;
let lead = null; // what this tab holds while it leads: {stream, tabs, cursors, open, release}
let toldAt = 0;
let heardAt = Date.now(); // the last word of the leading tab
let state = "new"; // until the stream is open
let waiting = null; // ends this tab's request for the lock
let begun = false;
let joinedAt = null; // until the leading tab has answered

/**
 * Follows a table in this tab. `cursor()` is the number of known entries, `update(update)` gets each
 * Update and `status("live" | "reconnecting")` each change; `refresh()` is to ask for what this tab
 * may have missed. `player` names who is watching. Returns what ends it.
 */
export function follow(code, player, { cursor, update, status, refresh }) {
  here.set(code, { cursor, update, status, refresh });
  if (!begun) begin(player);
  else tell();
  return () => {
    here.delete(code);
    tell();
  };
}

function begin(player) {
  begun = true;
  viewer = player;
  lock = `goat-tables ${viewer}`;
  onWake(wake);
  addEventListener("pagehide", leave);
  document.addEventListener("freeze", leave);
  join();
}

const shares = () => "locks" in navigator && "BroadcastChannel" in window;

function join() {
  heardAt = Date.now();
  if (!shares()) return takeLead(() => {});
  channel = new BroadcastChannel(lock);
  channel.onmessage = ({ data }) => hear(data);
  joinedAt = Date.now();
  tell();
  queue();
}

function leave() {
  send({ kind: "gone", tab });
  waiting?.abort();
  endLead();
  channel?.close();
  channel = null;
}

function wake() {
  if (!lead && channel === null) return join(); // the page comes back from the browser's cache
  if (lead) lead.stream.wake();
  else if (Date.now() - heardAt > HEARTBEAT_MS + 2000 || state === "reconnecting") steal();
}

function queue() {
  waiting = new AbortController();
  navigator.locks.request(lock, { signal: waiting.signal }, holdLock).catch(lockLost);
}

/** Takes the lock from a tab that does not answer. */
function steal() {
  if (lead) return;
  waiting?.abort();
  heardAt = Date.now();
  navigator.locks.request(lock, { steal: true }, holdLock).catch(lockLost);
}

function holdLock() {
  return new Promise((release) => takeLead(release));
}

function lockLost(error) {
  // Its own request ended, or another tab took the lock from this one.
  const led = lead !== null;
  endLead();
  if (error.name === "AbortError" && led && channel) queue();
}

function takeLead(release) {
  endLead();
  joinedAt = null;
  const own = { release, tabs: new Map(), cursors: new Map(), open: new Set(), stream: null };
  lead = own;
  own.stream = openStream(() => wantedBy(own), {
    heard(update) {
      const before = update.after === 0 ? 0 : (own.cursors.get(update.code) ?? 0);
      own.cursors.set(update.code, Math.max(before, update.n));
      send({ kind: "update", update });
      here.get(update.code)?.update(update);
    },
    alive: () => send({ kind: "alive" }),
    status(next) {
      send({ kind: "status", status: next, hidden: document.hidden });
      setState(next);
    },
  });
  send({ kind: "who" });
}

function endLead() {
  if (!lead) return;
  const { stream, release } = lead;
  lead = null;
  stream.close();
  release();
}

/** The tables of all tabs, with the entries known of each. */
function wantedBy(own) {
  const known = new Map([...here].map(([code, { cursor }]) => [code, cursor()]));
  for (const [name, { tables, at }] of own.tabs) {
    if (Date.now() - at > FORGOTTEN_MS) own.tabs.delete(name);
    else for (const [code, after] of Object.entries(tables)) known.set(code, known.get(code) ?? after);
  }
  own.open = new Set(known.keys());
  return Object.fromEntries([...known].map(([code, after]) => [code, own.cursors.get(code) ?? after]));
}

/** Says which tables this tab shows: to the leading tab, or to itself. */
function tell() {
  toldAt = Date.now();
  const tables = Object.fromEntries([...here].map(([code, { cursor }]) => [code, cursor()]));
  if (lead) want(tables);
  else send({ kind: "watch", tab, tables });
}

/** Whether the stream has all these tables; if not, it opens again. */
function want(tables) {
  const missing = Object.keys(tables).filter((code) => !lead.open.has(code));
  for (const code of missing) lead.cursors.delete(code); // of an earlier visit
  if (missing.length) lead.stream.reopen();
  return !missing.length;
}

function send(message) {
  channel?.postMessage(message);
}

function hear(message) {
  if (lead) {
    if (message.kind === "watch") {
      const isNew = !lead.tabs.has(message.tab);
      lead.tabs.set(message.tab, { tables: message.tables, at: Date.now() });
      const known = want(message.tables) && isNew;
      send({ kind: "welcome", tab: message.tab, known, status: state });
    } else if (message.kind === "gone") {
      lead.tabs.delete(message.tab);
    }
    return;
  }
  if (message.kind === "watch" || message.kind === "gone") return;
  if (message.kind === "who") tell();
  if (message.kind === "update") here.get(message.update.code)?.update(message.update);
  if (message.kind === "welcome" && message.tab === tab) {
    joinedAt = null;
    if (message.status !== "new") setState(message.status);
    // What the leading tab heard before this one was there.
    if (message.known) for (const { refresh } of here.values()) refresh();
  }
  if (message.kind === "status") {
    setState(message.status);
    // Browsers slow down the timers of a hidden tab, so one that is seen looks for the server.
    if (message.status === "reconnecting" && message.hidden && !document.hidden) steal();
  }
  heardAt = Date.now();
}

function setState(next) {
  if (state === next) return;
  state = next;
  for (const { status } of here.values()) status(next);
}

setInterval(() => {
  if (!begun || lead || !channel) return;
  if (Date.now() - toldAt > TELL_MS) tell();
  if (joinedAt !== null && Date.now() - joinedAt > WELCOME_MS && !document.hidden) {
    joinedAt = null;
    return steal();
  }
  if (Date.now() - heardAt < SILENCE_MS) return;
  setState("reconnecting");
  if (!document.hidden) steal();
}, 1000);

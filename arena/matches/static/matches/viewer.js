// The replay viewer: loads a game, shows one step of it, and moves between the steps.

import { el } from "./dom.js";
import * as ecarte from "./ecarte.js";
import * as kozel from "./kozel.js";
import { moveList } from "./movelist.js";
import { setup, text } from "./setup.js";
import { find, name, steps } from "./steps.js";
import * as svoiKozyri from "./svoi_kozyri.js";
import { sideMark } from "./table.js";

const TABLES = { kozel, "svoi-kozyri": svoiKozyri, ecarte };
const STEP_MS = 1400; // between two moves at speed 1

const root = document.getElementById("replay");
const part = (key) => root.querySelector(`[data-part="${key}"]`);
const games = new Map(); // loaded ones by their address

let game = null;
let rules = null;
let all = [];
let index = 0;
let eyes = null; // the seat through whose eyes we look; null: all open
let mark = () => {};
let timer = null;

// The address: #g2m37 is the 37th move of game 2, #g2d3 its third deal, a final s1 the eyes of seat 1.

function read(hash) {
  const found = /^#g(\d+)(?:m(\d+)|d(\d+))?(?:s(\d))?$/.exec(hash);
  if (!found) return { number: 1, move: null, deal: null, seat: null };
  const [number, move, deal, seat] = found.slice(1).map((digits) => (digits === undefined ? null : Number(digits)));
  return { number, move, deal, seat };
}

const hash = (step) => `#g${game.game}${name(step)}${eyes === null ? "" : `s${eyes}`}`;

async function load(number, seat) {
  const address = setup.frames.replace("/0/", `/${number}/`) + (seat === null ? "" : `&seat=${seat}`);
  if (!games.has(address)) {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    games.set(address, await answer.json());
  }
  return games.get(address);
}

/** Opens what the address bar names. */
async function open(target) {
  if (game?.game !== target.number || eyes !== target.seat) {
    root.setAttribute("aria-busy", "true");
    try {
      game = await load(target.number, target.seat);
    } catch {
      part("table").replaceChildren(el("p", { class: "empty" }, text("not loaded")));
      return;
    } finally {
      root.removeAttribute("aria-busy");
    }
    eyes = target.seat;
    rules = TABLES[game.ruleset];
    all = steps(game, rules);
    findLeaders();
    fillChoices();
    part("slider").max = all.length - 1;
    mark = moveList(part("moves"), all, game, rules, (at) => hash(all[at]));
  }
  show(find(all, target));
}

/** Who led the trick in progress: a view names the card led, not always who led it. */
function findLeaders() {
  let leader = null;
  for (const step of all) {
    if (step.view.led && step.move) leader = step.move.seat;
    step.leader = leader;
  }
}

function fillChoices() {
  const choice = part("game");
  choice.replaceChildren(
    ...game.games.map(({ sides, scores }, at) =>
      el(
        "option",
        { value: at + 1, selected: at + 1 === game.game },
        text("game", { number: at + 1, a: sides[0], b: sides[1], score: scores.map(half).join(" : ") }),
      ),
    ),
  );
  const seats = Array.from({ length: game.seats }, (_, seat) =>
    el(
      "option",
      { value: seat, selected: seat === eyes },
      text("through eyes", { seat, name: game.sides[seat % 2] }),
    ),
  );
  part("eyes").replaceChildren(el("option", { value: "", selected: eyes === null }, text("all open")), ...seats);
}

const half = (score) => (score === 0.5 ? "½" : String(score));

function show(to) {
  index = Math.max(0, Math.min(all.length - 1, to));
  const step = all[index];
  const last = index === all.length - 1;
  const next = all.slice(index + 1).find(({ move }) => move);
  const words = step.move ? rules.words(step.move, step) : null;
  const context = { game, rules, step, eyes, turn: step.kind === "end" || !next ? null : next.move.seat };
  part("table").replaceChildren(rules.table(context));
  part("status").replaceChildren(...rules.status(step, eyes, game).filter(Boolean));
  for (const side of [0, 1]) {
    part(`side${side}`).replaceChildren(
      el("div", { class: "name" }, sideMark(side), el("b", {}, game.sides[side])),
      el("div", { class: "items" }, rules.score(step, side, game, eyes)),
    );
  }
  part("caption").replaceChildren(...caption(step, words, last));
  part("slider").value = index;
  part("slider").setAttribute("aria-valuetext", text("move of", { n: step.n, last: all.at(-1).n }));
  part("count").textContent = `${step.n} / ${all.at(-1).n}`;
  for (const [key, off] of [["first", index === 0], ["back", index === 0], ["forward", last], ["last", last]]) {
    part(key).disabled = off;
  }
  mark(index);
  if (last) pause();
  remember();
}

/** What happened, in words: who did what, how long it took, the bot's note, and what came of it. */
function caption(step, words, last) {
  const parts = [];
  const { move, kind } = step;
  if (move) {
    const who = game.seats > 2 ? text("who", { name: game.sides[move.seat % 2], seat: move.seat }) : game.sides[move.seat % 2];
    const time = el("span", { class: "time" }, text("time", { ms: move.ms }));
    parts.push(el("p", {}, sideMark(move.seat % 2), " ", el("b", {}, who), " ", ...words, " ", time));
    if (move.note) parts.push(el("p", { class: "note" }, move.note));
  } else if (kind === "start") {
    parts.push(el("p", {}, step.view.deal === undefined ? text("dealt") : text("deal dealt", { number: step.view.deal + 1 })));
  }
  const ended = kind === "end" || (last && kind === "move");
  const outcome = ended && rules.outcome(step);
  if (outcome) parts.push(el("p", { class: "result" }, text("deal over"), " ", outcome));
  if (last) parts.push(el("p", { class: "result" }, result()));
  return parts;
}

function result() {
  const [a, b] = game.scores;
  const winner = a === b ? null : a > b ? 0 : 1;
  const ending = winner === null ? text(a ? "drawn" : "both lose") : text("wins", { side: "AB"[winner], name: game.sides[winner] });
  if (game.reason === "normal") return ending;
  const { fault } = game;
  // Without a side both are at fault.
  const name = fault && fault.side !== null ? game.sides[fault.side] : text("both");
  const why = text(`reason ${game.reason}`, { name });
  return [why, fault?.detail, ending].filter(Boolean).join(" – ");
}

function remember() {
  try {
    history.replaceState(null, "", hash(all[index]));
  } catch {
    // Some browsers allow only so many changes in a while; the next step tells it again.
  }
}

function play() {
  if (index === all.length - 1) show(0);
  part("play").dataset.playing = "";
  part("caption").setAttribute("aria-live", "off"); // nobody can listen that fast
  part("play").setAttribute("aria-label", part("play").dataset.pause);
  const tick = () => {
    show(index + 1);
    if (timer !== null) timer = setTimeout(tick, STEP_MS / Number(part("speed").value));
  };
  timer = setTimeout(tick, 300);
}

function pause() {
  clearTimeout(timer);
  timer = null;
  delete part("play").dataset.playing;
  part("caption").setAttribute("aria-live", "polite");
  part("play").setAttribute("aria-label", part("play").dataset.play);
}

const go = (to) => {
  pause();
  show(to);
};
const actions = {
  first: () => go(0),
  back: () => go(index - 1),
  play: () => (timer === null ? play() : pause()),
  forward: () => go(index + 1),
  last: () => go(all.length - 1),
};

function onKey(event) {
  const target = event.target;
  if (event.ctrlKey || event.metaKey || event.altKey || !game) return;
  if (target.closest("input, select, textarea, [contenteditable]")) return;
  if (event.key === " " && target.closest("button, a, summary")) return;
  const rtl = document.documentElement.dir === "rtl";
  const action = {
    ArrowLeft: rtl ? "forward" : "back",
    ArrowRight: rtl ? "back" : "forward",
    Home: "first",
    End: "last",
    " ": "play",
  }[event.key];
  if (!action) return;
  event.preventDefault();
  actions[action]();
}

async function copyLink() {
  const button = part("copy");
  const address = new URL(hash(all[index]), location.href).href;
  let told;
  try {
    await navigator.clipboard.writeText(address);
    told = button.dataset.done;
  } catch {
    // No clipboard without https: the address bar holds the same link.
    told = button.dataset.failed;
  }
  part("told").textContent = told;
  setTimeout(() => (part("told").textContent = ""), 4000);
}

function start() {
  for (const [key, action] of Object.entries(actions)) part(key).addEventListener("click", action);
  part("slider").addEventListener("input", (event) => go(Number(event.target.value)));
  part("copy").addEventListener("click", copyLink);
  const suits = part("suits");
  suits.checked = document.documentElement.dataset.suits === "four";
  suits.addEventListener("change", () => window.goat.choose("suits", suits.checked ? "four" : "two"));
  part("game").addEventListener("change", (event) => {
    pause();
    open({ number: Number(event.target.value), move: 0, deal: null, seat: eyes });
  });
  part("eyes").addEventListener("change", (event) => {
    pause();
    const seat = event.target.value === "" ? null : Number(event.target.value);
    const { n, kind, view } = all[index];
    open({ number: game.game, move: n, deal: kind === "start" && n ? view.deal + 1 : null, seat });
  });
  document.addEventListener("keydown", onKey);
  addEventListener("hashchange", follow);
  root.classList.add("ready");
  follow();
}

/** Opens what the address bar names, and brings it into view. */
async function follow() {
  pause();
  const linked = location.hash !== "";
  await open(read(location.hash));
  const { top, bottom } = part("table").getBoundingClientRect();
  if (linked && (bottom < 100 || top > innerHeight - 100)) root.scrollIntoView();
}

start();

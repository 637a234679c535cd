// The played table: takes the Updates of the server, shows the game step by step, and offers the
// legal moves when the person is asked.
//
// Its state is one object that the other modules share: `game` (the heading of the Updates, with its
// moves and frames), `steps` (replays/steps.js), the `index` of the step shown, `now` (the table's
// present), `seat` (the person's, null for a spectator), `selection` (cards in the order selected).

import { el } from "../games/dom.js";
import { readSetup, setup, text } from "../games/setup.js";
import { stepsOf } from "../replays/steps.js";
import { absent } from "./absent.js";
import { announcer, spoken } from "./announce.js";
import { attention } from "./attention.js";
import { asking } from "./asking.js";
import { connect } from "./connection.js";
import { ending } from "./ending.js";
import { drawFelt, nameOf, sentence, turnOf } from "./felt.js";
import { happenings } from "./happenings.js";
import { lastTrick } from "./last_trick.js";
import { menu } from "./menu.js";
import { queue } from "./queue.js";
import { report } from "./report.js";
import { settings } from "./settings.js";
import { shownClocks } from "./shown_clocks.js";
import { sounds } from "./sound.js";
import { story } from "./story.js";
import { talk } from "./talk.js";

async function start() {
  readSetup("table-setup");
  const rules = await import(setup.table);
  const root = document.getElementById("play");
  const parts = new Map([...root.querySelectorAll("[data-part]")].map((node) => [node.dataset.part, node]));
  parts.set("root", root);
  const play = {
    root, rules, setup,
    code: setup.code,
    part: (key) => parts.get(key),
    game: null, steps: [], index: -1, now: null, seat: null, bottom: 0,
    selection: [], said: new Map(), hint: null, open: null, sending: null, status: "live",
    settings: settings(root.querySelector("dialog[data-part=settings]")),
    note, act, skip: () => steps.skip(), redraw: () => show(play.index),
  };
  const say = announcer([play.part("live0"), play.part("live1")]);
  play.say = (nodes) => say(spoken(nodes));
  play.sound = sounds(() => play.settings.values.sound);
  const steps = queue(play, show, play.settings.stepMs);
  play.queue = steps;

  let noteTimer = null;
  /** A line for the person, for a while: nodes, with `kind` "", "wrong" or "good". */
  function note(nodes, kind = "", ms = 6000) {
    clearTimeout(noteTimer);
    play.noted = nodes && { nodes, kind };
    if (nodes) {
      noteTimer = setTimeout(() => note(null), ms);
      play.say([nodes].flat());
    }
    question.prompt();
  }

  const question = asking(play);
  const panels = [absent, ending, menu, story, talk, happenings, report, attention, lastTrick, shownClocks].map((panel) => panel(play));
  const tell = (what, ...given) => panels.forEach((panel) => panel?.[what]?.(...given));

  /** Does something at the table; what the server refuses is shown. Returns whether it succeeded. */
  async function act(action, body = {}) {
    try {
      await connection.act(action, body);
      return true;
    } catch (error) {
      note([error.message || text("not sent")], "wrong");
      play.sound("wrong");
      return false;
    }
  }

  function take(update, { catchUp = false } = {}) {
    const asked = play.now?.question?.n;
    // A heading without the first entry brings nothing new.
    if (update.game && (!play.game || update.entries[0]?.n === 1)) begin(update.game);
    let own = -1;
    play.now = update.now;
    // Who sits where may change; the heading comes only once.
    play.game.names = play.now.seats.map(({ name }) => name);
    play.game.sides = [0, 1].map((side) => play.game.names.filter((_, seat) => seat % 2 === side).join(" & "));
    for (const entry of update.entries) add(entry);
    play.seat = update.now.you?.seat ?? null;
    play.bottom = play.seat ?? play.bottom;
    if (play.game.frames.length) {
      play.steps = stepsOf(play.game, rules);
      const known = Math.max(0, play.index);
      own = play.steps.findLastIndex((step, at) => at > known && step.move?.seat === play.seat && play.seat !== null);
      // The person's own move is shown at once, with what came before it.
      if (catchUp) steps.skip();
      else steps.update(own);
    }
    root.dataset.state = play.now.state;
    root.classList.toggle("watching", play.seat === null);
    if (play.index >= 0) drawFelt(play);
    question.update();
    tell("update", update);
    const next = play.now.question;
    if (next && next.n !== asked) tell("asked", next);
  }

  function begin(game) {
    play.game = { ...game, moves: [], frames: game.start ? [game.start] : [], scores: null, reason: "normal" };
    play.index = -1;
    play.open = null;
  }

  function add(entry) {
    const { game } = play;
    if (entry.kind === "start" && entry.frame) game.frames = [entry.frame];
    if (entry.kind === "move") {
      game.moves.push(entry.move);
      game.frames.push(entry.frame);
    }
    if (entry.kind === "over") play.open = entry.open ?? null;
    if (entry.kind === "said") play.said.set(entry.seat, { phrase: entry.phrase, at: performance.now() });
    tell("entry", entry);
  }

  function show(index) {
    const before = play.index;
    play.index = index;
    drawFelt(play);
    const step = play.steps[index];
    question.update();
    tell("step", step, before);
    if (index > before && before >= 0) {
      const shownNow = play.steps.slice(before + 1, index + 1);
      for (const one of shownNow.slice(-6)) {
        play.say(sentence(play, one));
        if (one.trick) play.say([nameOf(play, one.trick.taker), " ", text("takes trick")]);
      }
      if (step.trick) play.sound("trick");
      else if (step.move) play.sound(step.move.seat === play.seat ? "own" : "move");
    }
    if (!steps.running() && turnOf(play) === play.seat) tell("turn");
  }

  function status(kind, message) {
    play.status = kind;
    root.dataset.connection = kind;
    const words = { reconnecting: text("reconnecting"), changed: text("changed"), gone: message || text("gone") }[kind];
    play.part("connection").textContent = words ?? "";
    play.part("connection").hidden = !words;
    if (kind === "changed") play.part("connection").append(" ", el("a", { href: location.pathname }, text("load again")));
    tell("status", kind);
  }

  // The last trick may be looked at; anything else goes on.
  play.part("table").addEventListener("click", () => steps.skip());
  for (const listener of [question.update, () => play.index >= 0 && drawFelt(play)]) play.settings.listen(listener);

  const connection = { act: () => Promise.reject(new Error()) };
  take(setup.update, { catchUp: true });
  root.classList.add("ready");
  Object.assign(connection, connect(play.code, setup.update.n, take, status, { now: setup.update.now, player: setup.player }));
}

start();

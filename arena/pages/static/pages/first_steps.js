// Positions to be solved at the played table: first steps, and puzzles. The page has an answer to every move.
// The section tells each answer with an event "answer", and asks for the next position after the last with "next".

import { inline } from "../games/cards.js";
import { el } from "../games/dom.js";
import { readSetup, setup, text } from "../games/setup.js";
import { stepsOf } from "../replays/steps.js";
import { announcer, spoken } from "../tables/announce.js";
import { asking } from "../tables/asking.js";
import { drawFelt } from "../tables/felt.js";
import { queue } from "../tables/queue.js";
import { parsed } from "../tables/selection.js";
import { settings } from "../tables/settings.js";

const CARD = /\b([6-9TJQKA][CDHS])\b/;
const STEP_MS = 800;

/** A sentence of the engine with its cards drawn. */
const withCards = (sentence) => sentence.split(CARD).map((part, index) => (index % 2 ? inline(part) : part));

async function start() {
  readSetup("lesson-setup");
  const rules = await import(setup.table);
  const root = document.getElementById("play");
  const parts = new Map([...root.querySelectorAll("[data-part]")].map((node) => [node.dataset.part, node]));
  parts.set("root", root);
  const part = (key) => parts.get(key);
  const say = announcer([part("live0"), part("live1")]);
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const last = setup.steps.length - 1;
  const learner = setup.game.seat;
  let at = -1;

  const play = {
    root, rules, setup, part,
    game: null, steps: [], index: 0, now: null, seat: learner, bottom: learner,
    selection: [], said: new Map(), hint: null, sending: null,
    settings: settings(el("dialog")),
    act, note, sound() {}, say: (nodes) => say(spoken(nodes)), skip: () => shown.skip(), redraw: () => show(play.index),
  };
  const shown = queue(play, show, () => (still.matches ? 0 : STEP_MS));
  play.queue = shown;
  const question = asking(play);

  /** A line above the hand, as at the table. */
  function note(nodes, kind = "") {
    play.noted = nodes && { nodes, kind };
    if (nodes) play.say([nodes].flat());
    question.prompt();
  }

  function show(index) {
    play.index = index;
    drawFelt(play);
    question.update();
  }

  /** Sets up exercise `number`, or the end after the last. */
  function begin(number, focus = true) {
    at = number;
    history.replaceState(null, "", number ? `#${Math.min(number, last + 1) + 1}` : location.pathname);
    const done = at > last;
    root.classList.toggle("done", done);
    part("title").textContent = done ? text("done title") : setup.steps[at].title;
    part("what").textContent = done ? setup.summary : setup.steps[at].task;
    part("progress").textContent = text("progress", { n: Math.min(at, last) + 1, last: last + 1 });
    part("dots").replaceChildren(...setup.steps.map((_, index) => el("i", { class: index < at ? "past" : index === at ? "now" : null })));
    if (part("back")) part("back").disabled = at === 0;
    part("show").hidden = done;
    part("show").disabled = false;
    if (part("play")) part("play").hidden = !done;
    part("next").textContent = text(done ? "start again" : "skip");
    part("next").classList.remove("primary");
    tell(null);
    if (!done) deal(setup.steps[at]);
    if (!focus) return;
    part("title").focus({ preventScroll: true });
    play.say([part("what").textContent]);
  }

  function deal(step) {
    play.game = { ...setup.game, moves: [], frames: [step.view], scores: null, reason: "normal" };
    play.selection = [];
    play.noted = null;
    play.now = {
      state: "playing", turn: learner, hints: false, clocks: null, window: null,
      seats: setup.game.names.map((name, seat) => ({ seat, name, kind: "person" })),
      question: { n: at, legal: Object.keys(step.moves), secret: false },
    };
    lay();
    show(0);
  }

  function lay() {
    play.steps = stepsOf(play.game, rules);
    // The position does not say who led the card that lies there: the other one did.
    for (const step of play.steps) if (step.view.led) step.leader ??= 1 - learner;
  }

  /** What the table asks for when a move is chosen: here the lesson answers. */
  async function act(action, { move }) {
    const answer = setup.steps[at].moves[move];
    root.dispatchEvent(new CustomEvent("answer", { detail: { step: at, kind: answer.kind } }));
    if (answer.kind !== "right") {
      tell(answer);
      return false;
    }
    play.now = { ...play.now, question: null, turn: null };
    play.game.moves.push(...answer.moves);
    play.game.frames.push(...answer.frames);
    lay();
    shown.update(1);
    tell(answer);
    part("show").disabled = true;
    part("next").textContent = text("next");
    part("next").classList.add("primary");
    part("next").focus({ preventScroll: true });
    return true;
  }

  /** Shows what the lesson says to a move. */
  function tell(answer) {
    const box = part("told");
    box.hidden = !answer;
    root.classList.toggle("answered", Boolean(answer));
    box.className = `told ${answer?.kind ?? ""}`;
    if (!answer) return void box.replaceChildren();
    const verdict = text({ right: "well done", wrong: "not it", illegal: "not allowed" }[answer.kind]);
    const words = [el("b", {}, verdict), " ", ...(answer.kind === "illegal" ? withCards(answer.text) : [answer.text])];
    const link = answer.url ? [" ", el("a", { href: answer.url, target: "_blank" }, text("the rule"))] : [];
    box.replaceChildren(el("p", {}, ...words, ...link));
    play.say(words);
  }

  /** Selects the cards of the best move, and plays it if there is nothing to select. */
  function reveal() {
    const best = parsed(setup.steps[at].best);
    if (!play.now.question) return;
    play.selection = [...best.cards];
    question.update();
    part("actions").querySelector(`[data-key="${best.key}"]`)?.focus({ preventScroll: true });
    play.say([text(`do ${best.verb}`), ...best.cards.flatMap((card) => [" ", inline(card)])]);
  }

  part("back")?.addEventListener("click", () => begin(at - 1));
  part("next").addEventListener("click", () => {
    if (at === last && setup.next) location.assign(setup.next);
    else begin(at > last ? 0 : at + 1);
  });
  part("show").addEventListener("click", reveal);
  part("table").addEventListener("click", () => shown.skip());
  const asked = Number(location.hash.slice(1)) - 1;
  begin(asked > 0 && asked <= last ? asked : 0, false);
  root.classList.add("ready");
}

start();

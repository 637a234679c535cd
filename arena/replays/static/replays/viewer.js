// The viewer: loads or follows a game, and shows one step of it at a time.
//
// Its state is one object that all modules share: `game` as frames.json describes it, `rules` (the
// table.js of its ruleset), `steps`, the `index` of the current step, `banks` after each step,
// `viewpoint` (a seat, or null for all cards open), `turned` (by how many seats the table is
// turned), the `results` of the match's games, and the `mistakes`: the numbers of the marked moves.

import { read, remember, write } from "./address.js";
import { banksOf, namesOf, showStep } from "./board.js";
import { analysis } from "./analysis.js";
import { dealCheck } from "./deal_check.js";
import { el } from "../games/dom.js";
import { legalMoves } from "./legal_moves.js";
import { follow } from "./live.js";
import { moveList } from "./move_list.js";
import { moveTimes } from "./move_times.js";
import { playback } from "./playback.js";
import { scoreChart } from "./score_chart.js";
import { readSetup, setup, text } from "../games/setup.js";
import { share } from "./share.js";
import { stderrLog } from "./stderr_log.js";
import { findStep, stepsOf } from "./steps.js";

/** Starts the viewer of the page as it is now. */
async function start() {
  readSetup();
  const rules = await import(setup.table);
  const root = document.getElementById("replay");
  const part = (key) => root.querySelector(`[data-part="${key}"]`);
  const loaded = new Map(); // responses by address
  const viewer = {
    root, part, rules, game: null, steps: [], banks: [], index: 0, viewpoint: null, turned: 0, results: [], mistakes: new Set(),
    show, refresh, open, openGame, turn, load, fetchJson,
  };
  let highlightMove = () => {};
  const controls = playback(viewer);
  // The panels that the page has. Each may have `game`, called for a new game, and `step`.
  const panels = [analysis, scoreChart, moveTimes, legalMoves, stderrLog, dealCheck, share].map((panel) => panel(viewer)).filter(Boolean);
  viewer.panels = panels;

  async function fetchJson(address) {
    if (!loaded.has(address)) {
      const answer = await fetch(address);
      if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
      loaded.set(address, await answer.json());
    }
    return loaded.get(address);
  }

  /** Loads a game as a seat saw it. */
  function load(number, seat) {
    return fetchJson(setup.frames.replace("/0/", `/${number}/`) + (seat === null ? "" : `&seat=${seat}`));
  }

  /** Opens a target of address.js: {number, move, deal, seat}. */
  async function open(target) {
    const { game, viewpoint } = viewer;
    if (game?.game !== target.number || viewpoint !== target.seat) {
      root.setAttribute("aria-busy", "true");
      try {
        const [next, results] = await Promise.all([
          load(target.number, target.seat),
          setup.results ? fetchJson(setup.results) : [],
        ]);
        Object.assign(viewer, { game: next, results, viewpoint: target.seat });
      } catch {
        part("table").replaceChildren(el("p", { class: "empty" }, text("not loaded")));
        return;
      } finally {
        root.removeAttribute("aria-busy");
      }
      refresh();
      fillSelects();
    }
    show(findStep(viewer.steps, target));
  }

  function openGame(number, move = 0) {
    controls.pause();
    return open({ number, move, deal: null, seat: viewer.viewpoint });
  }

  /** Call this after `game` was replaced or has new moves. */
  function refresh() {
    const { game } = viewer;
    viewer.steps = stepsOf(game, viewer.rules);
    viewer.banks = banksOf(game, viewer.steps);
    viewer.index = Math.min(viewer.index, viewer.steps.length - 1);
    controls.fill();
    highlightMove = moveList(part("moves"), viewer.steps, game, viewer.rules, (at) => write(viewer, viewer.steps[at]));
    for (const panel of panels) panel.game?.();
  }

  function show(to) {
    viewer.index = Math.max(0, Math.min(viewer.steps.length - 1, to));
    showStep(viewer);
    controls.update();
    highlightMove(viewer.index);
    if (setup.mode !== "live" && setup.mode !== "example") remember(write(viewer, viewer.steps[viewer.index]));
    for (const panel of panels) panel.step?.();
  }

  function turn() {
    viewer.turned = (viewer.turned + 1) % viewer.game.seats;
    showStep(viewer);
  }

  function fillSelects() {
    const { game, results, viewpoint } = viewer;
    const names = namesOf(game);
    if (part("game").length !== results.length) {
      const options = results.map(({ pair, sides, scores }, at) =>
        el(
          "option",
          { value: at + 1 },
          text("game", { number: at + 1, pair: pair + 1, a: names[sides[0]], b: names[sides[1]], score: scores.map(half).join(" : ") }),
        ),
      );
      const legs = [0, 1].map((leg) =>
        el("optgroup", { label: text(`leg ${leg}`) }, options.filter((_, at) => results[at].leg === leg)),
      );
      part("game").replaceChildren(...legs);
    }
    part("game").value = game.game;
    const seats = Array.from({ length: game.seats }, (_, seat) =>
      el("option", { value: seat, selected: seat === viewpoint }, text("seat name", { seat, name: game.sides[seat % 2] })),
    );
    part("viewpoint").replaceChildren(el("option", { value: "", selected: viewpoint === null }, text("all open")), ...seats);
  }

  const suits = part("suits");
  suits.checked = document.documentElement.dataset.suits === "four";
  suits.addEventListener("change", () => window.goat.choose("suits", suits.checked ? "four" : "two"));
  part("game")?.addEventListener("change", (event) => openGame(Number(event.target.value)));
  part("viewpoint")?.addEventListener("change", (event) => {
    controls.pause();
    const seat = event.target.value === "" ? null : Number(event.target.value);
    const { n, kind, view } = viewer.steps[viewer.index];
    open({ number: viewer.game.game, move: n, deal: kind === "start" && n ? view.deal + 1 : null, seat });
  });
  root.classList.add("ready");

  /** Opens the target in the address bar, and scrolls to it. */
  async function go() {
    controls.pause();
    const linked = location.hash !== "";
    // On a rules page a link may lead to a rule, which the table has pushed down meanwhile.
    const rule = /^#g\d/.test(location.hash) ? null : document.getElementById(location.hash.slice(1));
    if (!rule || !viewer.game) await open(read(location.hash));
    if (rule) return rule.scrollIntoView();
    const { top, bottom } = part("table").getBoundingClientRect();
    if (linked && (bottom < 100 || top > innerHeight - 100)) root.scrollIntoView();
  }

  if (setup.mode === "live") {
    follow(viewer, (place) => {
      controls.end();
      // The page now has the replay of the ended match, which needs a viewer of its own.
      if (place && document.getElementById("replay-setup")) remember(place);
      if (document.getElementById("replay-setup")) start();
    });
  } else {
    addEventListener("hashchange", go);
    go();
  }
}

const half = (score) => (score === 0.5 ? "½" : String(score));

start();

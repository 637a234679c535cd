// The viewer: loads a game, or follows one, and shows one step of it at a time.
//
// Its state is one object that the other modules are given: `game` as frames.json describes it,
// `rules` (the table.js of its ruleset), `all` its steps, `index` of the one that is shown,
// `banks` after each, `eyes` (the seat that looks, null for all open), `turned` by how many seats
// the table is, and `results` of the match's games.

import { read, remember, write } from "./address.js";
import { check } from "./check.js";
import { choices } from "./choices.js";
import { controls } from "./controls.js";
import { course } from "./course.js";
import { el } from "../games/dom.js";
import { follow } from "./live.js";
import { log } from "./log.js";
import { moveList } from "./movelist.js";
import { readSetup, setup, text } from "../games/setup.js";
import { share } from "./share.js";
import { banksOf, namesOf, show as showStep } from "./stage.js";
import { find, steps } from "./steps.js";
import { times } from "./times.js";

/** Starts the viewer of the page as it is now. */
async function start() {
  readSetup();
  const rules = await import(setup.table);
  const root = document.getElementById("replay");
  const part = (key) => root.querySelector(`[data-part="${key}"]`);
  const loaded = new Map(); // answers by their address
  const viewer = {
    root, part, rules, game: null, all: [], banks: [], index: 0, eyes: null, turned: 0, results: [],
    show, refresh, open, openGame, turn, load, fetchJson,
  };
  let mark = () => {};
  const bar = controls(viewer);
  // What stands beside the table: each is told of a new game and of every step, if it is there.
  const panels = [course, times, choices, log, check, share].map((panel) => panel(viewer)).filter(Boolean);
  viewer.panels = panels;

  async function fetchJson(address) {
    if (!loaded.has(address)) {
      const answer = await fetch(address);
      if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
      loaded.set(address, await answer.json());
    }
    return loaded.get(address);
  }

  /** A game as a seat saw it. */
  function load(number, seat) {
    return fetchJson(setup.frames.replace("/0/", `/${number}/`) + (seat === null ? "" : `&seat=${seat}`));
  }

  /** Shows what an address names: {number, move, deal, seat}. */
  async function open(target) {
    const { game, eyes } = viewer;
    if (game?.game !== target.number || eyes !== target.seat) {
      root.setAttribute("aria-busy", "true");
      try {
        const [next, results] = await Promise.all([
          load(target.number, target.seat),
          setup.results ? fetchJson(setup.results) : [],
        ]);
        Object.assign(viewer, { game: next, results, eyes: target.seat });
      } catch {
        part("table").replaceChildren(el("p", { class: "empty" }, text("not loaded")));
        return;
      } finally {
        root.removeAttribute("aria-busy");
      }
      refresh();
      fillChoices();
    }
    show(find(viewer.all, target));
  }

  function openGame(number, move = 0) {
    bar.pause();
    return open({ number, move, deal: null, seat: viewer.eyes });
  }

  /** Takes in a game that is new or has grown. */
  function refresh() {
    const { game } = viewer;
    viewer.all = steps(game, viewer.rules);
    viewer.banks = banksOf(game, viewer.all);
    findLeaders(viewer.all);
    viewer.index = Math.min(viewer.index, viewer.all.length - 1);
    bar.fill();
    mark = moveList(part("moves"), viewer.all, game, viewer.rules, (at) => write(viewer, viewer.all[at]));
    for (const panel of panels) panel.game?.();
  }

  function show(to) {
    viewer.index = Math.max(0, Math.min(viewer.all.length - 1, to));
    showStep(viewer);
    bar.update();
    mark(viewer.index);
    if (setup.mode !== "live" && setup.mode !== "example") remember(write(viewer, viewer.all[viewer.index]));
    for (const panel of panels) panel.step?.();
  }

  function turn() {
    viewer.turned = (viewer.turned + 1) % viewer.game.seats;
    showStep(viewer);
  }

  function fillChoices() {
    const { game, results, eyes } = viewer;
    const names = namesOf(game);
    if (part("game").length !== results.length) {
      part("game").replaceChildren(
        ...results.map(({ sides, scores }, at) =>
          el(
            "option",
            { value: at + 1 },
            text("game", { number: at + 1, a: names[sides[0]], b: names[sides[1]], score: scores.map(half).join(" : ") }),
          ),
        ),
      );
    }
    part("game").value = game.game;
    const seats = Array.from({ length: game.seats }, (_, seat) =>
      el("option", { value: seat, selected: seat === eyes }, text("through eyes", { seat, name: game.sides[seat % 2] })),
    );
    part("eyes").replaceChildren(el("option", { value: "", selected: eyes === null }, text("all open")), ...seats);
  }

  const suits = part("suits");
  suits.checked = document.documentElement.dataset.suits === "four";
  suits.addEventListener("change", () => window.goat.choose("suits", suits.checked ? "four" : "two"));
  part("game")?.addEventListener("change", (event) => openGame(Number(event.target.value)));
  part("eyes")?.addEventListener("change", (event) => {
    bar.pause();
    const seat = event.target.value === "" ? null : Number(event.target.value);
    const { n, kind, view } = viewer.all[viewer.index];
    open({ number: viewer.game.game, move: n, deal: kind === "start" && n ? view.deal + 1 : null, seat });
  });
  root.classList.add("ready");

  /** Opens what the address bar names, and brings it into view. */
  async function go() {
    bar.pause();
    const linked = location.hash !== "";
    await open(read(location.hash));
    const { top, bottom } = part("table").getBoundingClientRect();
    if (linked && (bottom < 100 || top > innerHeight - 100)) root.scrollIntoView();
  }

  if (setup.mode === "live") {
    follow(viewer, (place) => {
      bar.end();
      // The page has been brought up to date: what stands there now is another viewer's.
      if (place && document.getElementById("replay-setup")) remember(place);
      if (document.getElementById("replay-setup")) start();
    });
  } else {
    addEventListener("hashchange", go);
    go();
  }
}

/** Who led the trick in progress: a view names the card led, not always who led it. */
function findLeaders(all) {
  let leader = null;
  for (const step of all) {
    if (step.view.led && step.move) leader = step.move.seat;
    step.leader = leader;
  }
}

const half = (score) => (score === 0.5 ? "½" : String(score));

start();

// A live match: follows the server's events, and becomes the replay when the match has ended.

import { setup, text } from "../games/setup.js";
import { prepare } from "../pages/prepare.js";
import { write } from "./address.js";
import { namesOf } from "./board.js";

const CATCH_UP_MS = 450; // to show the moves of one message
const MAX_ANIMATED = 12; // when more moves arrive, only the last is shown
const RETRY_MS = 10000; // after the server refused another spectator

/**
 * Follows the match of the page. When the match has ended and the page shows it, calls `over` with
 * the hash of the step that was shown last.
 */
export function follow(viewer, over) {
  const { part } = viewer;
  let source = null;
  let following = true;
  let moving = false; // by this script, not by the reader
  let timer = null;
  let attempt = null;
  let shown = null; // the state and attempt that the page shows
  let standing = { over: 0, points: [0, 0] };

  const say = (words) => (part("live-status").textContent = words);
  const last = () => viewer.steps.length - 1;
  say(text("waiting"));

  function advance() {
    clearTimeout(timer);
    if (!following || viewer.index >= last()) return;
    const behind = last() - viewer.index;
    if (behind > MAX_ANIMATED || matchMedia("(prefers-reduced-motion: reduce)").matches) {
      step(last());
      return;
    }
    step(viewer.index + 1);
    timer = setTimeout(advance, CATCH_UP_MS / behind);
  }

  const step = (to) => {
    moving = true;
    viewer.show(to);
    moving = false;
  };

  // A reader who steps back stays there until they return to the last move.
  viewer.panels.push({
    step() {
      if (!moving) following = viewer.index >= last();
      if (!following) clearTimeout(timer);
      part("follow").hidden = following;
    },
  });
  part("follow").addEventListener("click", () => viewer.show(last()));

  function showStanding() {
    const [a, b] = namesOf(viewer.game);
    const [x, y] = standing.points;
    const { game: number, pair, leg, sides } = viewer.game;
    // Nobody plays while the processes of the second leg start.
    const between = standing.over === setup.games / 2 && number === standing.over;
    const game = between ? text("next leg") : text(`game live ${leg}`, { number, pair: pair + 1, a: sides[0], b: sides[1] });
    say(`${game} · ${text("so far", { over: standing.over, games: setup.games, a: `${a} ${x}`, b: `${y} ${b}` })}`);
  }

  const handlers = {
    state({ state, attempt: number }) {
      if (["finished", "void", "cancelled"].includes(state)) {
        source.close();
        clearTimeout(timer);
        reloadMain().then((done) => done && over(viewer.game ? write(viewer, viewer.steps[viewer.index]) : null));
        return;
      }
      if (attempt !== null && number !== attempt && viewer.game) say(text("lost"));
      else if (!viewer.game) say(text(state === "running" ? "watching" : "waiting"));
      attempt = number;
      if (shown !== null) refreshParts();
      shown = `${state} ${number}`;
    },
    game(game) {
      standing = { over: game.over, points: game.points };
      Object.assign(viewer, { game, index: 0 });
      viewer.refresh();
      showStanding();
      following = true;
      step(last());
    },
    moves({ game, moves, frames }) {
      if (viewer.game?.game !== game) return;
      viewer.game.moves.push(...moves);
      viewer.game.frames.push(...frames);
      viewer.refresh();
      step(viewer.index);
      advance();
    },
    result({ game, scores, reason, sides }) {
      if (viewer.game?.game !== game || viewer.game.scores) return;
      Object.assign(viewer.game, { scores, reason });
      standing.over += 1;
      sides.forEach((bot, side) => (standing.points[bot] += scores[side]));
      viewer.refresh();
      step(viewer.index);
      advance();
      showStanding();
    },
  };

  function connect() {
    source = new EventSource(setup.live);
    for (const [kind, handle] of Object.entries(handlers)) {
      source.addEventListener(kind, (event) => handle(JSON.parse(event.data)));
    }
    source.onerror = () => {
      say(text("no stream"));
      // The browser reconnects by itself, unless the server refused the stream.
      if (source.readyState === EventSource.CLOSED) setTimeout(connect, RETRY_MS);
    };
    source.onopen = () => viewer.game && showStanding();
  }

  async function fetchPage() {
    const answer = await fetch(location.pathname + location.search, { cache: "no-store" });
    if (!answer.ok) throw new Error(String(answer.status));
    return new DOMParser().parseFromString(await answer.text(), "text/html");
  }

  /** Refreshes the parts of the page around the viewer: the state of the match, its attempts. */
  async function refreshParts() {
    try {
      const page = await fetchPage();
      for (const old of document.querySelectorAll("[data-refresh]")) {
        const fresh = page.querySelector(`[data-refresh="${old.dataset.refresh}"]`);
        if (fresh) old.replaceChildren(...fresh.childNodes);
        prepare(old);
      }
    } catch {
      // The next event tries again.
    }
  }

  /** Replaces the page's content by that of the ended match; returns whether that succeeded. */
  async function reloadMain() {
    for (let wait = 1000; wait < 20000; wait *= 2) {
      try {
        const main = (await fetchPage()).querySelector("main");
        document.querySelector("main").replaceWith(document.adoptNode(main));
        prepare(main);
        return true;
      } catch {
        say(text("no stream"));
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
    return false;
  }

  connect();
}

// A match in play: told by the server as it happens, and turned into its replay when it is over.

import { setup, text } from "../games/setup.js";
import { prepare } from "../pages/prepare.js";
import { write } from "./address.js";
import { namesOf } from "./stage.js";

const CATCH_UP_MS = 450; // in which the moves of one message are shown
const QUIETLY = 12; // so many moves at once are too many to be shown one by one
const AGAIN_MS = 10000; // when the server had no room for another watcher

/**
 * Follows the match of the page. `over` is called when the page has been brought up to date with
 * the ended match, with the address of the step that was shown last.
 */
export function follow(viewer, over) {
  const { part } = viewer;
  let source = null;
  let following = true;
  let moving = false; // by ourselves, not by whoever watches
  let timer = null;
  let attempt = null;
  let shown = null; // state and attempt that the page tells of
  let standing = { over: 0, points: [0, 0] };

  const tell = (words) => (part("standing").textContent = words);
  const last = () => viewer.all.length - 1;
  tell(text("waiting"));

  function advance() {
    clearTimeout(timer);
    if (!following || viewer.index >= last()) return;
    const behind = last() - viewer.index;
    if (behind > QUIETLY || matchMedia("(prefers-reduced-motion: reduce)").matches) {
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

  /** Whoever steps back stays there, until he comes to the end again. */
  viewer.panels.push({
    step() {
      if (!moving) following = viewer.index >= last();
      if (!following) clearTimeout(timer);
      part("follow").hidden = following;
    },
  });
  part("follow").addEventListener("click", () => viewer.show(last()));

  function tellStanding() {
    const [a, b] = namesOf(viewer.game);
    const [x, y] = standing.points;
    const game = text("game live", { number: viewer.game.game, a: viewer.game.sides[0], b: viewer.game.sides[1] });
    tell(`${game} · ${text("so far", { over: standing.over, games: setup.games, a: `${a} ${x}`, b: `${y} ${b}` })}`);
  }

  const handlers = {
    state({ state, attempt: number }) {
      if (["finished", "void", "cancelled"].includes(state)) {
        source.close();
        clearTimeout(timer);
        bringUpToDate().then((done) => done && over(viewer.game ? write(viewer, viewer.all[viewer.index]) : null));
        return;
      }
      if (attempt !== null && number !== attempt && viewer.game) tell(text("lost"));
      else if (!viewer.game) tell(text(state === "running" ? "watching" : "waiting"));
      attempt = number;
      if (shown !== null) refreshParts();
      shown = `${state} ${number}`;
    },
    game(game) {
      standing = { over: game.over, points: game.points };
      Object.assign(viewer, { game, index: 0 });
      viewer.refresh();
      tellStanding();
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
      tellStanding();
    },
  };

  function connect() {
    source = new EventSource(setup.live);
    for (const [kind, handle] of Object.entries(handlers)) {
      source.addEventListener(kind, (event) => handle(JSON.parse(event.data)));
    }
    source.onerror = () => {
      tell(text("no stream"));
      // The browser tries again by itself, unless the server said no.
      if (source.readyState === EventSource.CLOSED) setTimeout(connect, AGAIN_MS);
    };
    source.onopen = () => viewer.game && tellStanding();
  }

  async function fetchPage() {
    const answer = await fetch(location.pathname + location.search, { cache: "no-store" });
    if (!answer.ok) throw new Error(String(answer.status));
    return new DOMParser().parseFromString(await answer.text(), "text/html");
  }

  /** What the page says around the viewer: queued, being played, its attempts. */
  async function refreshParts() {
    try {
      const page = await fetchPage();
      for (const old of document.querySelectorAll("[data-refresh]")) {
        const fresh = page.querySelector(`[data-refresh="${old.dataset.refresh}"]`);
        if (fresh) old.replaceChildren(...fresh.childNodes);
        prepare(old);
      }
    } catch {
      // The next change brings it.
    }
  }

  /** Replaces the page's content by that of the ended match; false when it cannot be had. */
  async function bringUpToDate() {
    for (let wait = 1000; wait < 20000; wait *= 2) {
      try {
        const main = (await fetchPage()).querySelector("main");
        document.querySelector("main").replaceWith(document.adoptNode(main));
        prepare(main);
        return true;
      } catch {
        tell(text("no stream"));
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
    return false;
  }

  connect();
}

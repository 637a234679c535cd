// The question to the person: the hand, the buttons, the prompt, and what selects and plays.

import { inline } from "../games/cards.js";
import { el } from "../games/dom.js";
import { setup, text } from "../games/setup.js";
import { actions } from "./actions.js";
import { hand } from "./hand.js";
import { keys } from "./keys.js";
import { complete, extensible, firstOf, fits, open, parsed, surviving, withCard } from "./selection.js";
import { rich } from "./words.js";

const AUTO_MS = 700;

export function asking(play) {
  const { part, rules, settings } = play;
  let legal = [];
  let identity = null; // of the question that is shown
  let auto = null;
  let whyAsked = 0;
  const dealt = []; // the cards in the order in which they came

  const cards = hand(part("hand"), {
    tap,
    background: clear,
    pick: (card) => (play.selection.includes(card) ? [...play.selection] : (draggable(card) ?? [card])),
    drag(active) {
      if (active) play.skip();
      play.root.classList.toggle("dragging", active);
    },
    over: (is) => play.root.classList.toggle("over-table", is),
    drop,
  });
  const buttons = actions(part("actions"), rules, send, () => part("hand").querySelector('[tabindex="0"]')?.focus({ preventScroll: true }));
  part("clear").addEventListener("click", clear);

  const question = () => (play.now.state === "playing" && !play.sending ? play.now.question : null);
  const view = () => play.steps[play.index]?.view ?? {};
  const held = () => (play.seat === null ? [] : (view().hand ?? view().hands?.[play.seat] ?? []));
  const asked = () => legal.length > 0;
  /** Whether the order of the selected cards matters. */
  const ordered = () => legal.some(({ verb }) => rules.ORDERED?.includes(verb));

  /** Shows the question and the hand as they are now. */
  function update() {
    if (!play.now) return;
    const current = question();
    let changed = false;
    // The buttons come when the moves before the question have been shown.
    const visible = current && !play.queue.running() ? current : null;
    const next = visible ? `${visible.n} ${visible.legal[0]} ${visible.legal.length}` : null;
    if (next !== identity) {
      identity = next;
      play.root.dataset.question = visible?.n ?? "";
      legal = visible ? visible.legal.map(parsed) : [];
      play.hint = null;
      clearTimeout(auto);
      if (visible) begin(visible);
      changed = visible !== null;
    }
    const own = held();
    if (Array.isArray(own)) {
      for (const card of own) if (!dealt.includes(card)) dealt.push(card);
      for (const card of [...dealt]) if (!own.includes(card)) dealt.splice(dealt.indexOf(card), 1);
      const trump = rules.trumpOf?.(view(), play.seat) ?? view().trump ?? null;
      cards.update(own, { order: settings.values.sort, trump, dealt });
      play.selection = asked() ? surviving(legal, play.selection, own) : play.selection.filter((card) => own.includes(card));
    }
    refresh();
    if (changed) play.say(promptWords());
  }

  function begin(visible) {
    if (settings.values.auto && legal.length === 1 && !visible.secret) {
      auto = setTimeout(() => question()?.n === visible.n && send(legal[0]), AUTO_MS);
    }
  }

  /** The looks of the hand, the buttons and the prompt, after a selection has changed. */
  function refresh() {
    const { selection } = play;
    const strong = new Set(beaters());
    const first = ordered() ? firstOf(legal, selection) : null;
    const withCards = legal.some((move) => move.cards.length);
    const hinted = play.hint ? parsed(play.hint).cards : [];
    cards.mark((card) => {
      const selected = selection.includes(card);
      const off = withCards && !selected && !fits(legal, selection, card);
      const closed = asked() && !selected && !withCard(legal, selection, card);
      const label = [];
      if (closed) label.push(text("not now"));
      if (strong.has(card)) label.push(text("beats it"));
      if (hinted.includes(card)) label.push(text("suggested"));
      let badge = strong.has(card) && !selected ? "▲" : null;
      if (hinted.includes(card)) badge = "★";
      // A single card that can only go on top waits for the one that beats.
      const place = !selected || !ordered() || !selection.length ? null : card === first ? "1" : "2";
      if (selected) badge = place ?? "✓";
      if (place) label.push(text(card === first ? "beats first" : "on top"));
      return { selected, off, closed, strong: strong.has(card) || hinted.includes(card), badge, label, sent: play.sending?.cards.includes(card) ?? false };
    });
    buttons.update(legal, selection, identity, Boolean(play.sending));
    part("clear").disabled = !selection.length || Boolean(play.sending);
    play.root.classList.toggle("asked", asked());
    play.root.classList.toggle("secret", Boolean(question()?.secret) && asked());
    prompt();
  }

  function beaters() {
    if (!play.now.hints || !settings.values.beaters || !asked()) return [];
    return rules.beaters?.(legal, view()) ?? [];
  }

  /** The line above the hand: what is asked, or why a card cannot be played. */
  function prompt() {
    const place = part("prompt");
    place.className = `prompt ${play.noted?.kind ?? ""}`;
    place.replaceChildren(el("span", {}, play.noted ? [play.noted.nodes].flat() : promptWords()));
  }

  function promptWords() {
    const { now } = play;
    if (play.sending) return [text("sending")];
    if (now.state !== "playing") return [];
    if (asked()) {
      const verbs = [...new Set(legal.map((move) => (move.extra && !setup.suits[move.extra] ? move.verb : move.verb)))];
      const { selection } = play;
      const first = ordered() ? firstOf(legal, selection) : null;
      if (selection.length === 2 && first !== null) {
        const second = selection.find((card) => card !== first);
        return rich(text("order"), { first: inline(first), second: inline(second) });
      }
      const key = `ask ${verbs.join(" ")}`;
      const count = Math.max(...legal.map((move) => move.cards.length));
      return setup.texts[key] ? rich(setup.texts[key], { count }) : [text("your turn")];
    }
    if (play.seat !== null && now.turn === play.seat && play.queue.running()) return [text("go on")];
    if (now.turn !== null && now.turn !== play.seat) return rich(text(now.seats[now.turn].remote && now.seats[now.turn].away ? "turn of absent bot" : "turn of"), { name: el("b", {}, now.seats[now.turn].name) });
    if (now.window) return [text("window")];
    return [""];
  }

  function select(selection) {
    play.selection = selection;
    play.noted = null;
    refresh();
  }

  function clear() {
    if (play.sending) return;
    cards.cancelDrag();
    if (play.selection.length) play.say([text("cleared")]);
    select([]);
  }

  /** A tap or click on a card of the hand. */
  function tap(card) {
    if (play.sending) return;
    if (play.queue.running()) {
      play.skip();
      if (!cards.cards.includes(card)) return;
    }
    const { selection } = play;
    if (selection.includes(card)) {
      const ready = Object.values(complete(legal, selection));
      if (settings.values.tap === "second" && ready.length === 1 && card === selection.at(-1)) send(ready[0]);
      else select(selection.filter((one) => one !== card));
      return;
    }
    choose(card, true);
  }

  function toggle(card) {
    if (play.sending) return;
    play.skip();
    if (play.selection.includes(card)) select(play.selection.filter((one) => one !== card));
    else choose(card, false);
  }

  function choose(card, mayPlay) {
    const { selection } = play;
    if (!asked()) return select([...selection, card]); // thinking ahead
    const next = withCard(legal, selection, card);
    if (!next) return why(card);
    select(next);
    const ready = Object.values(complete(legal, next));
    if (mayPlay && settings.values.tap === "single" && ready.length === 1 && !extensible(legal, next)) send(ready[0]);
  }

  /** Asks the server why a card cannot be played, and shows the reason. */
  async function why(card) {
    const count = Math.max(...legal.map((move) => move.cards.length));
    const verb = legal.find((move) => move.cards.length)?.verb;
    play.sound("wrong");
    const reason = (words, link = null) => play.note([...words, ...(link ? [" ", link] : [])], "wrong", 9000);
    if (!verb) return reason([text("no card now")]);
    const chosen = play.selection.length < count ? [...play.selection, card] : [card];
    const request = (whyAsked += 1);
    try {
      const query = new URLSearchParams({ move: [verb, ...chosen].join(" ") });
      const answer = await fetch(`${setup.api}why/?${query}`, { headers: { Accept: "application/json" } });
      if (!answer.ok) throw new Error(String(answer.status));
      const { text: words, rule, url } = await answer.json();
      if (request !== whyAsked) return;
      reason([words], rule && url ? el("a", { href: url, target: "_blank" }, rule) : null);
    } catch {
      if (request === whyAsked) reason([text("does not fit")]);
    }
  }

  /** A drag that ended on the table. */
  function drop(dragged, card) {
    if (play.sending || !asked()) return;
    const next = dragged.includes(card) && open(legal, dragged).length ? dragged : null;
    if (!next) return void why(card);
    const ready = Object.values(complete(legal, next));
    select(next);
    if (ready.length === 1) send(ready[0]);
    else if (ready.length) play.note([text("which")]);
  }

  const draggable = (card) => (asked() ? withCard(legal, play.selection, card) : null);

  /** Plays a legal move. */
  async function send(move) {
    const current = question();
    if (!current || play.sending) return;
    clearTimeout(auto);
    play.skip();
    play.noted = null;
    play.sending = { n: current.n, cards: move.cards };
    refresh();
    const done = await play.act("move", { question: current.n, move: move.text });
    play.sending = null;
    if (done) play.selection = play.selection.filter((card) => !move.cards.includes(card));
    update();
  }

  function step(by) {
    play.skip();
    const list = cards.cards;
    if (!list.length) return;
    const last = list.length - 1;
    const at = list.indexOf(focused());
    const to = at < 0 && Number.isFinite(by) ? (by > 0 ? 0 : last) : Math.max(0, Math.min(last, at + by));
    cards.focusCard(list[to]);
  }

  const focused = () => document.activeElement?.closest?.(".hand-card")?.dataset.card ?? null;

  keys(play.root, {
    any: () => play.skip(),
    step,
    toggle,
    clear,
    focused,
    focus: cards.focusCard,
    hand: () => cards.cards,
    press: buttons.press,
    play(card) {
      // Where cards can be played, Enter makes no move without cards: a take is not undone.
      const bareOnly = legal.every((move) => !move.cards.length);
      const ready = Object.values(buttons.chosen()).filter((move) => bareOnly || move.cards.length);
      if (ready.length === 1) send(ready[0]);
      else if (ready.length) play.note([text(bareOnly ? "which button" : "which")]);
      else if (card && !play.selection.includes(card)) toggle(card);
      else if (asked()) play.note([text("which cards")]);
    },
    letters: (play.letters = {}),
  });

  return { update, prompt };
}

// The end: who won and why, what lay face down, and what comes next.

import { inline } from "../games/cards.js";
import { el } from "../games/dom.js";
import { setup, text } from "../games/setup.js";

export function ending(play) {
  const box = play.part("ending");
  let shown = null;

  function outcome({ result }) {
    const { scores } = result;
    if (!scores || play.seat === null) return "";
    const own = scores[play.seat % 2];
    return own === 1 ? "won" : own === 0.5 ? "drawn" : "lost";
  }

  function headline(now) {
    const how = outcome(now);
    if (now.state === "closed") return text("ended");
    return how ? text(`you ${how}`) : text("over");
  }

  /** What was hidden to the end, from the view with all cards open. */
  function hidden() {
    if (!play.open || !play.rules.hidden) return null;
    const groups = play.rules.hidden(play.open).filter(({ cards }) => cards.length);
    if (!groups.length) return null;
    return el(
      "ul",
      { class: "hidden-cards" },
      groups.map(({ key, seat, cards }) => el("li", {}, el("b", {}, seat === null ? "" : play.now.seats[seat].name), " ", text(key), " ", cards.flatMap((card) => [inline(card), " "]))),
    );
  }

  function next(now) {
    const { rematch, choices } = now;
    const nodes = [];
    if (rematch?.code) nodes.push(el("a", { class: "button primary", href: setup.tables.replace("CODE", rematch.code) }, text("to rematch")));
    else if (choices.includes("rematch")) {
      const people = now.seats.filter(({ kind, left }) => kind === "person" && !left).length;
      const button = el("button", { type: "button", class: "button primary" }, text(people > 1 ? "rematch" : "play again"));
      button.addEventListener("click", async () => {
        button.disabled = true;
        if (!(await play.act("rematch"))) button.disabled = false;
      });
      nodes.push(button);
    } else if (rematch?.seats?.includes(play.seat)) nodes.push(el("button", { type: "button", class: "button", disabled: true }, text("rematch")));
    if (now.replay) nodes.push(el("a", { class: "button", href: now.replay }, text("replay")));
    nodes.push(el("a", { class: "button", href: setup.lobby }, text("lobby")));
    return nodes;
  }

  /** Who wants a rematch: a line that is always there, so that no button moves when it is filled. */
  function wishes({ rematch, seats }) {
    const others = (rematch?.seats ?? []).filter((seat) => seat !== play.seat);
    let words = "";
    if (rematch?.code) words = "";
    else if (others.length) words = text("wants rematch", { name: seats[others[0]].name });
    else if (rematch?.seats?.includes(play.seat)) words = text("rematch asked");
    return el("p", { class: "wishes" }, words);
  }

  function draw() {
    const { now } = play;
    const over = ["over", "closed"].includes(now.state) && !play.queue.running();
    play.root.classList.toggle("ended", over);
    box.hidden = !over;
    if (!over) {
      shown = null;
      return;
    }
    const key = JSON.stringify([now.result, now.rematch, now.choices, now.replay, Boolean(play.open)]);
    if (key === shown) return;
    const first = shown === null;
    const focused = box.contains(document.activeElement);
    shown = key;
    box.replaceChildren(
      el("h2", { class: outcome(now), tabindex: -1 }, headline(now)),
      el("p", {}, now.result?.text ?? ""),
      el("div", { class: "row" }, next(now)),
      wishes(now),
      hidden() ?? "",
    );
    if (focused) box.querySelector("button, a")?.focus();
    // A rematch that both wanted begins where they are.
    if (!first && now.rematch?.code && now.rematch.seats?.includes(play.seat)) location.assign(setup.tables.replace("CODE", now.rematch.code));
    if (!first) return;
    play.say([headline(now), ". ", now.result?.text ?? ""]);
    const how = outcome(now);
    if (how) play.sound(how === "lost" ? "lost" : "won");
  }

  return { update: draw, step: () => play.now && draw() };
}

// Before the game: who sits where, and the buttons to sit down or to fill a seat.

import { el } from "../games/dom.js";
import { text } from "../games/setup.js";

export function openSeats(play) {
  const box = play.part("seats");
  let shown = null;

  const button = (words, action, body, ...marks) => {
    const node = el("button", { type: "button", class: ["button", ...marks].join(" ") }, words);
    node.addEventListener("click", async () => {
      node.disabled = true;
      await play.act(action, body);
      node.disabled = false;
    });
    return node;
  };

  function row(seat, { choices, you }) {
    const open = seat.kind === "open";
    return el(
      "li",
      { class: `place ${seat.kind}` },
      el("span", { class: "seat-name" }, text("seat", { seat: seat.seat })),
      el("b", {}, open ? text("open seat") : seat.name),
      seat.seat === you?.seat ? el("span", { class: "badge" }, text("you")) : null,
      seat.level ? el("span", { class: "badge" }, text(`level ${seat.level}`)) : null,
      seat.rating ? el("span", { class: "muted" }, Math.round(seat.rating.value)) : null,
      open && choices.includes("sit") ? button(text("choice sit"), "sit", { seat: seat.seat }, "primary") : null,
      open && choices.includes("fill")
        ? el("span", { class: "fill" }, ["easy", "medium", "strong"].map((level) => button(text(`fill ${level}`), "fill", { seat: seat.seat, level })))
        : null,
    );
  }

  return {
    update() {
      const { now } = play;
      const before = ["open", "waiting"].includes(now.state);
      box.hidden = !before;
      if (!before) {
        shown = null;
        return;
      }
      const key = JSON.stringify([now.seats, now.choices, now.place, now.state]);
      if (key === shown) return;
      shown = key;
      const focused = box.contains(document.activeElement);
      box.replaceChildren(
        el("h2", {}, now.state === "waiting" ? text("waiting place", { place: now.place ?? "" }) : text("waits for players")),
        el("ul", { class: "places" }, now.seats.map((seat) => row(seat, now))),
        el("div", { class: "row" }, now.choices.includes("start") ? button(text("choice start"), "start", {}) : null, now.choices.includes("leave") ? button(text("choice leave"), "leave", {}) : null),
      );
      if (focused) box.querySelector("button")?.focus();
    },
  };
}

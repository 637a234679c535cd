// Somebody is away: what the others may choose, and how the seat is taken back.

import { el } from "../games/dom.js";
import { text } from "../games/setup.js";
import { nameOf } from "./felt.js";

const CHOICES = ["wait", "stand_in", "end"];

export function absent(play) {
  const box = play.part("absent");
  let shown = null;

  const button = (action) => {
    const node = el("button", { type: "button", class: "button" }, text(`choice ${action}`));
    node.addEventListener("click", async () => {
      node.disabled = true;
      await play.act(action);
      node.disabled = false;
    });
    return node;
  };

  return {
    update() {
      const { now } = play;
      const own = now.choices.includes("reclaim");
      const others = now.waiting_for ? CHOICES.filter((choice) => now.choices.includes(choice)) : [];
      const key = own ? "reclaim" : now.waiting_for ? `${now.waiting_for.seat} ${others}` : null;
      if (key === shown) return; // so that no button moves or loses the focus
      shown = key;
      box.hidden = key === null;
      if (own) box.replaceChildren(el("p", {}, text("bot plays for you")), button("reclaim"));
      else if (key) {
        const words = text("waits for", { name: nameOf(play, now.waiting_for.seat) });
        box.replaceChildren(el("p", {}, words), ...others.map(button));
        play.say([words]);
      }
    },
  };
}

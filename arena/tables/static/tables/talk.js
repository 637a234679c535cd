// Preset phrases: a menu to say them, and how others' are heard.

import { el } from "../games/dom.js";
import { setup } from "../games/setup.js";
import { drawFelt, nameOf } from "./felt.js";

export function talk(play) {
  const box = play.part("phrases");
  const panel = box.closest("details");
  box.replaceChildren(
    ...Object.entries(setup.phrases).map(([phrase, words]) => {
      const button = el("button", { type: "button", class: "button" }, words);
      button.addEventListener("click", () => {
        panel.open = false;
        play.act("say", { phrase });
      });
      return button;
    }),
  );
  let first = true;

  return {
    update() {
      panel.hidden = play.seat === null || !["playing", "over"].includes(play.now.state) || !Object.keys(setup.phrases).length;
      if (first) play.said.clear(); // said before the page was loaded
      first = false;
    },
    entry({ kind, seat, phrase }) {
      if (kind !== "said" || first) return;
      const words = setup.phrases[phrase] ?? phrase;
      // It is shown beside the name: the prompt stays readable.
      play.say([nameOf(play, seat), ": ", words]);
      setTimeout(() => play.index >= 0 && drawFelt(play), 5100);
    },
  };
}

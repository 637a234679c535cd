// What happens at the table besides moves: somebody leaves, comes back, wants to resign.

import { el } from "../games/dom.js";
import { setup } from "../games/setup.js";
import { nameOf } from "./felt.js";
import { rich } from "./words.js";

export function happenings(play) {
  let loaded = false; // what happened before the page was loaded is not said
  return {
    entry({ kind, seat, what, name }) {
      const template = kind === "seat" ? setup.texts[`seat ${what}`] : undefined;
      if (!template || !loaded) return;
      // Of these, `name` is not the person in the seat.
      const who = ["stand_in", "wait"].includes(what) ? nameOf(play, seat) : (name ?? nameOf(play, seat));
      play.note(rich(template, { name: el("b", {}, who), bot: el("b", {}, name ?? "") }), "said", 7000);
    },
    update() {
      loaded = true;
    },
  };
}

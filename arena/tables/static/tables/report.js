// Reports a bot's last move to its author, with a few words.

import { el } from "../games/dom.js";
import { text } from "../games/setup.js";
import { sentence } from "./felt.js";

export function report(play) {
  const { part } = play;
  const [opener, dialog] = [part("open-report"), part("report")];
  const form = dialog.querySelector("form");
  let reported = null;

  const isBot = (seat) => play.now.seats[seat].kind === "bot" || play.now.seats[seat].stand_in !== null;
  const last = () => play.steps.slice(0, play.index + 1).findLast(({ move }) => move && isBot(move.seat)) ?? null;

  opener.addEventListener("click", () => {
    opener.closest("details").open = false;
    reported = last();
    if (!reported) return;
    part("reported-move").replaceChildren(...sentence(play, reported));
    form.reset();
    dialog.showModal();
  });
  form.addEventListener("submit", async (event) => {
    if (event.submitter?.value !== "send") return;
    event.preventDefault();
    dialog.close();
    const words = new FormData(form).get("text").trim();
    if (await play.act("report", { move: reported.move.n, text: words })) play.note([el("span", {}, text("reported"))], "good");
  });

  const update = () => {
    opener.hidden = play.seat === null || !last();
  };
  return { update, step: () => play.now && update() };
}

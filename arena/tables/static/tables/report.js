// Reports a bot's move to its author, with a few words.

import { el } from "../games/dom.js";
import { text } from "../games/setup.js";
import { spoken } from "./announce.js";
import { sentence } from "./felt.js";

const MOST = 40; // moves to choose from, the newest first

export function report(play) {
  const { part } = play;
  const [opener, dialog] = [part("open-report"), part("report")];
  const form = dialog.querySelector("form");

  const isBot = (seat) => play.now.seats[seat].kind === "bot" || play.now.seats[seat].stand_in !== null;
  const moves = () => play.steps.slice(0, play.index + 1).filter(({ move }) => move && isBot(move.seat));
  const option = (step) => el("option", { value: step.move.n }, `${step.move.n}. ${spoken(sentence(play, step))}`);

  opener.addEventListener("click", () => {
    opener.closest("details").open = false;
    form.reset();
    part("reported-move").replaceChildren(...moves().slice(-MOST).reverse().map(option));
    dialog.showModal();
  });
  form.addEventListener("submit", async (event) => {
    if (event.submitter?.value !== "send") return;
    event.preventDefault();
    dialog.close();
    const given = new FormData(form);
    const body = { move: Number(given.get("move")), text: given.get("text").trim() };
    if (await play.act("report", body)) play.note([el("span", {}, text("reported"))], "good");
  });

  const update = () => {
    opener.hidden = play.seat === null || !moves().length;
  };
  return { update, step: () => play.now && update() };
}

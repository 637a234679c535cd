// The menu of the table: settings, keys, hints, and the ways out, which are confirmed.

import { el } from "../games/dom.js";
import { text } from "../games/setup.js";
import { inline } from "../games/cards.js";
import { sentence } from "./felt.js";
import { parsed } from "./selection.js";

const WAYS_OUT = ["abort", "resign", "leave"];

export function menu(play) {
  const { part } = play;
  const confirm = part("confirm");
  const panel = part("ways-out").closest("details");
  const openers = { settings: part("settings"), help: part("help") };

  for (const [name, dialog] of Object.entries(openers)) {
    part(`open-${name}`).addEventListener("click", () => dialog.showModal());
    // A click beside the dialog closes it.
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  }
  play.letters["?"] = () => openers.help.showModal();
  play.letters.i = speak;
  play.letters.n = hint;
  part("speak").addEventListener("click", speak);
  part("hint").addEventListener("click", hint);
  document.addEventListener("click", ({ target }) => {
    for (const open of play.root.querySelectorAll("details.drop[open]")) if (!open.contains(target)) open.open = false;
  });
  document.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    const open = document.querySelector("details.drop[open]");
    open?.querySelector("summary").focus();
    if (open) open.open = false;
  });

  for (const action of WAYS_OUT) {
    part(action).addEventListener("click", () => {
      panel.open = false;
      ask(action);
    });
  }

  const alone = () => !play.now.seats.some(({ seat, kind, left }) => seat !== play.seat && kind === "person" && !left);

  function ask(action) {
    const yes = el("button", { type: "button", class: "button danger" }, text(`choice ${action}`));
    const no = el("button", { type: "button", class: "button" }, text("go on playing"));
    no.addEventListener("click", () => confirm.close());
    yes.addEventListener("click", async () => {
      confirm.close();
      if ((await play.act(action, action === "resign" ? { confirm: true } : {})) && action === "leave") location.assign(play.setup.lobby);
    });
    confirm.setAttribute("aria-label", text(`choice ${action}`));
    confirm.replaceChildren(el("p", {}, text(`confirm ${action}${action === "leave" && alone() ? " alone" : ""}`)), el("div", { class: "row" }, no, yes));
    confirm.showModal();
    no.focus();
  }

  /** Says the last move, the hand, the trump and the score. */
  function speak() {
    const { steps, index, rules, game, seat } = play;
    if (index < 0) return;
    const step = steps[index];
    const hand = step.view.hand ?? [];
    const items = (list) => list.filter(Boolean).flatMap((item, at) => [at ? ", " : "", item]);
    play.say([
      ...(sentence(play, step) ?? []), ". ",
      ...items(rules.status(step, seat, game)), ". ",
      ...(hand.length ? [text("your hand"), ": ", ...items(hand.map(inline)), ". "] : []),
      ...[0, 1].flatMap((side) => [game.sides[side], ": ", ...items(rules.score(step, side, game, seat)), ". "]),
    ]);
  }

  async function hint() {
    const { question } = play.now;
    if (!question || !play.now.choices.includes("hint")) return;
    part("hint").disabled = true;
    play.note([text("hint asked")]);
    await play.act("hint", { question: question.n });
    part("hint").disabled = false;
  }

  return {
    update() {
      const { choices } = play.now;
      for (const action of WAYS_OUT) part(action).hidden = !choices.includes(action);
      part("hint").hidden = !choices.includes("hint");
    },
    entry(entry) {
      if (entry.kind !== "hint" || entry.question !== play.now.question?.n) return;
      play.hint = entry.move;
      const { cards, verb } = parsed(entry.move);
      play.note([text("hint", { name: entry.by }), " ", play.setup.texts[`do ${verb}`] ?? verb, ...cards.flatMap((card) => [" ", inline(card)])], "good", 12000);
    },
  };
}

// The page of a table before its game: follows it, and becomes the game when that begins.

import { prepare } from "../pages/prepare.js";
import { connect } from "./connection.js";
import { copyButton } from "./copy_link.js";

const PLACE_MS = 10000;
const setup = JSON.parse(document.getElementById("table-setup").textContent);
const { code, update, player } = setup;
// A form is on its way. Whatever the page did now could stop it, and with it a new guest's cookie.
let leaving = false;
let shown = JSON.stringify([update.now.state, update.now.seats, update.now.place, update.now.you]);

// Others that get a place before change the position, but not this table.
if (update.now.state === "waiting") setInterval(() => leaving || document.hidden || refresh().catch(() => {}), PLACE_MS);
addEventListener("submit", () => (leaving = true));
addEventListener("pageshow", () => (leaving = false));
connect(code, update.n, onUpdate, onStatus, { now: update.now, player });

async function onUpdate({ now }) {
  if (leaving) return;
  if (!["open", "waiting"].includes(now.state)) return location.replace(location.pathname);
  const next = JSON.stringify([now.state, now.seats, now.place, now.you]);
  if (next === shown) return;
  shown = next;
  await refresh();
}

function onStatus(status) {
  document.documentElement.dataset.connection = status;
  if (!leaving && (status === "changed" || status === "gone")) location.reload();
}

/** Shows the parts of the page as the server has them now; a choice that was made stays. */
async function refresh() {
  const answer = await fetch(location.href, { cache: "no-store" });
  if (leaving) return;
  if (!answer.ok) return location.reload();
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (leaving) return;
  const old = document.querySelector("[data-live=seats]");
  const fresh = page.querySelector("[data-live=seats]");
  // Another kind of page: the visitor has sat down in another tab, or the invitation is over.
  if (!fresh || fresh.className !== old.className) return location.reload();
  const focused = document.activeElement?.closest("form")?.action;
  const levels = [...old.querySelectorAll("select")].map(({ form, value }) => [form.action, value]);
  old.replaceChildren(...fresh.childNodes);
  for (const select of old.querySelectorAll("select")) {
    select.value = levels.find(([action]) => action === select.form.action)?.[1] ?? select.value;
  }
  if (focused) [...old.querySelectorAll("form")].find(({ action }) => action === focused)?.querySelector("button")?.focus();
  prepare(old);
}

copyButton();

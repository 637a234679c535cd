// The lobby, kept current: open tables are few, so the page is asked for again while it is seen.

import { prepare } from "../pages/prepare.js";

const EVERY_MS = 5000;
let busy = false;

async function refresh() {
  if (document.hidden || busy) return;
  const live = document.querySelector("[data-live=lobby]");
  // Nothing moves under the finger or the focus.
  if (live.matches(":focus-within") || live.querySelector(":active")) return;
  busy = true;
  try {
    const answer = await fetch(location.href, { cache: "no-store" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = answer.ok && page.querySelector("[data-live=lobby]");
    if (fresh && fresh.innerHTML !== live.innerHTML) {
      live.replaceChildren(...fresh.childNodes);
      prepare(live);
    }
  } catch {
    // The next time tries again.
  } finally {
    busy = false;
  }
}

setInterval(refresh, EVERY_MS);
document.addEventListener("visibilitychange", refresh);

// While a tournament runs, refreshes the parts of the page that are marked data-live. Stops when the
// page is no longer marked data-running.

import { prepare } from "../pages/prepare.js";

const EVERY_MS = 5000;
const shown = new Map(); // the HTML that the server last sent for a part

async function refresh() {
  if (!document.hidden) {
    try {
      const response = await fetch(location.href, { cache: "no-store" });
      if (response.ok) update(await response.text());
    } catch {
      // No connection: try again at the next refresh.
    }
  }
  if (document.querySelector("[data-running]")) setTimeout(refresh, EVERY_MS);
}

function update(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const part of document.querySelectorAll("[data-live]")) {
    const fresh = page.querySelector(`[data-live="${part.dataset.live}"]`);
    if (!fresh || fresh.innerHTML === (shown.get(part) ?? part.innerHTML)) continue;
    shown.set(part, fresh.innerHTML);
    const focused = part.contains(document.activeElement) ? document.activeElement : null;
    const href = focused?.getAttribute("href");
    const before = [...part.querySelectorAll(".scroll")].map((box) => box.scrollLeft);
    part.innerHTML = fresh.innerHTML;
    part.querySelectorAll(".scroll").forEach((box, i) => (box.scrollLeft = before[i] ?? 0));
    prepare(part);
    if (href) part.querySelector(`a[href="${CSS.escape(href)}"]`)?.focus({ preventScroll: true });
  }
}

if (document.querySelector("[data-running]")) setTimeout(refresh, EVERY_MS);

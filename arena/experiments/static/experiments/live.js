// Refreshes the page of a running experiment: fetches it and swaps its live part.
const INTERVAL_MS = 3000;

async function refresh() {
  const live = document.getElementById("live");
  if (!live?.dataset.running) return;
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (answer.ok && document.visibilityState === "visible") {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.getElementById("live");
      // A focused button or link must not be replaced under the reader's hands.
      if (fresh && !live.contains(document.activeElement)) live.replaceWith(fresh);
    }
  } catch {
    // Not reachable at the moment; try again.
  }
  setTimeout(refresh, INTERVAL_MS);
}

setTimeout(refresh, INTERVAL_MS);

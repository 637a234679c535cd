// Keeps the page of a running experiment fresh: the same page is fetched and its live part swapped.
const SECONDS = 3;

async function refresh() {
  const live = document.getElementById("live");
  if (!live?.dataset.running) return;
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (answer.ok && document.visibilityState === "visible") {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.getElementById("live");
      // Not under the reader's hands: a focused button or link stays where it is.
      if (fresh && !live.contains(document.activeElement)) live.replaceWith(fresh);
    }
  } catch {
    // The network is away for a moment; the next round tries again.
  }
  setTimeout(refresh, 1000 * SECONDS);
}

setTimeout(refresh, 1000 * SECONDS);

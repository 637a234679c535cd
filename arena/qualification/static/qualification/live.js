// Refreshes the section of a version in qualification every two seconds.

const INTERVAL_MS = 2000;

async function refresh() {
  const section = document.getElementById("state");
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (answer.ok) {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.getElementById("state");
      if (fresh && fresh.innerHTML !== section.innerHTML) {
        if (fresh.dataset.state !== "checking") {
          location.reload(); // the rest of the page changes too
          return;
        }
        section.innerHTML = fresh.innerHTML;
      }
    }
  } catch {
    // Not reachable at the moment; try again.
  }
  setTimeout(refresh, INTERVAL_MS);
}

setTimeout(refresh, INTERVAL_MS);

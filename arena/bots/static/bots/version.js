// While a version is in qualification, its state is looked up again every two seconds.

const EVERY = 2000;

async function look() {
  const state = document.getElementById("state");
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (answer.ok) {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const now = page.getElementById("state");
      if (now && now.innerHTML !== state.innerHTML) {
        if (now.dataset.state !== "checking") {
          location.reload(); // the rest of the page changes too
          return;
        }
        state.innerHTML = now.innerHTML;
      }
    }
  } catch {
    // Not reached this time; the next look may.
  }
  setTimeout(look, EVERY);
}

setTimeout(look, EVERY);

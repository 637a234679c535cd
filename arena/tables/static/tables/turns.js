// The mark beside "Play" on every page when it is the visitor's turn at some table.

const link = document.querySelector("[data-turns]");
let address = null;

async function show() {
  if (document.hidden) return;
  try {
    const answer = await fetch(link.dataset.turns, { cache: "no-store" });
    const { turns } = await answer.json();
    link.classList.toggle("my-turn", turns > 0);
    // The mark leads to the tables, not to the form of a new game.
    address ??= link.href;
    link.href = turns ? link.dataset.lobby : address;
    if (turns) link.title = link.dataset.title.replace("{count}", turns);
    else link.removeAttribute("title");
    link.querySelector(".visually-hidden")?.remove();
    if (turns) {
      const spoken = document.createElement("span");
      spoken.className = "visually-hidden";
      spoken.textContent = ` (${link.title})`;
      link.append(spoken);
    }
  } catch {
    // The mark is missing on this page.
  }
}

if (link) {
  show();
  document.addEventListener("visibilitychange", show);
}

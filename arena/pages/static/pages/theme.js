// What this browser chose: light or dark, two or four colours of suits. Kept on the root element
// as data-theme and data-suits. Runs before the page is drawn, so that nothing flashes.
{
  const root = document.documentElement;
  const ALLOWED = { theme: ["light", "dark"], suits: ["two", "four"] };

  const choose = (what, value) => {
    root.dataset[what] = value;
    try {
      localStorage.setItem(`goat-${what}`, value);
    } catch {
      // Storage is forbidden here: the choice lasts for this page.
    }
  };
  window.goat = { choose };

  for (const [what, values] of Object.entries(ALLOWED)) {
    let kept = null;
    try {
      kept = localStorage.getItem(`goat-${what}`);
    } catch {
      // see above
    }
    if (values.includes(kept)) root.dataset[what] = kept;
  }

  document.addEventListener("DOMContentLoaded", () => {
    const button = document.querySelector("button.theme");
    if (!button) return; // a page by itself within another
    const system = matchMedia("(prefers-color-scheme: dark)");
    const current = () => root.dataset.theme ?? (system.matches ? "dark" : "light");
    const name = () => {
      button.textContent = current() === "dark" ? button.dataset.light : button.dataset.dark;
    };
    button.addEventListener("click", () => {
      choose("theme", current() === "dark" ? "light" : "dark");
      name();
    });
    system.addEventListener("change", name);
    name();
    button.hidden = false;
  });
}

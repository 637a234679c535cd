// The reader's choices: light or dark, two or four colours of suits. They are kept on the root element
// as data-theme and data-suits. Runs before the page is drawn, so that it does not flash.
{
  const root = document.documentElement;
  const ALLOWED = { theme: ["light", "dark"], suits: ["two", "four"] };

  const choose = (what, value) => {
    root.dataset[what] = value;
    try {
      localStorage.setItem(`goat-${what}`, value);
    } catch {
      // Storage is forbidden: the choice lasts for this page only.
    }
  };
  window.goat = { choose };

  for (const [what, values] of Object.entries(ALLOWED)) {
    let stored = null;
    try {
      stored = localStorage.getItem(`goat-${what}`);
    } catch {
      // see above
    }
    if (values.includes(stored)) root.dataset[what] = stored;
  }

  document.addEventListener("DOMContentLoaded", () => {
    const button = document.querySelector("button.theme");
    if (!button) return; // an embedded page
    const system = matchMedia("(prefers-color-scheme: dark)");
    const current = () => root.dataset.theme ?? (system.matches ? "dark" : "light");
    const label = () => {
      button.textContent = current() === "dark" ? button.dataset.light : button.dataset.dark;
    };
    button.addEventListener("click", () => {
      choose("theme", current() === "dark" ? "light" : "dark");
      label();
    });
    system.addEventListener("change", label);
    label();
    button.hidden = false;
  });
}

// The chosen colours: the system's, until the button in the footer chooses. Runs before the page
// is drawn, so that nothing flashes.
const KEY = "goat-theme";
const root = document.documentElement;

function remembered() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // storage is forbidden: the choice then lasts for this page
  }
}

const theme = remembered();
if (theme === "light" || theme === "dark") root.dataset.theme = theme;

document.addEventListener("DOMContentLoaded", () => {
  const button = document.querySelector("button.theme");
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ?? (dark.matches ? "dark" : "light")) === "dark";
  const name = () => {
    button.textContent = isDark() ? button.dataset.light : button.dataset.dark;
  };
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    try {
      localStorage.setItem(KEY, root.dataset.theme);
    } catch {
      // see remembered()
    }
    name();
  });
  dark.addEventListener("change", name);
  name();
  button.hidden = false;
});

// The person's choices at the table, kept in this browser.

const KEY = "goat-table";

const DEFAULTS = {
  speed: "normal", // slow, normal, fast, instant
  tap: "second", // second: a second tap plays; single: one tap plays; button: only the button plays
  sort: "suits", // suits, ranks, dealt
  auto: false, // plays the only legal move by itself
  sound: false,
  notify: false,
  beaters: true, // marks the cards that beat, where hints are allowed
};
const STEP_MS = { slow: 1400, normal: 750, fast: 350, instant: 0 };

/** The choices: an object that `change` keeps and tells to `listen`ers. */
export function settings(dialog) {
  const values = { ...DEFAULTS, ...stored() };
  const listeners = [];

  function change(name, value) {
    values[name] = value;
    try {
      localStorage.setItem(KEY, JSON.stringify(values));
    } catch {
      // Storage is forbidden: the choice lasts for this page only.
    }
    for (const listener of listeners) listener(name);
  }

  for (const input of dialog.querySelectorAll("[name]")) {
    const box = input.type === "checkbox";
    if (input.name === "suits") {
      input.checked = document.documentElement.dataset.suits === "four";
      input.addEventListener("change", () => window.goat.choose("suits", input.checked ? "four" : "two"));
      continue;
    }
    if (box) input.checked = values[input.name];
    else input.value = values[input.name];
    input.addEventListener("change", async () => {
      if (input.name === "notify" && input.checked && (await permitted()) !== "granted") input.checked = false;
      change(input.name, box ? input.checked : input.value);
    });
  }

  return { values, listen: (listener) => listeners.push(listener), stepMs: () => STEP_MS[values.speed] ?? STEP_MS.normal };
}

const permitted = async () => ("Notification" in window ? Notification.requestPermission() : "denied");

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

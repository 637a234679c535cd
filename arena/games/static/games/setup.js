// What the page gives the viewer: addresses, names of cards and translated texts, as JSON.

export let setup = null;

/** Reads it anew: a page that has just been brought in has its own. */
export function readSetup() {
  setup = JSON.parse(document.getElementById("replay-setup").textContent);
}

/** The text `key` with its {places} filled. */
export function text(key, values = {}) {
  return setup.texts[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

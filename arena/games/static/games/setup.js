// What the page gives the viewer: addresses, names of cards and translated texts, as JSON.

export let setup = null;

/** Reads it, again if need be: a page that a script has just loaded has its own. */
export function readSetup(id = "replay-setup") {
  setup = JSON.parse(document.getElementById(id).textContent);
}

/** The text `key`, with its {placeholders} filled in as far as there are values. */
export function text(key, values = {}) {
  return setup.texts[key].replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

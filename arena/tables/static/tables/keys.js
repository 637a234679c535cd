// The keyboard at the table. Letters act only while no text field has the focus.

const RANKS = { 6: "6", 7: "7", 8: "8", 9: "9", 0: "T", T: "T", J: "J", Q: "Q", K: "K", A: "A" };
const SUITS = "CDHS";
const PAIR_MS = 1200; // between a rank and the suit that completes it

/**
 * `act` does what the keys ask for: step(by), rows(by), tap(card), play(), clear(), press(number),
 * and by letter `act.letters[key]()`. `hand()` are the cards in order, `focused()` the card in focus.
 */
export function keys(root, act) {
  let rank = null;
  let rankAt = 0;

  /** The next of the cards for which `is` holds, after the one in focus. */
  function next(is) {
    const cards = act.hand();
    const at = cards.indexOf(act.focused());
    return [...cards.slice(at + 1), ...cards.slice(0, at + 1)].find(is) ?? null;
  }

  function typed(key) {
    const letter = key.toUpperCase();
    const recent = rank !== null && performance.now() - rankAt < PAIR_MS;
    if (recent && SUITS.includes(letter)) {
      const card = rank + letter;
      rank = null;
      if (!act.hand().includes(card)) return true;
      act.focus(card);
      act.toggle(card);
      return true;
    }
    if (letter in RANKS) {
      rank = RANKS[letter];
      rankAt = performance.now();
      const card = next((one) => one[0] === rank);
      if (card) act.focus(card);
      return true;
    }
    if (letter.length === 1 && SUITS.includes(letter)) {
      const card = next((one) => one[1] === letter);
      if (card) act.focus(card);
      return true;
    }
    return false;
  }

  function onKey(event) {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (document.querySelector("dialog[open]")) return;
    if (target.closest("input, select, textarea, [contenteditable]")) return;
    if (!(root.contains(target) || target === document.body || target.id === "content")) return;
    const card = target.closest(".hand-card")?.dataset.card;
    const control = target.closest("button, a, summary");
    const done = () => event.preventDefault();
    const rtl = document.documentElement.dir === "rtl" ? -1 : 1;
    if (!["Tab", "Shift"].includes(key)) act.any();
    if (key === "ArrowLeft") done(act.step(-rtl));
    else if (key === "ArrowRight") done(act.step(rtl));
    else if (key === "Home") done(act.step(-Infinity));
    else if (key === "End") done(act.step(Infinity));
    else if (key === "Escape") act.clear();
    else if (key === " " && card) done(act.toggle(card));
    else if (key === "Enter" && (card || !control)) done(act.play(card));
    else if (/^[1-5]$/.test(key)) done(act.press(Number(key)));
    else if (act.letters[key]) done(act.letters[key]());
    else if (key.length === 1 && typed(key)) done();
  }
  document.addEventListener("keydown", onKey);
}

// The person's own hand: one element a card, which lives as long as the card is held, so that what
// others do disturbs neither focus nor a drag.

import { called, sorted } from "../games/cards.js";
import { el, svg } from "../games/dom.js";
import { setup } from "../games/setup.js";
import { fan } from "./fan.js";

const DRAG_PX = 8;

/**
 * The hand in `box`. `on` is told what the person does: tap(card), drop(cards), drag(active),
 * pick(card) → the cards that a drag of `card` moves. Returns {update, mark, focusCard, cards}.
 */
export function hand(box, on) {
  const elements = new Map(); // by card
  let cards = [];
  let groups = [];
  let drag = null;
  let suppressed = false; // the click that follows a drag

  function create(card) {
    const node = el(
      "button",
      { type: "button", class: "hand-card", "data-card": card, tabindex: -1, "aria-pressed": "false" },
      el(
        "span",
        { class: "face" },
        svg("svg", { viewBox: "0 0 100 140", "aria-hidden": "true" }, svg("use", { href: `${setup.sprite}#${card}` })),
        el("span", { class: "badge-mark", "aria-hidden": "true" }),
      ),
    );
    node.setAttribute("aria-label", called(card));
    return node;
  }

  /** Shows `held` in an order; `fresh` cards are new. Elements of cards that are still held stay. */
  function update(held, { order, trump, dealt }) {
    const focused = cards.indexOf(document.activeElement?.dataset?.card);
    cards = ordered(held, order, trump, dealt);
    for (const [card, node] of elements) {
      if (cards.includes(card)) continue;
      if (drag?.cards.includes(card)) release();
      node.remove();
      elements.delete(card);
    }
    let next = box.firstElementChild;
    for (const card of cards) {
      const node = elements.get(card);
      if (node && node === next) {
        next = next.nextElementSibling;
      } else if (node) {
        box.insertBefore(node, next);
      } else {
        elements.set(card, create(card));
        box.insertBefore(elements.get(card), next);
      }
      elements.get(card).classList.toggle("trump", card[1] === trump);
    }
    groups = order === "suits" ? runs(cards) : order === "ranks" ? trumpsApart(cards, trump) : [cards.length];
    if (cards.length && !box.querySelector('[tabindex="0"]')) {
      // The card in focus was played: the next one in its place takes the focus.
      const next = cards[Math.min(Math.max(0, focused), cards.length - 1)];
      elements.get(next).tabIndex = 0;
      if (focused >= 0) focusCard(next);
    }
    layOut();
  }

  function layOut() {
    const coarse = matchMedia("(pointer: coarse)").matches;
    const { clientWidth, clientHeight } = box;
    const { w, places } = fan(groups, clientWidth, clientHeight, { strip: coarse ? 34 : 28, lift: clientHeight < 130 ? 10 : 18 });
    box.style.setProperty("--w", `${w}px`);
    cards.forEach((card, at) => {
      const { style } = elements.get(card);
      style.setProperty("--x", `${places[at].x.toFixed(1)}px`);
      style.setProperty("--y", `${places[at].y.toFixed(1)}px`);
      // How much of the card the next one leaves visible: there its mark must be.
      const next = places[at + 1];
      const visible = next && next.y === places[at].y ? Math.min(w, next.x - places[at].x) : w;
      style.setProperty("--strip", `${visible.toFixed(1)}px`);
    });
  }
  new ResizeObserver(layOut).observe(box);

  /**
   * Marks each card by `stateOf(card)`: whether it is `selected`, `off` (does not fit), `closed`
   * (cannot be selected), `strong` (beats, or suggested) and `sent`; a `badge` and a spoken `label`.
   */
  function mark(stateOf) {
    for (const card of cards) {
      const node = elements.get(card);
      const { selected, off, closed, strong, badge, label, sent } = stateOf(card);
      node.classList.toggle("selected", selected);
      node.classList.toggle("off", off);
      node.classList.toggle("strong", strong);
      node.classList.toggle("sent", sent);
      node.setAttribute("aria-pressed", String(selected));
      node.setAttribute("aria-disabled", String(closed));
      node.setAttribute("aria-label", [called(card), ...label].join(", "));
      node.querySelector(".badge-mark").textContent = badge ?? "";
    }
  }

  function focusCard(card) {
    const node = elements.get(card);
    if (!node) return;
    for (const other of elements.values()) other.tabIndex = -1;
    node.tabIndex = 0;
    node.focus({ preventScroll: true });
  }

  // Pointers: a tap is a click; a drag moves the card with the pointer.
  box.addEventListener("pointerdown", (event) => {
    const node = event.target.closest(".hand-card");
    suppressed = false;
    if (!node || event.button || drag) return;
    drag = { card: node.dataset.card, id: event.pointerId, x: event.clientX, y: event.clientY, active: false, cards: [] };
  });
  box.addEventListener("pointermove", (event) => {
    if (event.pointerId !== drag?.id) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.active) {
      if (Math.hypot(x, y) < DRAG_PX) return;
      drag.active = true;
      drag.cards = on.pick(drag.card);
      elements.get(drag.card)?.setPointerCapture(event.pointerId);
      for (const card of drag.cards) elements.get(card)?.classList.add("dragged");
      on.drag(true);
    }
    for (const card of drag.cards) {
      elements.get(card)?.style.setProperty("--dx", `${x}px`);
      elements.get(card)?.style.setProperty("--dy", `${y}px`);
    }
    on.over(outside(event));
  });
  box.addEventListener("pointerup", (event) => {
    if (event.pointerId !== drag?.id) return;
    const { active, cards: dragged, card } = drag;
    const missed = !outside(event);
    release();
    if (!active) return;
    suppressed = true;
    setTimeout(() => (suppressed = false)); // a click, if one comes, comes before
    if (!missed) on.drop(dragged, card);
  });
  box.addEventListener("pointercancel", (event) => event.pointerId === drag?.id && release());
  box.addEventListener("dragstart", (event) => event.preventDefault());
  box.addEventListener("contextmenu", (event) => event.target.closest(".hand-card") && event.pointerType !== "mouse" && event.preventDefault());
  box.addEventListener("click", (event) => {
    const node = event.target.closest(".hand-card");
    if (suppressed) {
      suppressed = false;
      return;
    }
    if (node) on.tap(node.dataset.card);
    else on.background();
  });
  box.addEventListener("focusin", (event) => {
    const node = event.target.closest(".hand-card");
    if (!node) return;
    for (const other of elements.values()) other.tabIndex = other === node ? 0 : -1;
  });

  /** Whether the pointer left the hand for the table. */
  function outside({ clientY, clientX }) {
    const { top, left, right } = box.getBoundingClientRect();
    return clientY < top - 4 || clientX < left - 40 || clientX > right + 40;
  }

  function release() {
    if (!drag) return;
    for (const card of drag.cards) {
      const node = elements.get(card);
      node?.classList.remove("dragged");
      node?.style.removeProperty("--dx");
      node?.style.removeProperty("--dy");
    }
    const { active } = drag;
    drag = null;
    if (active) {
      on.over(false);
      on.drag(false);
    }
  }

  return { update, mark, focusCard, layOut, cancelDrag: release, get dragging() { return drag?.active ?? false; }, get cards() { return cards; } };
}

/** A stable order: by suits or by ranks with the trumps first, or as the cards came. */
export function ordered(held, order, trump, dealt) {
  if (order === "dealt") {
    const place = (card) => (dealt.includes(card) ? dealt.indexOf(card) : dealt.length);
    return [...held].sort((a, b) => place(a) - place(b));
  }
  const bySuit = sorted(held, trump);
  if (order === "suits") return bySuit;
  const rank = (card) => (card[1] === trump ? 100 : 0) + setup.ranking.indexOf(card[0]);
  return bySuit.sort((a, b) => rank(b) - rank(a));
}

function runs(cards) {
  const sizes = [];
  cards.forEach((card, at) => {
    if (at && cards[at - 1][1] === card[1]) sizes[sizes.length - 1] += 1;
    else sizes.push(1);
  });
  return sizes;
}

function trumpsApart(cards, trump) {
  const trumps = cards.filter((card) => card[1] === trump).length;
  return [trumps, cards.length - trumps].filter(Boolean);
}



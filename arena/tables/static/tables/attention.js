// Calls the person: a mark in the title and, if wanted, a notification, while the tab is hidden.

import { text } from "../games/setup.js";
import { makeReminder } from "./clocks.js";

export function attention(play) {
  const title = document.title;
  let notification = null;

  function mark() {
    const { now } = play;
    const mine = now.state === "playing" && now.turn !== null && now.turn === play.seat;
    document.title = mine && document.hidden ? `● ${text("your turn")} – ${title}` : title;
    if (!mine || !document.hidden) {
      notification?.close();
      notification = null;
    }
  }

  function notify() {
    if (!document.hidden || !play.settings.values.notify || !("Notification" in window)) return;
    if (Notification.permission !== "granted" || play.now.turn !== play.seat) return;
    try {
      notification = new Notification(text("your turn"), { body: title, tag: play.code });
      notification.onclick = () => window.focus();
    } catch {
      // Some phones allow notifications only to service workers.
    }
  }

  const remind = makeReminder(() => {
    play.say([text("your turn")]);
    play.sound("turn");
    play.root.classList.add("reminded");
    setTimeout(() => play.root.classList.remove("reminded"), 1500);
  });

  document.addEventListener("visibilitychange", mark);
  return {
    update() {
      mark();
      remind(play.now);
    },
    asked(question) {
      if (question.secret) return; // nobody beside the person may hear or see it
      play.sound("turn");
      notify();
    },
  };
}

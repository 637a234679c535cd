// Times in the reader's time zone.

const DAY = { dateStyle: "medium" };
const MINUTES = { ...DAY, timeStyle: "short" };
const SECONDS = { ...DAY, timeStyle: "medium" };
const language = document.documentElement.lang;

/** Rewrites every <time datetime="…"> in `root`. Words such as "5 minutes ago" only get a title. */
export function showLocalTimes(root) {
  for (const time of root.querySelectorAll("time[datetime]")) showLocalTime(time);
}

function showLocalTime(time) {
  const date = new Date(time.dateTime);
  if (Number.isNaN(date.getTime()) || !time.dateTime.includes("T")) return;
  const shown = time.textContent.trim();
  time.title = date.toLocaleString(language, { dateStyle: "full", timeStyle: "long" });
  if (time.hasAttribute("data-words") || !/\d{4}/.test(shown)) return;
  const precise = /:\d\d:\d\d/.test(shown) ? SECONDS : MINUTES;
  time.textContent = date.toLocaleString(language, /:|[ap]\.m\.|noon|midnight/.test(shown) ? precise : DAY);
}

// A puzzle: remembers in this browser what was solved, and how many in a row at the first try.

const KEY = "goat-arena puzzles";
const MOST = 1000; // solved ones that are remembered
const DAY_MS = 24 * 3600 * 1000;

/** What this browser remembers; nothing where it may not store anything. */
function load() {
  try {
    return { solved: [], row: 0, days: 0, day: "", ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { solved: [], row: 0, days: 0, day: "" };
  }
}

function save(memory) {
  try {
    localStorage.setItem(KEY, JSON.stringify(memory));
  } catch {
    // Without storage a streak lasts as long as the page.
  }
}

const setup = JSON.parse(document.getElementById("lesson-setup").textContent);
const { id, day, others, row, days } = setup.puzzle;
const root = document.getElementById("play");
const part = (key) => root.querySelector(`[data-part="${key}"]`);
const memory = load();
let first = true; // no answer has been given yet

function show() {
  const shown = [];
  if (memory.row > 1) shown.push(row.replace("{n}", memory.row));
  if (memory.days > 1) shown.push(days.replace("{n}", memory.days));
  part("streak").textContent = shown.join(" · ");
}

/** Another day is solved: the day before it may have been solved too. */
function countDay() {
  if (!day || memory.day === day) return;
  const before = new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);
  memory.days = memory.day === before ? memory.days + 1 : 1;
  memory.day = day;
}

/** Ends the streak, unless this puzzle was solved before. */
function miss() {
  if (first && !memory.solved.includes(id)) memory.row = 0;
  first = false;
}

root.addEventListener("answer", ({ detail: { kind } }) => {
  if (kind === "illegal") return;
  if (kind === "wrong") miss();
  else {
    if (!memory.solved.includes(id)) {
      if (first) {
        memory.row += 1;
        countDay();
      }
      memory.solved = [...memory.solved, id].slice(-MOST);
    }
    first = false;
    part("after").hidden = false;
  }
  save(memory);
  show();
});
part("show").addEventListener("click", () => {
  miss();
  save(memory);
  show();
});
// The next one is one that was not solved here.
part("next").addEventListener(
  "click",
  (event) => {
    const next = others.find(([number]) => !memory.solved.includes(number)) ?? others[0];
    if (!next) return;
    event.stopImmediatePropagation();
    location.assign(next[1]);
  },
  { capture: true },
);
show();

// What the server cannot know: times in the reader's zone, and tables in the order that he wants.
{
  const DAY = { dateStyle: "medium" };
  const MINUTES = { ...DAY, timeStyle: "short" };
  const SECONDS = { ...DAY, timeStyle: "medium" };
  const language = document.documentElement.lang;

  /** <time datetime="…">: what it says in words of its own ("5 minutes ago") stays, with a title. */
  function localTime(time) {
    const date = new Date(time.dateTime);
    if (Number.isNaN(date.getTime()) || !time.dateTime.includes("T")) return;
    const shown = time.textContent.trim();
    time.title = date.toLocaleString(language, { dateStyle: "full", timeStyle: "long" });
    if (time.hasAttribute("data-words") || !/\d{4}/.test(shown)) return;
    const precise = /:\d\d:\d\d/.test(shown) ? SECONDS : MINUTES;
    time.textContent = date.toLocaleString(language, /:|[ap]\.m\.|noon|midnight/.test(shown) ? precise : DAY);
  }

  /** What a cell sorts by: its data-sort, a time, a number, or its text. */
  function valueOf(cell) {
    const given = cell.dataset.sort ?? cell.querySelector("time")?.dateTime ?? cell.textContent.trim();
    const number = Number(given.replace(/[\s,#+%]/g, "").replace(/^\u2212/, "-").replace(/½$/, ".5"));
    return given !== "" && !Number.isNaN(number) ? number : given.toLocaleLowerCase(language);
  }

  function compare(a, b) {
    if (typeof a === typeof b) return typeof a === "number" ? a - b : a.localeCompare(b, language);
    return typeof a === "number" ? -1 : 1;
  }

  function sortable(table) {
    const body = table.tBodies[0];
    const heads = table.tHead?.rows.length === 1 ? [...table.tHead.rows[0].cells] : [];
    const plain = body && [...body.rows].every((row) => row.cells.length === heads.length);
    if (!plain || body.rows.length < 3 || heads.some((head) => head.colSpan > 1)) return;
    heads.forEach((head, column) => {
      if (!head.textContent.trim() || head.querySelector("a, button, input")) return;
      const button = document.createElement("button");
      button.type = "button";
      button.className = "sort";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        // Numbers first from the highest, words from the first letter.
        const rows = [...body.rows];
        const values = new Map(rows.map((row) => [row, valueOf(row.cells[column])]));
        const numbers = rows.every((row) => typeof values.get(row) === "number");
        const was = head.getAttribute("aria-sort");
        const order = was ? (was === "ascending" ? "descending" : "ascending") : numbers ? "descending" : "ascending";
        rows.sort((a, b) => compare(values.get(a), values.get(b)) * (order === "ascending" ? 1 : -1));
        for (const other of heads) other.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", order);
        body.append(...rows);
      });
    });
  }

  function dress(root) {
    for (const time of root.querySelectorAll("time[datetime]")) localTime(time);
    for (const table of root.querySelectorAll("table.list:not([data-unsorted])")) sortable(table);
    for (const box of root.querySelectorAll(".scroll")) reachable(box);
  }

  /** What scrolls sideways can be scrolled by keyboard. */
  function reachable(box) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
  }

  window.goat.dress = dress;
  dress(document);
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("/offline.js").catch(() => {});
}

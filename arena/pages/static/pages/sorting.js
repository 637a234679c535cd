// Tables that the reader can sort by a column.

const language = document.documentElement.lang;

/** Puts a sort button into each column head of the lists in `root`, except those marked data-unsorted. */
export function makeSortable(root) {
  for (const table of root.querySelectorAll("table.list:not([data-unsorted])")) addButtons(table);
}

function addButtons(table) {
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
    button.addEventListener("click", () => sort(body, heads, column));
  });
}

/** Sorts by a column: first numbers from the highest and words from A; again, the other way. */
function sort(body, heads, column) {
  const head = heads[column];
  const rows = [...body.rows];
  const values = new Map(rows.map((row) => [row, valueOf(row.cells[column])]));
  const numbers = rows.every((row) => typeof values.get(row) === "number");
  const current = head.getAttribute("aria-sort") ?? (numbers ? "ascending" : "descending");
  const order = current === "ascending" ? "descending" : "ascending";
  rows.sort((a, b) => compare(values.get(a), values.get(b)) * (order === "ascending" ? 1 : -1));
  for (const other of heads) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", order);
  body.append(...rows);
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

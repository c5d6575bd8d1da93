"use strict";
// A click on a heading, or Enter or Space on it, sorts the rows by that column; cells without a value come last.
for (const button of document.querySelectorAll("table.sortable th button")) {
  button.addEventListener("click", () => {
    const heading = button.closest("th");
    const table = heading.closest("table");
    const at = heading.cellIndex;
    const down = heading.getAttribute("aria-sort") === "ascending";
    for (const other of table.querySelectorAll("th[aria-sort]")) other.setAttribute("aria-sort", "none");
    heading.setAttribute("aria-sort", down ? "descending" : "ascending");
    const value = (row) => row.cells[at].dataset.value;
    const compare = heading.classList.contains("number")
      ? (a, b) => Number(a) - Number(b)
      : (a, b) => a.localeCompare(b, "en", { numeric: true });
    const rows = [...table.tBodies[0].rows];
    const known = rows.filter((row) => value(row) !== undefined);
    known.sort((a, b) => (down ? -1 : 1) * compare(value(a), value(b)));
    table.tBodies[0].append(...known, ...rows.filter((row) => value(row) === undefined));
  });
}
// What is folded away on the screen is printed.
const folded = () => document.querySelectorAll("details:not([open])");
let opened = [];
addEventListener("beforeprint", () => {
  opened = [...folded()];
  for (const each of opened) each.open = true;
});
addEventListener("afterprint", () => {
  for (const each of opened) each.open = false;
});

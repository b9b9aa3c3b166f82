import { ABSENT, formatColumn, formatInteger, formatPValue, formatShare } from "@pdp/basics/wording";
import { escapeHtml } from "./escapeHtml.ts";
import type { CellKind, ReportTable } from "./report.ts";

/** Renders an HTML table that scrolls separately if it is wider than the page. */
export function tableHtml(table: ReportTable, caption: string): string {
  const written = table.columns.map((column, columnIndex) =>
    writtenCells(
      table.rows.map((row) => row[columnIndex] ?? null),
      column.kind,
    ),
  );
  const head = table.columns.map(
    ({ title, kind }) => `<th scope="col"${cellAttributes(kind)}>${escapeHtml(title)}</th>`,
  );
  const rows = table.rows.map((_, row) => {
    const cells = table.columns.map(({ kind }, columnIndex) => {
      const cell = written[columnIndex]?.[row] ?? ABSENT;
      return `<td${cellAttributes(kind, cell)}>${escapeHtml(cell)}</td>`;
    });
    return `<tr>${cells.join("")}</tr>`;
  });
  const body =
    rows.length > 0 ? rows.join("\n") : `<tr><td colspan="${table.columns.length}">No rows</td></tr>`;
  const note = table.note === undefined ? "" : `<p class="note">${escapeHtml(table.note)}</p>`;
  return `<div class="table" tabindex="0" role="region" aria-label="${escapeHtml(caption)}"><table>
<thead><tr>${head.join("")}</tr></thead>
<tbody>${body}</tbody>
</table></div>${note}`;
}

/** Maximum length of an unbroken word; longer words would push other columns off the page. */
const MAX_WORD_LENGTH = 24;
/** Minimum length of strings for which a column is made at least a few words wide, because many narrow lines are hard to read. */
const PROSE_LENGTH = 48;

function cellAttributes(kind: CellKind, cell = ""): string {
  if (kind !== "text" && kind !== "sequence") return ' class="number"';
  const long = cell.split(/\s/).some((word) => word.length > MAX_WORD_LENGTH) ? ["long"] : [];
  const prose = kind === "text" && cell.length >= PROSE_LENGTH ? ["prose"] : [];
  const classes = [...(kind === "sequence" ? ["sequence"] : []), ...long, ...prose];
  return classes.length === 0 ? "" : ` class="${classes.join(" ")}"`;
}

/** Formats the numbers in a column according to the column's kind. */
const FORMATS: Record<CellKind, (values: (number | null)[]) => string[]> = {
  text: each(String),
  sequence: each(String),
  integer: each(formatInteger),
  share: each(formatShare),
  p_value: each(formatPValue),
  number: formatColumn,
};

function each(format: (value: number) => string): (values: (number | null)[]) => string[] {
  return (values) => values.map((value) => (value === null ? ABSENT : format(value)));
}

function writtenCells(cells: (string | number | null)[], kind: CellKind): string[] {
  const numbers = FORMATS[kind](cells.map((cell) => (typeof cell === "number" ? cell : null)));
  return cells.map((cell, row) => (typeof cell === "string" ? cell : (numbers[row] ?? ABSENT)));
}

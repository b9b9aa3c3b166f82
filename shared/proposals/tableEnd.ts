import { formatCount } from "@pdp/basics/wording";
import type { PreviewSection } from "#shared/domain/loads/filePreview.ts";
import { likely, withDecision } from "./decisions.ts";
import { MAX_COMPARED, RowJudge } from "./rowJudge.ts";
import type { Sample } from "./sample.ts";
import { shownValue } from "./shownValue.ts";
import { summaryRows } from "./summaryRows.ts";

const MIN_ROWS = 2;
/** Maximum number of rows between the end of a table and the names of the next one. */
const MAX_TITLES = 3;
const MAX_SECTIONS = 100;
const MAX_NAME_CHARACTERS = 60;

type Rows = Pick<Sample, "cells" | "rows" | "header" | "isWhole" | "format"> & { lines: readonly number[] };

/**
 * Ends the table of a sample where a different table, or notes, follow it. The returned sample omits the rows below, and its
 * options instruct a load to do the same; a warning says what is not loaded.
 */
export function withoutRowsBelow(sample: Sample): Sample {
  const { lines, options, rows, cells } = sample;
  if (lines === undefined || options.last_row !== undefined || lines.length !== rows) return sample;
  const read = { cells, rows, lines, header: sample.header, isWhole: sample.isWhole, format: sample.format };
  const end = tableEnd(read);
  if (end === undefined) return sample;
  const lastRow = lines[end - 1] as number;
  const sections = tablesBelow(read, end);
  const unit = sample.format === "XLSX" ? "row" : "line";
  const first = cells.flatMap((column) => column[end] ?? [])[0] ?? "";
  const choose = sections.length > 0 ? " To read a table below, choose its header row." : "";
  const below = sample.isWhole ? formatCount(rows - end, "row") : "All rows";
  const reason = `The table ends at ${unit} ${lastRow}. ${below} below it ${below === "1 row" ? "is" : "are"} not loaded, from ${unit} ${lines[end]} (${shownValue(first)}).${choose}`;
  const chosen = { name: "first table", header_row: headerRowOf(sample), last_row: lastRow, chosen: true };
  const kept = {
    ...sample,
    cells: cells.map((column) => column.slice(0, end)),
    rows: end,
    lines: lines.slice(0, end),
    options: { ...options, last_row: lastRow },
    detected: { ...sample.detected, ...(sections.length > 0 && { sections: [chosen, ...sections] }) },
  };
  const alternatives = sections.map(({ name }) => name);
  return withDecision(kept, likely("ROWS", reason, alternatives));
}

function headerRowOf({ detected, options }: Sample): number {
  return detected.header_row ?? options.header_row ?? 1;
}

/**
 * Returns the number of rows of the table at the start of a sample, if a different table, or notes, follow it; undefined if all
 * rows belong to it. A table ends at an empty line with other names below it, or where only notes follow until the end of the file.
 */
function tableEnd(sample: Rows): number | undefined {
  const { rows, lines } = sample;
  const judge = new RowJudge(sample);
  const [summary] = sample.isWhole ? summaryRows(sample.cells) : [];
  // The next row that fits, which ends the search from every row above it.
  let fitting = 0;
  for (let at = MIN_ROWS; at < rows; at++) {
    judge.compareWith(at);
    const isAfterGap = (lines[at] as number) > (lines[at - 1] as number) + 1 + breaksIn(sample, at - 1);
    if (isAfterGap && startsOther(judge, at, rows)) return at;
    if (!sample.isWhole) continue;
    if (at < fitting && at > MAX_COMPARED) continue;
    fitting = firstFitting(judge, at, rows);
    // A few notes and summaries at the end are excluded by their values instead.
    if (fitting === rows && (summary === undefined || summary.row > at)) return at;
  }
  return undefined;
}

/** Returns the number of lines that the cells of a row take in addition to the first; rows of a sheet have numbers instead. */
function breaksIn({ cells, format }: Rows, row: number): number {
  if (format === "XLSX") return 0;
  return cells.reduce((sum, column) => sum + (column[row]?.split("\n").length ?? 1) - 1, 0);
}

/** Tells whether a row below an empty line contains names, or titles with names below them. */
function startsOther(judge: RowJudge, at: number, rows: number): boolean {
  for (let row = at; row < Math.min(at + MAX_TITLES + 1, rows); row++) {
    if (judge.startsOther(row)) return true;
    if (!judge.isSparse(row)) return false;
  }
  return false;
}

/** Returns the first row from `at` on that could be a row of the table; the number of rows if there is none. */
function firstFitting(judge: RowJudge, at: number, rows: number): number {
  let row = at;
  while (row < rows && judge.isForeign(row)) row++;
  return row;
}

/** Lists the tables below a row: their names, with their titles. */
function tablesBelow(sample: Rows, first: number): PreviewSection[] {
  const { rows, lines } = sample;
  const judge = new RowJudge(sample);
  const tables: PreviewSection[] = [];
  for (let at = first; at < rows - 1 && tables.length < MAX_SECTIONS; at++) {
    if (!judge.startsTable(at)) continue;
    const [title, ...others] = at > first ? judge.textsOf(at - 1) : [];
    let last = at + 1;
    while (last + 1 < rows && lines[last + 1] === (lines[last] as number) + 1) last++;
    const name = title !== undefined && others.length === 0 ? title : `table from line ${lines[at]}`;
    tables.push({
      name: name.slice(0, MAX_NAME_CHARACTERS),
      header_row: lines[at] as number,
      last_row: last === rows - 1 ? null : (lines[last] as number),
      chosen: false,
    });
    at = last;
  }
  return tables;
}

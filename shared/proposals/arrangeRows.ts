import { namesByPlace } from "#shared/basics/columns/placeInFile.ts";
import { joinNames } from "#shared/basics/wording/wording.ts";
import { joinHeaders } from "#shared/formats/joinHeaders.ts";
import type { Exclusion } from "#shared/formats/options/rowRules.ts";
import type { Sample } from "./sample.ts";
import { shownValue } from "./shownValue.ts";
import { summaryRows } from "./summaryRows.ts";
import { unitsInFirstRow, unitsWarning } from "./unitsRow.ts";

const NUMBER = /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d+)?$/;
const NAMED = 5;
/** Maximum length of a value in an exclusion. */
const MAX_VALUE_CHARACTERS = 1_000;

/**
 * Detects rows without values: a second header row, units below the header, and summaries at the end. The returned sample
 * omits them, and its options instruct a load to do the same.
 */
export function arrangeRows(sample: Sample, file: string): Sample {
  if (sample.types !== undefined) return sample;
  if (sample.names !== undefined) return withoutSummaries(sample, file);
  return withoutSummaries(withoutUnits(withJoinedHeader(sample), file), file);
}

/** Joins the header with the group names above it, or with the names in the row below it. */
function withJoinedHeader(sample: Sample): Sample {
  const { header, above, cells, lines = [], options } = sample;
  if (above !== undefined && isGroupRow(above, header)) {
    const joined = joinHeaders([above, header]);
    const row = (options.header_row ?? 2) - 1;
    const found = { ...sample.found, header_row: row };
    return {
      ...sample,
      found,
      header: joined,
      options: { ...withoutRow(options), ...(row > 1 && { header_row: row }), header_rows: 2 },
    };
  }
  const below = cells.map(([first = null]) => first?.trim() ?? "");
  const isSplit = header.some((name, index) => name.trim() === "" || header.indexOf(name) !== index);
  if (!isSplit || lines[0] === undefined || !areNames(below) || !haveNumbersBelow(cells)) return sample;
  const joined = joinHeaders([header, below]);
  const places = namesByPlace(joined);
  if (places.some((place, index) => place !== joined[index])) return sample;
  return { ...dropRows(sample, new Set([0])), header: joined, options: { ...options, header_rows: 2 } };
}

function withoutRow({ header_row: _, ...others }: Sample["options"]): Sample["options"] {
  return others;
}

/** Tells whether a row contains names of column groups: no name above the first column, and no numbers. */
function isGroupRow(row: readonly string[], header: readonly string[]): boolean {
  const [first = "", ...others] = row.map((cell) => cell.trim());
  const names = others.filter((cell) => cell !== "");
  return (
    first === "" &&
    names.length > 0 &&
    row.length <= header.length &&
    !names.some((name) => NUMBER.test(name))
  );
}

/** Tells whether strings could be column names: no numbers, no duplicates within a row of names, and few empty names. */
function areNames(texts: readonly string[]): boolean {
  const filled = texts.filter((text) => text !== "");
  return 2 * filled.length > texts.length && !filled.some((text) => NUMBER.test(text));
}

function haveNumbersBelow(cells: Sample["cells"]): boolean {
  return cells.some((column) => {
    const values = column.slice(1).filter((value): value is string => value !== null);
    return (
      values.length > 0 && 2 * values.filter((value) => NUMBER.test(value.trim())).length > values.length
    );
  });
}

/** Removes the row of units, which become properties of the columns. */
function withoutUnits(sample: Sample, file: string): Sample {
  const { header, cells } = sample;
  const units = unitsInFirstRow(cells, (text) => NUMBER.test(text.trim()));
  if (units === undefined) return sample;
  const column = units.findIndex((unit) => unit !== null);
  const reason = "Units row below the header";
  const exclusion = exclusionOf(sample, file, { row: 0, column, reason, alike: new Set([0]) });
  if (exclusion === undefined) return sample;
  const named = { ...dropRows(sample, new Set([0])), units };
  return withExclusions(named, [exclusion], unitsWarning(header, units));
}

function withoutSummaries(sample: Sample, file: string): Sample {
  const { cells } = sample;
  const rows = sample.isWhole ? summaryRows(cells) : [];
  if (rows.length === 0) return sample;
  const isSummary = new Set(rows.map(({ row }) => row));
  const exclusions = rows.map(({ row, column, kind }) => {
    const reason = kind === "SUMMARY" ? "Summary row below the data" : "Note below the data";
    return exclusionOf(sample, file, { row, column, reason, alike: isSummary });
  });
  if (!exclusions.every((one) => one !== undefined)) return sample;
  const distinct = [...new Map(exclusions.map((one) => [JSON.stringify(one), one])).values()];
  const labels = joinNames([...new Set(rows.map(({ label }) => shownValue(label)))], NAMED);
  const warning = `The ${rows.length === 1 ? "last row is" : `last ${rows.length} rows are`} not loaded because ${rows.length === 1 ? "it summarizes or explains" : "they summarize or explain"} the data (${labels}). Remove the proposed exclusion to load ${rows.length === 1 ? "it" : "them"}.`;
  return withExclusions(dropRows(sample, isSummary), distinct, warning);
}

interface ExcludedRow {
  row: number;
  /** Column that identifies the row by its value. */
  column: number;
  reason: string;
  /** Rows that might have the same value. */
  alike: ReadonlySet<number>;
}

/**
 * Returns the exclusion of a row: by its value, so that it also fits the next file, or by its line number in this file if
 * other rows have the same value. Undefined if the rows of the file have no line numbers.
 */
function exclusionOf(
  { header, cells, lines }: Sample,
  file: string,
  { row, column, reason, alike }: ExcludedRow,
): Exclusion | undefined {
  const value = cells[column]?.[row]?.trim() ?? "";
  const isElsewhere = cells[column]?.some(
    (cell, at) => !alike.has(at) && cell?.trim().toLowerCase() === value.toLowerCase(),
  );
  if (!isElsewhere && value.length <= MAX_VALUE_CHARACTERS)
    return { column: namesByPlace(header)[column] as string, value, reason };
  const line = lines?.[row];
  return line === undefined ? undefined : { file, line, reason };
}

function withExclusions(sample: Sample, exclusions: readonly Exclusion[], warning: string): Sample {
  const { options, warnings = [] } = sample;
  const all = [...(options.exclusions ?? []), ...exclusions];
  return { ...sample, options: { ...options, exclusions: all }, warnings: [...warnings, warning] };
}

function dropRows(sample: Sample, rows: ReadonlySet<number>): Sample {
  const isKept = (_: unknown, row: number): boolean => !rows.has(row);
  return {
    ...sample,
    cells: sample.cells.map((column) => column.filter(isKept)),
    rows: sample.rows - rows.size,
    ...(sample.lines && { lines: sample.lines.filter(isKept) }),
  };
}

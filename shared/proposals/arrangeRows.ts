import { nameKey, namesByPlace, PLAIN_NUMBER } from "@pdp/basics/columns";
import { formatCount, joinNames } from "@pdp/basics/wording";
import type { Exclusion } from "@pdp/formats/options";
import type { PreviewDecision } from "#shared/domain/loads/previewDecision.ts";
import { likely, withDecision } from "./decisions.ts";
import { withJoinedHeader } from "./joinedHeader.ts";
import { withLaterHeader } from "./laterHeader.ts";
import { dropRows, type Sample } from "./sample.ts";
import { shownValue } from "./shownValue.ts";
import { summaryRows } from "./summaryRows.ts";
import { withoutRowsBelow } from "./tableEnd.ts";
import { unitsInFirstRow, unitsWarning } from "./unitsRow.ts";

const NAMED = 5;
/** Alternatives to excluding rows. */
const LOAD_ROWS = ["Load these rows", "Load the row of units"] as const;
/** Maximum length of a value in an exclusion. */
const MAX_VALUE_CHARACTERS = 1_000;

/**
 * Detects rows without values: further header rows, units below the header, repeated names, other tables, and summaries at the end. The returned sample
 * omits them, and its options instruct a load to do the same.
 */
export function arrangeRows(sample: Sample, file: string): Sample {
  if (sample.types !== undefined) return sample;
  if (sample.names !== undefined) return withoutSummaries(withoutRowsBelow(sample), file);
  const named = withoutNamesAgain(withoutUnits(withJoinedHeader(withLaterHeader(sample)), file), file);
  return withoutSummaries(withoutRowsBelow(named), file);
}

/** Tells whether a decision is about rows that are excluded. */
export function isAboutExclusions({ alternatives }: PreviewDecision): boolean {
  return LOAD_ROWS.some((words) => alternatives.includes(words));
}

/** Removes the row of units, which become properties of the columns. */
function withoutUnits(sample: Sample, file: string): Sample {
  const { header, cells } = sample;
  const units = unitsInFirstRow(cells, (text) => PLAIN_NUMBER.test(text.trim()));
  if (units === undefined) return sample;
  const column = units.findIndex((unit) => unit !== null);
  const reason = "Units row below the header";
  const exclusion = exclusionOf(sample, file, { row: 0, column, reason, alike: new Set([0]) });
  if (exclusion === undefined) return sample;
  const named = { ...dropRows(sample, new Set([0])), units };
  return withExclusions(named, [exclusion], unitsWarning(header, units), "Load the row of units");
}

/** Removes rows that repeat the header, as in files that were written one below the other. */
function withoutNamesAgain(sample: Sample, file: string): Sample {
  const { header, cells, rows } = sample;
  const names = header.map(nameKey);
  const column = names.findIndex((name) => name !== "");
  if (names.filter((name) => name !== "").length < 2) return sample;
  const repeated = (cells[column] ?? []).flatMap((cell, row) => {
    if (cell === null || nameKey(cell) !== names[column]) return [];
    return names.every((name, at) => nameKey(cells[at]?.[row] ?? "") === name) ? [row] : [];
  });
  const [row] = repeated;
  if (row === undefined || repeated.length === rows) return sample;
  // A title above the names starts a different table.
  const filled = (at: number) => cells.filter((column) => column[at]?.trim()).length;
  if (repeated.some((at) => at > 0 && filled(at - 1) === 1)) return sample;
  const alike = new Set(repeated);
  const exclusion = exclusionOf(sample, file, { row, column, reason: "Repeated column names", alike });
  if (exclusion?.value == null) return sample;
  const those = repeated.length === 1 ? "1 row is" : `${repeated.length} rows are`;
  const why = repeated.length === 1 ? "it repeats" : "they repeat";
  const sentence = `${those} not loaded because ${why} the column names.`;
  return withExclusions(dropRows(sample, alike), [exclusion], sentence, "Load these rows");
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
  if (!exclusions.every((exclusion) => exclusion !== undefined)) return sample;
  const distinct = [
    ...new Map(exclusions.map((exclusion) => [JSON.stringify(exclusion), exclusion])).values(),
  ];
  const labels = joinNames([...new Set(rows.map(({ label }) => shownValue(label)))], NAMED);
  const count = formatCount(rows.length, "row");
  const areLast = rows[0]?.row === sample.rows - rows.length;
  const last = rows.length === 1 ? "The last row is" : `The last ${rows.length} rows are`;
  const which = areLast ? last : `${count} at the end ${rows.length === 1 ? "is" : "are"}`;
  const reason = `${which} not loaded because ${rows.length === 1 ? "it summarizes or explains" : "they summarize or explain"} the data (${labels}). Remove the proposed exclusion to load ${rows.length === 1 ? "it" : "them"}.`;
  return withExclusions(dropRows(sample, isSummary), distinct, reason, "Load these rows");
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

function withExclusions(
  sample: Sample,
  exclusions: readonly Exclusion[],
  reason: string,
  alternative: (typeof LOAD_ROWS)[number],
): Sample {
  const { options } = sample;
  const all = [...(options.exclusions ?? []), ...exclusions];
  return withDecision(
    { ...sample, options: { ...options, exclusions: all } },
    likely("ROWS", reason, [alternative]),
  );
}

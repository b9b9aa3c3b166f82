import { DataProblem } from "@pdp/basics/errors";
import {
  assemblyOf,
  type ChainLayout,
  isProtein,
  MAX_SEQUENCE_LENGTH,
  ONE_CHAIN,
} from "@pdp/basics/proteins";
import type { StatedAssay } from "#shared/domain/tasks/assay.ts";
import type { Rows } from "./readRows.ts";
import { columnOf, shownNames } from "./rowColumns.ts";
import { scoreProblem } from "./scoreColumns.ts";
import type { RowRounds } from "./sources/roundsOfRows.ts";
import type { SequencedRows } from "./sources/sequencedRows.ts";
import { type ScoreLeak, withoutLeaks } from "./training/scoreLeaks.ts";
import { type Feature, vectorColumn } from "./vectorColumn.ts";

/** Measured variants as plain data, so that they can be pinned. Missing values are NaN. */
export interface Measurements {
  sequences: string[];
  /** One value per sequence for each assay. */
  values: Float64Array[];
  /** Batch of each row, if the data set has `batch_id`. */
  batches: string[] | null;
  /** Round of each row, if the rows come from several; absent otherwise. */
  rounds?: RowRounds;
  /** Number of rows without a sequence because of a stop or a frameshift; only if sequences are derived from mutations. */
  omitted?: number;
  /** Number of sequences dropped because they take too long to align; absent if there are none. */
  unaligned?: number;
  /**
   * For each assay and row, -1 if the value is below its number, 1 if it is above it, and 0 if it is exact; null if all values
   * are exact. Only in analyses, and absent in those started by earlier versions of the service.
   */
  sides?: (Int8Array | null)[];
  /** User-supplied scores; absent if there are none. */
  features?: Feature[];
  /** User-supplied scores that are not used; absent if there were no scores. */
  leaks?: ScoreLeak[];
}

const MAX_ROWS = 500_000;
const MAX_LISTED = 20;

export interface MeasurementOptions {
  /** True if an assay may have no values at all. */
  allowsEmpty?: boolean;
  /** Columns that contain scores for the sequences. */
  features?: readonly string[] | null | undefined;
}

/** Checks a data set and reads its measurements: `sequence` with one column per assay, or the long form. */
export function measurementsFrom(
  rows: SequencedRows,
  assays: readonly StatedAssay[],
  { allowsEmpty = false, features }: MeasurementOptions = {},
): Measurements {
  requireRows(rows);
  if (rows.count > MAX_ROWS) {
    throw new DataProblem(
      `The data set, ${rows.name}, has ${rows.count} rows, but a task accepts at most ${MAX_ROWS}. Select fewer with a query.`,
    );
  }
  const sequences = sequencesFrom(rows);
  const batch = columnOf(rows, "batch_id");
  const batches = batch ? Array.from(batch, (value) => batchName(value, rows)) : null;
  const isLong = columnOf(rows, "assay_id") !== undefined && columnOf(rows, "assay_value") !== undefined;
  const values = isLong
    ? longValues(rows, assays)
    : assays.map(({ assay_id }) => numberColumn(rows, assay_id, "assay"));
  for (const [index, assay] of assays.entries()) {
    const column = values[index] ?? new Float64Array();
    if (allowsEmpty && column.every(Number.isNaN)) continue;
    requireValues(rows, assay, column);
  }
  return withoutLeaks({
    sequences,
    values,
    batches,
    ...(rows.omitted ? { omitted: rows.omitted } : {}),
    features: scoresFrom(rows, features ?? [], assays),
  });
}

function scoresFrom(rows: Rows, names: readonly string[], assays: readonly StatedAssay[]): Feature[] {
  const assayIds = assays.map(({ assay_id }) => assay_id);
  let used = 0;
  return names.map((name) => {
    const problem = scoreProblem(name, assayIds, null);
    if (problem !== null) throw new DataProblem(`${problem}.`);
    const vectors = vectorColumn(rows, name, used);
    used += vectors?.values.length ?? 0;
    return vectors ?? { name, values: numberColumn(rows, name, "score") };
  });
}

function requireRows({ count, name, omitted = 0 }: SequencedRows): void {
  if (count === 0 && omitted > 0)
    throw new DataProblem(
      `Each of the ${omitted} rows of ${name} has a stop, a frameshift or no mutations, so none has a sequence.`,
    );
  if (count === 0) throw new DataProblem(`The data set, ${name}, has no rows that this task can read.`);
}

/**
 * Returns the strings in the column `sequence`; any letters are allowed, because homologs may be aligned. Throws if there are
 * none.
 */
export function sequenceColumn(rows: Rows): string[] {
  requireRows(rows);
  const texts = Array.from(requireSequence(rows), (value, index) => {
    if (value === null || typeof value === "string") return value ?? "";
    throw new DataProblem(`Row ${index + 1} of ${rows.name}: the sequence is not text.`);
  }).filter((text) => text !== "");
  if (texts.length === 0)
    throw new DataProblem(`None of the ${rows.count} rows of ${rows.name} has a sequence.`);
  return texts;
}

/** Returns the column `sequence`; throws unless every cell contains a protein sequence. */
function sequencesFrom(rows: SequencedRows): string[] {
  const problems: string[] = [];
  let more = 0;
  const sequences = Array.from(requireSequence(rows), (value, index) => {
    const problem = sequenceProblem(value, rows.layout);
    if (problem && problems.length < MAX_LISTED)
      problems.push(`Row ${index + 1} of ${rows.name}: ${problem}.`);
    else if (problem) more += 1;
    return value as string;
  });
  if (more > 0) problems.push(`… and ${more} more.`);
  if (problems.length > 0) throw new DataProblem(...problems);
  return sequences;
}

function requireSequence(rows: Rows): ArrayLike<unknown> {
  const column = columnOf(rows, "sequence");
  if (!column) {
    const columnNames = shownNames(rows).join(", ");
    throw new DataProblem(
      `The data set, ${rows.name}, has no column "sequence"; its columns: ${columnNames || "none"}. Use a query to select the column that contains the proteins under this name: SELECT my_column AS sequence, ….`,
    );
  }
  return column;
}

function sequenceProblem(value: unknown, layout: ChainLayout = ONE_CHAIN): string | null {
  if (value === null || value === undefined || value === "") return "the sequence is missing";
  if (typeof value !== "string") return "the sequence is not text";
  if (value.length > MAX_SEQUENCE_LENGTH)
    return `the sequence has ${value.length} residues, more than ${MAX_SEQUENCE_LENGTH}`;
  if (layout.length > 1) {
    const problems = Object.entries(assemblyOf(value)).map(
      ([name, chain]) => chain && letterProblem(chain, `the sequence of ${name}`),
    );
    return problems.find((problem) => problem) ?? null;
  }
  return letterProblem(value, "the sequence");
}

function letterProblem(sequence: string, subject: string): string | null {
  if (isProtein(sequence)) return null;
  const at = [...sequence].findIndex((letter) => !isProtein(letter));
  const letter = [...sequence][at] ?? "";
  const problem = `${subject} has "${letter}" at position ${at + 1}`;
  return isProtein(letter.toUpperCase())
    ? `${problem}, but amino acids must be capital letters`
    : `${problem}, which is not a canonical amino acid`;
}

/** Returns the name of a row's batch; rows without one belong to an unnamed batch. */
function batchName(value: unknown, { name }: Rows): string {
  if (value === null || value === undefined) return "";
  // A date without a time is named only by its day.
  if (value instanceof Date) return value.toISOString().replace("T00:00:00.000Z", "");
  if (typeof value !== "object") return String(value);
  throw new DataProblem(
    `The column "batch_id" of ${name} contains lists or structures, but a batch must be a name or number.`,
  );
}

/** Returns a column of numbers. `role` describes its purpose in errors. */
function numberColumn(rows: Rows, name: string, role: "assay" | "score"): Float64Array {
  const column = columnOf(rows, name);
  if (!column) {
    const columnNames = shownNames(rows).join(", ");
    throw new DataProblem(
      `The data set, ${rows.name}, has no column "${name}" for this ${role}; its columns: ${columnNames}.`,
    );
  }
  return Float64Array.from(column, (value, index) => numberOf(value, `The ${role} "${name}"`, index, rows));
}

function numberOf(value: unknown, subject: string, index: number, rows: Rows): number {
  if (value === null || value === undefined) return Number.NaN;
  if (typeof value === "bigint") return Number(value);
  if (typeof value === "boolean") return value ? 1 : 0;
  // NaN is a missing value.
  if (typeof value === "number" && Math.abs(value) !== Number.POSITIVE_INFINITY) return value;
  if (typeof value === "number")
    throw new DataProblem(
      `${subject} has the value ${value} in row ${index + 1} of ${rows.name}: use a number, or no value if it is missing.`,
    );
  throw new DataProblem(
    `${subject} is not a column of numbers: row ${index + 1} of ${rows.name} contains ${shownCell(value)}.`,
  );
}

function shownCell(value: unknown): string {
  if (typeof value === "string" || value instanceof Date) return JSON.stringify(value).slice(0, 60);
  return "a list or a structure";
}

function longValues(rows: Rows, assays: readonly StatedAssay[]): Float64Array[] {
  const ids = Array.from(columnOf(rows, "assay_id") ?? [], (id) => (id === null ? "" : String(id)));
  const cells = columnOf(rows, "assay_value") ?? [];
  const known = new Set(ids.filter((id) => id !== ""));
  return assays.map(({ assay_id }) => {
    if (!known.has(assay_id)) throw unknownAssay(rows, assay_id, known);
    return Float64Array.from({ length: rows.count }, (_, index) =>
      ids[index] === assay_id ? numberOf(cells[index], `The assay "${assay_id}"`, index, rows) : Number.NaN,
    );
  });
}

function unknownAssay({ name }: Rows, assayId: string, known: ReadonlySet<string>): DataProblem {
  const listed = [...known].slice(0, MAX_LISTED).map((id) => JSON.stringify(id.slice(0, 128)));
  const more = known.size > listed.length ? `, … and ${known.size - listed.length} more` : "";
  return new DataProblem(
    `The data set, ${name}, has no row of the assay "${assayId}"; its column "assay_id" contains ${listed.join(", ")}${more}.`,
  );
}

function requireValues(rows: Rows, { assay_id, scale_type }: StatedAssay, values: Float64Array): void {
  if (values.every(Number.isNaN)) {
    throw new DataProblem(
      `The assay "${assay_id}" has no value in any of the ${rows.count} rows of ${rows.name}.`,
    );
  }
  if (scale_type === "MULTIPLICATIVE" && !values.some((value) => value > 0)) {
    throw new DataProblem(
      `The assay "${assay_id}" has no value above 0, so there are no ratios to compare. Its scale_type cannot be MULTIPLICATIVE.`,
    );
  }
}

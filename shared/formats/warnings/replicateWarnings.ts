import { sequenceKindOf } from "@pdp/basics/columns";
import { formatCount, joinNames } from "@pdp/basics/wording";
import { isReplicate, isVariantName, rowNumber, type WarnedColumn } from "./warnedColumns.ts";

const MAX_NAMES = 5;
/** Minimum number of columns for which equal rows are unusual. */
const MIN_COLUMNS = 2;
const MAX_COLUMNS = 500;
/** Minimum number of different values for which equal columns cannot be a coincidence. */
const MIN_VALUES = 3;
const MIN_REPLICATE_VALUES = 2;
/** Values that normalized controls have in every row. */
const NORMALIZED = new Set([0, 1, 100]);
const ADVICE = "copies of one measurement hide its noise. Keep one of them, or correct the file.";

/** Warns about columns, and about rows of one variant, with identical measurements throughout. */
export function replicateWarnings(columns: readonly WarnedColumn[]): string[] {
  const measured = columns
    .filter(({ column }) => column.type === "FLOAT64" || (column.type === "INT64" && isReplicate(column)))
    .slice(0, MAX_COLUMNS)
    .map(({ column, cells }) => ({ column, numbers: cells.map(numberOf) }));
  return [...equalColumns(measured), ...equalRows(columns, measured)];
}

/** Warns about rows that equal an earlier row in every column. */
export function sameRowWarnings(columns: readonly WarnedColumn[]): string[] {
  if (columns.length < MIN_COLUMNS) return [];
  const seen = new Map<string, number>();
  const copies: { row: number; of: number }[] = [];
  for (let row = 0; row < (columns[0]?.cells.length ?? 0); row++) {
    const key = JSON.stringify(columns.map(({ cells }) => cells[row] ?? null));
    const of = seen.get(key);
    if (of === undefined) seen.set(key, row);
    else copies.push({ row, of });
  }
  const [example] = copies;
  if (example === undefined) return [];
  const rows = copies.length === 1 ? "1 row is" : `${formatCount(copies.length, "row")} are`;
  return [
    `${rows} the same as an earlier one in every column, such as row ${rowNumber(example.row)} and row ${rowNumber(example.of)}. Remove the copies, unless they are repeated measurements.`,
  ];
}

interface Measured {
  column: WarnedColumn["column"];
  numbers: readonly (number | null)[];
}

function numberOf(cell: string | null): number | null {
  const number = cell === null ? Number.NaN : Number(cell.trim().replace(",", "."));
  return Number.isNaN(number) ? null : number;
}

function equalColumns(measured: readonly Measured[]): string[] {
  if (measured.length < MIN_COLUMNS) return [];
  const alike = new Map<string, Measured[]>();
  for (const measurement of measured) {
    const values = new Set(measurement.numbers.filter((number) => number !== null));
    if (values.size < (isReplicate(measurement.column) ? MIN_REPLICATE_VALUES : MIN_VALUES)) continue;
    const key = measurement.numbers.join();
    alike.set(key, [...(alike.get(key) ?? []), measurement]);
  }
  return [...alike.values()].flatMap((equal) => {
    const rows = equal[0]?.numbers.filter((number) => number !== null).length ?? 0;
    if (equal.length < 2) return [];
    const names = joinNames(
      equal.map(({ column }) => column.name),
      MAX_NAMES,
    );
    return `${names}: the columns have the same values in all ${formatCount(rows, "row")}; ${ADVICE}`;
  });
}

/** Finds rows of the same variant with the same measurements as an earlier row. */
function equalRows(columns: readonly WarnedColumn[], measured: readonly Measured[]): string[] {
  const names = columns.filter(
    ({ column }) => isVariantName(column) || sequenceKindOf(column) === "AMINO_ACIDS",
  );
  const assays = measured.filter(({ column }) => column.type === "FLOAT64");
  const [first] = assays;
  if (names.length === 0 || first === undefined) return [];
  const known = new Set<string>();
  /** First row of each variant with the same values. */
  const rows = new Map<string, number>();
  const different = new Set<string>();
  let [repeats, copies]: [number, { row: number; of: number }[]] = [0, []];
  for (let row = 0; row < first.numbers.length; row++) {
    const name = names.map(({ cells }) => cells[row] ?? "").join("\n");
    const values = assays.map(({ numbers }) => numbers[row] ?? null);
    if (name.trim() === "" || !values.some((value) => value !== null && !NORMALIZED.has(value))) continue;
    const key = values.join();
    different.add(key);
    const named = `${key}\n${name}`;
    const of = rows.get(named);
    if (of === undefined) rows.set(named, row);
    else copies.push({ row, of });
    if (known.has(name)) repeats++;
    else known.add(name);
  }
  const [example] = copies;
  if (example === undefined || 2 * copies.length < repeats || different.size < 2) return [];
  const copiesShown = `${copies.length.toLocaleString("en-US")} of ${formatCount(repeats, "repeated measurement")}`;
  return [
    `${copiesShown} ${copies.length === 1 ? "has" : "have"} exactly the values of an earlier row of the same variant, such as row ${rowNumber(example.row)} those of row ${rowNumber(example.of)}; ${ADVICE}`,
  ];
}

import type { CellCheck, Expectation, SequenceCheck, WellCheck } from "./corpusEntry.ts";

type Row = Record<string, unknown>;
type Of<Outcome> = Extract<Expectation, { outcome: Outcome }>;

/** Loaded rows in the order of the file, and the columns of the config. */
export interface LoadedRows {
  rows: Row[];
  columns: { name: string; source_name?: string; metadata?: { kind?: string } }[];
}

const WELL_COLUMNS = ["plate", "read", "time", "well", "row", "column", "value"];

/** Returns why loaded rows differ from an expectation; null if they fulfill it. */
export function judgeRows(
  expectation: Exclude<Expectation, { outcome: "refuse" }>,
  loaded: LoadedRows,
): string | null {
  if (expectation.outcome === "table") return judgeTable(expectation, loaded);
  return expectation.outcome === "wells"
    ? judgeWells(expectation, loaded.rows)
    : judgeSequences(expectation, loaded);
}

function judgeTable(expected: Of<"table">, { rows, columns }: LoadedRows): string | null {
  if (rows.length !== expected.rows) return `${rows.length} rows instead of ${expected.rows}`;
  const byPosition = typeof expected.header_row !== "number";
  const nameOf = ({ column }: CellCheck): string | undefined => {
    if (byPosition) return columns[typeof column === "number" ? column : indexOf(expected, column)]?.name;
    return columns.find((one) => sameName(one, String(column)))?.name;
  };
  for (const check of expected.checks) {
    const name = nameOf(check);
    if (name === undefined && expected.columns.find((one) => one.name === check.column)?.empty) continue;
    if (name === undefined) return `the column ${JSON.stringify(check.column)} is missing`;
    const found = rows[check.row]?.[name];
    if (!isSame(check.value, found))
      return `row ${check.row}, ${name}: ${JSON.stringify(found)} instead of ${JSON.stringify(check.value)}`;
  }
  return null;
}

function indexOf({ columns }: Of<"table">, name: string): number {
  return columns.findIndex((column) => column.name === name);
}

function judgeWells(expected: Of<"wells">, rows: Row[]): string | null {
  if (!rows[0] || !("well" in rows[0]) || !("value" in rows[0]))
    return "the table has no columns well and value";
  const limits = Object.keys(rows[0]).filter((name) => !WELL_COLUMNS.includes(name));
  const filled = rows.filter((row) => row.value !== null || limits.some((name) => row[name] !== null));
  if (!expected.other_reads && expected.values !== null && filled.length !== expected.values)
    return `${filled.length} values instead of ${expected.values}`;
  const plates = new Set(rows.map(({ plate }) => plate));
  if (!expected.value_in_well && plates.size !== expected.plates)
    return `${plates.size} plates instead of ${expected.plates}`;
  const reads = [...new Set(rows.map(({ read }) => String(read ?? "")))];
  for (const check of expected.checks) {
    const own = rowsOf(check, rows, reads);
    const isFound = own.some((row) => isSame(check.value, row.value) || isLimit(check, row, limits));
    if (!isFound)
      return `well ${check.well}, ${check.read ?? "any read"}: no value ${JSON.stringify(check.value)}`;
  }
  return null;
}

function rowsOf({ read, well, time_index: index }: WellCheck, rows: Row[], reads: string[]): Row[] {
  const named =
    read == null
      ? undefined
      : (reads.find((one) => words(one) === words(read)) ??
        reads.find((one) => ` ${words(one)} `.includes(` ${words(read)} `)));
  const ofRead = read == null ? rows : rows.filter((row) => String(row.read ?? "") === named);
  const times = [...new Set(ofRead.map(({ time }) => Number(time)))].sort((one, other) => one - other);
  return ofRead.filter(
    (row) => row.well === well && (index === undefined || Number(row.time) === times[index]),
  );
}

function isLimit({ value }: WellCheck, row: Row, limits: string[]): boolean {
  if (typeof value !== "string") return false;
  return limits.some((name) => row[name] === value || (/^ov/i.test(value) && row[name] === ">"));
}

function judgeSequences(expected: Of<"sequences">, { rows, columns }: LoadedRows): string | null {
  if (![expected.rows].flat().includes(rows.length))
    return `${rows.length} rows instead of ${[expected.rows].flat().join(" or ")}`;
  const column = columns.find(({ name }) => name === "sequence");
  if (column === undefined) return "the table has no column sequence";
  const kind = column.metadata?.kind ?? "AMINO_ACIDS";
  if (expected.kind !== null && kind !== expected.kind)
    return `the kind is ${kind} instead of ${expected.kind}`;
  const missing = expected.checks.find((check) => !rows.some((row) => fits(check, row)));
  return missing === undefined
    ? null
    : `no sequence of ${missing.name ?? "any row"} starts with ${missing.sequence_start}`;
}

function fits(
  { name, sequence_length: length, sequence_start: start, start_from: from = 1 }: SequenceCheck,
  row: Row,
): boolean {
  const sequence = String(row.sequence ?? "").toUpperCase();
  const isNamed = name === null || String(row.name).startsWith(name);
  return isNamed && [length].flat().includes(sequence.length) && sequence.slice(from - 1).startsWith(start);
}

function sameName(
  { name, source_name: source = name }: LoadedRows["columns"][number],
  wanted: string,
): boolean {
  return (
    source === wanted ||
    words(source) === words(wanted) ||
    words(name) === words(wanted) ||
    source.startsWith(`${wanted} (column `)
  );
}

function words(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}

/** Compares a loaded value with an expected one: numbers by value, other values as text. */
function isSame(expected: unknown, found: unknown): boolean {
  if (expected === null || found === null || found === undefined)
    return (found ?? null) === null && (expected === null || expected === "");
  if (typeof expected === "number")
    return Math.abs(Number(found) - expected) <= 1e-9 * Math.max(1e-9, Math.abs(expected));
  const [one, other] = [String(expected).trim(), String(found).trim()];
  return (
    one.toLowerCase() === other.toLowerCase() ||
    (one !== "" && Number(one) === Number(other)) ||
    (one === "T" && found === true) ||
    (one === "F" && found === false)
  );
}

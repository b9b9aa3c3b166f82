import type { Column } from "@pdp/basics/columns";
import { mergeProblems, type Problem } from "@pdp/basics/wording";
import { BadRows } from "../badRows.ts";
import { rowsToSkip, type Scan } from "../scanReport.ts";
import type { Source } from "../source.ts";
import type { RowWriter } from "../text/rowWriter.ts";
import { ReferenceFinder } from "./referenceFinder.ts";
import type { SequenceFrom } from "./sequenceFrom.ts";
import { matrixColumns } from "./sequenceRule.ts";
import { VariantRows } from "./variantRows.ts";

/** Scans a file and passes its rows to a writer. */
export type ScanRows<Found extends Scan> = (source: Source, writer?: RowWriter) => Promise<Found>;

/**
 * Scans a file like `scan`. If its table computes sequences, also adds the problems with mutations that a load would report,
 * but does not keep the sequences. A file with the reference in a column is scanned twice.
 */
export async function scanVariants<Found extends Scan>(
  source: Source,
  columns: readonly Column[],
  scan: ScanRows<Found>,
): Promise<Scan> {
  const { sequenceFrom } = source;
  if (sequenceFrom === undefined) return scan(source);
  const { monomer, column } = sequenceFrom.reference;
  if (monomer !== undefined) return scanWith({ ...source, sequenceFrom }, columns, monomer, scan);
  const finder = new ReferenceFinder(column ?? "");
  const take = readerOf(columns, [column ?? "", codesOf(sequenceFrom)]);
  const { log: _, ...quiet } = source;
  const writer = writerOf((cells) => {
    const [sequence = null, code = null] = take(cells);
    finder.take(sequence, code);
  });
  const { problems } = await scan(quiet, writer);
  if (problems.count > 0) return scan(source);
  return scanWith({ ...source, sequenceFrom }, columns, finder.reference(), scan);
}

async function scanWith<Found extends Scan>(
  source: Source & { sequenceFrom: SequenceFrom },
  columns: readonly Column[],
  reference: string,
  scan: ScanRows<Found>,
): Promise<Scan> {
  const variants = new VariantRows(source, columns, reference);
  const takeRow = rowTaker(variants, source.sequenceFrom, columns);
  // Rows with other problems are not loaded, regardless of their mutations.
  let badLine = 0;
  const add = (problem: Problem): void => {
    badLine = Math.max(badLine, problem.line ?? 0);
    source.log?.add(problem);
  };
  const writer = writerOf((cells) => {
    const line = Number(cells.at(-1));
    if (badLine < line) takeRow(line, cells);
  });
  const report = await scan({ ...source, log: { add } }, writer);
  variants.finish();
  const badRows = new BadRows();
  for (const rows of [report.badRows, variants.badRows]) if (rows) badRows.addAll(rows);
  const skipped = rowsToSkip({ ...report, badRows }).size;
  const warning = variants.warning();
  return {
    ...report,
    problems: mergeProblems([report.problems, variants.problems]),
    badRows,
    rows: variants.good + skipped,
    omitted: variants.omitted.count,
    warnings: [...(report.warnings ?? []), ...(warning === undefined ? [] : [warning])],
  };
}

type Cells = readonly (string | null)[];

function writerOf(row: (cells: Cells) => void): RowWriter {
  return { row, full: false, flush: () => Promise.resolve() };
}

/** Returns the column that contains the mutations of each row, if it is a single column. */
function codesOf({ mutations }: SequenceFrom): string {
  return typeof mutations === "string" ? mutations : "";
}

/** Returns how the cells of columns are found in a row; null for a missing column. */
function readerOf(columns: readonly Column[], names: readonly string[]): (cells: Cells) => (string | null)[] {
  const positions = names.map((name) => columns.findIndex((column) => column.name === name));
  return (cells) => positions.map((index) => cellText(columns[index], cells[index] ?? null));
}

/** Returns the text of a cell in the engine's notation for its column's value. */
function cellText(column: Column | undefined, text: string | null): string | null {
  if (text === null || (column?.type !== "INT64" && column?.type !== "FLOAT64")) return text;
  const number = Number(text);
  return column.type === "FLOAT64" && Number.isInteger(number) ? number.toFixed(1) : String(number);
}

/** Returns how the mutations of a row are read: a matrix row has several. */
function rowTaker(
  variants: VariantRows,
  { mutations }: SequenceFrom,
  columns: readonly Column[],
): (line: number, cells: Cells) => void {
  if (typeof mutations === "string" || !("matrix" in mutations)) {
    const read = readerOf(columns, variants.columns);
    return (line, cells) => void variants.take(line, read(cells));
  }
  const melted = matrixColumns(mutations.matrix, columns);
  const read = readerOf(columns, [mutations.matrix, ...melted.map(({ name }) => name)]);
  return (line, cells) => {
    const [site = null, ...values] = read(cells);
    melted.forEach(({ name }, index) => {
      if (values[index] !== null) variants.take(line, [site, name]);
    });
  };
}

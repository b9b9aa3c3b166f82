import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Column } from "#shared/domain/column.ts";
import type { FileStatistics } from "#shared/domain/loads/fileStatistics.ts";
import { storedColumns } from "#shared/domain/loads/sequenceRule.ts";
import { type LeftOut, mergeProblems, type Problem, type Problems } from "#shared/domain/problem.ts";
import { fullStorage } from "#shared/domain/storageFull.ts";
import { MAX_BAD_ROWS } from "./badRows.ts";
import type { ConversionLimits, ConversionResult } from "./convertWithDuckDb.ts";
import { ingestParquet } from "./parquet/ingestParquet.ts";
import { openRows } from "./plates/openRows.ts";
import { isRewritten, withExclusions } from "./rowRules.ts";
import { countSameRows, sameRowsWarning } from "./sameRows.ts";
import { reportProblems, rowsToSkip, type Scan } from "./scanReport.ts";
import type { Source } from "./source.ts";
import { ingestCsv } from "./text/ingestCsv.ts";
import { ingestNdjson } from "./text/ingestNdjson.ts";
import { ingestRewritten } from "./text/ingestRewritten.ts";
import { materializeText } from "./text/openText.ts";
import { scanCsv } from "./text/scanCsv.ts";
import { UnreadableText } from "./text/unreadableText.ts";
import { deriveSequences } from "./variants/deriveSequences.ts";
import { loadedRowWarnings } from "./warnings/loadedRowWarnings.ts";
import { scanWarnings } from "./warnings/scanWarnings.ts";
import { zeroWarningsOf } from "./warnings/zeroWarningsOf.ts";
import { withSharedEngine } from "./withSharedEngine.ts";
import { wrongContent } from "./wrongContent.ts";
import { ingestXlsx } from "./xlsx/ingestXlsx.ts";

export interface Ingested {
  /** Number of rows in the Parquet file; 0 if there are problems. */
  rows: number;
  bytes: number;
  problems: Problems;
  /** Sentences about possible mistakes that are not errors. */
  warnings: string[];
  /** Statistics of the Parquet file; absent if there is none. */
  statistics?: FileStatistics;
  /** The rows that were skipped because of their problems; undefined if all are loaded. */
  leftOut?: LeftOut;
}

/** Maximum number of passes over a file to find rows to skip. */
const MAX_PASSES = 3;

interface Outcome {
  scan: Scan;
  written: ConversionResult | undefined;
}

/**
 * Writes the rows of an uploaded file as one Parquet file (zstd) at the local path `target`, with exactly the given
 * columns, in their order and types and in the file's order of rows. If the file has any problem, there is no file at
 * `target`, and `problems` lists them. Memory: about the limit of the engine (256 MB by default) plus 64 MB.
 *
 * @throws errors of the file system, and the signal's reason when it aborts.
 */
export async function ingestFile(
  source: Source,
  columns: Column[],
  target: string,
  options: ConversionLimits = {},
): Promise<Ingested> {
  return withSharedEngine(source, columns.length, target, options, (limits) =>
    ingestWhole(source, columns, target, limits),
  );
}

async function ingestWhole(
  source: Source,
  columns: Column[],
  target: string,
  options: ConversionLimits,
): Promise<Ingested> {
  const ingested = await ingestPart(source, columns, target, options);
  if (ingested.problems.count > 0) return ingested;
  const stored = storedColumns(columns, source.sequenceFrom);
  const counted = await countSameRows(stored, target, ingested.rows, "''", options);
  const same = [...counted.values()].map((count) => sameRowsWarning(source.name, count));
  const found = await loadedRowWarnings(
    source.name,
    stored,
    target,
    options,
    source.sequenceFrom !== undefined,
  );
  return { ...ingested, warnings: [...ingested.warnings, ...found, ...same] };
}

/** Ingests one of several files like `ingestFile`, but does not compare its rows. */
export async function ingestPart(
  source: Source,
  columns: Column[],
  target: string,
  options: ConversionLimits = {},
): Promise<Ingested> {
  const scratch = await mkdtemp(join(options.temporaryDirectory ?? tmpdir(), "ingest-"));
  let kept = false;
  try {
    const { scan, written, leftOut } = await ingestGoodRows(source, columns, target, scratch, options);
    const stored = storedColumns(columns, source.sequenceFrom);
    const problems = scan.problems.count > 0 ? scan.problems : disagreement(source, stored, scan, written);
    kept = problems.count === 0 && written !== undefined;
    if (!kept || written === undefined) return { rows: 0, bytes: 0, problems, warnings: [] };
    const warnings = [
      ...scanWarnings(source, scan),
      ...(await zeroWarningsOf(stored, scan.tallies, target, options)),
    ];
    if (written.rows === 0) warnings.unshift(`${source.name} has a header and no rows.`);
    const skipped = (leftOut?.rows ?? 0) - (scan.omitted ?? 0);
    if (leftOut && skipped > 0)
      warnings.unshift(leftOutWarning(source, written.rows, { ...leftOut, rows: skipped }));
    const { rows, bytes, statistics } = written;
    return { rows, bytes, problems, warnings, statistics, ...(leftOut && { leftOut }) };
  } finally {
    if (!kept) await rm(target, { force: true });
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Ingests a file, if its table says so without the rows that have problems. */
async function ingestGoodRows(
  given: Source,
  columns: Column[],
  target: string,
  scratch: string,
  options: ConversionLimits,
): Promise<Outcome & { leftOut?: LeftOut }> {
  const source = withExclusions(given);
  let outcome = await ingest(source, columns, target, scratch, options);
  if (source.reading?.bad_rows !== "SKIP") return { ...outcome, ...leftOutOf(outcome, 0, 0) };
  const all: Problems[] = [];
  const excluded = source.skipped?.size ?? 0;
  const skipped = new Set(source.skipped);
  // Without some rows, a word among the sequences may be seen as one for a missing value that was not before.
  for (let pass = 0; pass < MAX_PASSES && outcome.scan.problems.count > 0; pass++) {
    const { scan } = outcome;
    all.push(scan.problems);
    const bad = rowsToSkip(scan);
    if (bad.size === 0) {
      const reason = whyNone(scan);
      return withAll(outcome, [...all, reportProblems(source, [{ file: source.name, reason }])]);
    }
    for (const row of bad) skipped.add(row);
    const folder = join(scratch, `pass-${pass}`);
    await mkdir(folder);
    outcome = await ingest({ ...source, skipped }, columns, target, folder, options);
  }
  if (outcome.scan.problems.count > 0) return withAll(outcome, [...all, outcome.scan.problems]);
  const problems = all.reduce((sum, { count }) => sum + count, 0);
  return { ...outcome, ...leftOutOf(outcome, skipped.size - excluded, problems) };
}

/** Returns the rows that are not loaded: those with problems, and those that have no sequence. */
function leftOutOf({ scan }: Outcome, rows: number, problems: number): { leftOut?: LeftOut } {
  const omitted = scan.problems.count > 0 ? 0 : (scan.omitted ?? 0);
  return rows + omitted === 0 ? {} : { leftOut: { rows: rows + omitted, problems: problems + omitted } };
}

/** Returns why no rows of a file with problems were skipped. */
function whyNone({ badRows, isReadToEnd = true }: Scan): string {
  if (badRows?.areTooMany) {
    return `more than ${MAX_BAD_ROWS.toLocaleString("en-US")} rows have problems, too many to be skipped`;
  }
  return isReadToEnd && badRows?.areOnly
    ? "no row is without a problem, so none was skipped"
    : "the problems are not those of single rows, so none was skipped";
}

/** Returns a failed outcome with the problems of all passes. */
function withAll({ scan, written }: Outcome, all: readonly Problems[]): Outcome {
  return { scan: { ...scan, problems: mergeProblems(all) }, written };
}

function leftOutWarning({ name }: Source, rows: number, leftOut: LeftOut): string {
  const total = (rows + leftOut.rows).toLocaleString("en-US");
  const verb = leftOut.rows === 1 ? "has a problem and was" : "have problems and were";
  return `${name}: ${leftOut.rows.toLocaleString("en-US")} of ${total} rows ${verb} skipped; load:downloadErrors says why.`;
}

async function ingest(
  source: Source,
  columns: Column[],
  target: string,
  scratch: string,
  options: ConversionLimits,
): Promise<Outcome> {
  const limits = { ...options, temporaryDirectory: scratch };
  try {
    const reason = await wrongContent(source);
    if (reason !== undefined) throw new UnreadableText(reason);
    const { sequenceFrom } = source;
    if (sequenceFrom === undefined) return await ingestAs(source, columns, target, scratch, limits);
    const plain = join(scratch, "plain.parquet");
    const outcome = await ingestAs(source, columns, plain, scratch, limits);
    const { scan, written } = outcome;
    if (scan.problems.count > 0) return outcome;
    const problems = disagreement(source, columns, scan, written);
    if (problems.count > 0) return { scan: { ...scan, problems }, written: undefined };
    return await deriveSequences({ ...source, sequenceFrom }, columns, plain, target, scratch, limits, scan);
  } catch (error) {
    options.signal?.throwIfAborted();
    if (!(error instanceof Error) || "syscall" in error || isWriterFault(error) || fullStorage(error)) {
      throw error;
    }
    if (error instanceof UnreadableText) return refused(source, error.message);
    return {
      scan: { rows: 0, problems: engineProblems(source, error.message, scratch), tallies: [] },
      written: undefined,
    };
  }
}

function ingestAs(
  source: Source,
  columns: Column[],
  target: string,
  scratch: string,
  limits: ConversionLimits,
): Promise<Outcome> {
  const hasPlates = source.reading?.arrangement === "PLATES";
  switch (hasPlates && source.format === "XLSX" ? "CSV" : source.format) {
    case "CSV":
    case "TSV":
    case "FASTA":
    case "FASTQ":
    case "A3M":
    case "STOCKHOLM":
    case "CLUSTAL":
    case "GENBANK":
    case "PDB":
    case "MMCIF":
      return isRewritten(source, columns)
        ? ingestNotedCsv(source, columns, target, scratch, limits)
        : ingestCsv(source, columns, target, scratch, limits);
    case "NDJSON":
      return ingestNdjson(source, columns, target, scratch, limits);
    case "XLSX":
      return ingestXlsx(source, columns, target, scratch, limits);
    case "PARQUET":
      return ingestParquet(source, columns, target, scratch, limits);
  }
}

/** Ingests a text whose cells or rows the table's configuration changes. */
async function ingestNotedCsv(
  source: Source,
  columns: Column[],
  target: string,
  scratch: string,
  limits: ConversionLimits,
): Promise<Outcome> {
  const text = await materializeText(await openRows(source), `${scratch}/text.csv`, limits.signal);
  return ingestRewritten(source, columns, target, scratch, limits, (writer) =>
    scanCsv(text, columns, { ...limits, writer }),
  );
}

/**
 * Tells whether the engine could not write its own file, which says nothing about the file that was read: without memory
 * it reports a page whose "compressed page size" is out of range. The step is tried again.
 */
export function isWriterFault({ message }: Error): boolean {
  return message.startsWith("INTERNAL Error: Parquet writer");
}

function refused(source: Source, reason: string): Outcome {
  const problems = reportProblems(source, [{ file: source.name, reason }]);
  return { scan: { rows: 0, problems, tallies: [] }, written: undefined };
}

/** Compares the counts of the scan with those of the written file; a difference is reported as a problem. */
function disagreement(source: Source, columns: Column[], scan: Scan, written?: ConversionResult): Problems {
  if (written === undefined || written.rows !== scan.rows) {
    const counts = `${scan.rows} rows were read and ${written?.rows ?? 0} converted`;
    return reportProblems(source, [
      { file: source.name, reason: `the file could not be converted: ${counts}` },
    ]);
  }
  const problems = columns.flatMap((column, index): Problem[] => {
    const missing = written.missing[index];
    const expected = scan.tallies[index]?.missing ?? 0;
    if (missing === undefined || missing === expected) return [];
    const reason = `the column could not be converted: ${expected} values are missing in the file, ${missing} afterwards`;
    return [{ file: source.name, column: column.name, reason }];
  });
  return reportProblems(source, problems);
}

/** Returns the engine's message as a problem, without local paths. */
function engineProblems(source: Source, message: string, scratch: string): Problems {
  const file = source.name;
  if (message.startsWith("Out of Memory"))
    return reportProblems(source, [
      { file, reason: "its rows need more memory than a load has; use fewer columns" },
    ]);
  const words = message.replaceAll(source.path, source.name).replaceAll(scratch, "").split("\n", 1)[0] ?? "";
  return reportProblems(source, [
    { file, reason: `the file could not be read: ${words.replace(/\.$/, "")}` },
  ]);
}

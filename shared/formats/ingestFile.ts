import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Column, FileStatistics } from "@pdp/basics/columns";
import type { LeftOut, Problems } from "@pdp/basics/wording";
import type { ConversionLimits } from "./engine/convertWithDuckDb.ts";
import { withSharedEngine } from "./engine/withSharedEngine.ts";
import { ingestGoodRows } from "./ingestGoodRows.ts";
import { disagreement } from "./ingestOnce.ts";
import { countSameRows, sameRowsWarning } from "./sameRows.ts";
import type { Source } from "./source.ts";
import { storedColumns } from "./variants/sequenceRule.ts";
import { loadedRowWarnings } from "./warnings/loadedRowWarnings.ts";
import { scanWarnings } from "./warnings/scanWarnings.ts";
import { zeroWarningsOf } from "./warnings/zeroWarningsOf.ts";

export interface Ingested {
  /** Number of rows in the Parquet file; 0 if there are problems. */
  rows: number;
  bytes: number;
  problems: Problems;
  /** Sentences about possible mistakes that are not errors. */
  warnings: string[];
  /** Statistics of the Parquet file; absent if no file was written. */
  statistics?: FileStatistics;
  /** Rows skipped because of their problems; undefined if all rows are loaded. */
  leftOut?: LeftOut;
}

/**
 * Writes the rows of an uploaded file as one Parquet file (zstd) at the local path `target`, with exactly the given columns,
 * types and column order, and with the rows in file order. If the file has any problems, no file is written to `target`, and
 * `problems` lists them. Memory: about the engine's limit (256 MB by default) plus 64 MB.
 *
 * @throws errors of the file system, and the signal's reason when it aborts.
 */
export async function ingestFile(
  source: Source,
  columns: Column[],
  target: string,
  options: ConversionLimits = {},
): Promise<Ingested> {
  return withSharedEngine(source, columns.length, target, options, (given, written, limits) =>
    ingestWhole(given, columns, written, limits),
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
  const counted = await countSameRows(stored, target, ingested.rows, options);
  const same = [...counted.values()].map((count) => sameRowsWarning(source.name, count));
  const rowNotes = await loadedRowWarnings(
    source.name,
    stored,
    target,
    options,
    source.sequenceFrom !== undefined,
  );
  return { ...ingested, warnings: [...ingested.warnings, ...rowNotes, ...same] };
}

/** Ingests one of several files like `ingestFile`, but does not check for duplicate rows. */
export async function ingestPart(
  source: Source,
  columns: Column[],
  target: string,
  options: ConversionLimits = {},
): Promise<Ingested> {
  const scratch = mkdtempSync(join(options.temporaryDirectory ?? tmpdir(), "ingest-"));
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
    if (written.rows === 0) warnings.unshift(`${source.name} has a header but no rows.`);
    const skipped = (leftOut?.rows ?? 0) - (scan.omitted ?? 0);
    if (leftOut && skipped > 0)
      warnings.unshift(leftOutWarning(source, written.rows, { ...leftOut, rows: skipped }));
    const { rows, bytes, statistics } = written;
    return { rows, bytes, problems, warnings, statistics, ...(leftOut && { leftOut }) };
  } finally {
    if (!kept) rmSync(target, { force: true });
    rmSync(scratch, { recursive: true, force: true });
  }
}

function leftOutWarning({ name }: Source, rows: number, leftOut: LeftOut): string {
  const total = (rows + leftOut.rows).toLocaleString("en-US");
  const verb = leftOut.rows === 1 ? "has a problem and was" : "have problems and were";
  return `${name}: ${leftOut.rows.toLocaleString("en-US")} of ${total} rows ${verb} skipped; load:downloadErrors lists the reasons.`;
}

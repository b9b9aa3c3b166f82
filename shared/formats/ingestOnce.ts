import { join } from "node:path";
import type { Column } from "@pdp/basics/columns";
import { fullStorage } from "@pdp/basics/errors";
import type { Problem, Problems } from "@pdp/basics/wording";
import type { ConversionLimits, ConversionResult } from "./engine/convertWithDuckDb.ts";
import { FORMATS } from "./options/fileFormat.ts";
import { ingestParquet } from "./parquet/ingestParquet.ts";
import { isRearranged, openRows } from "./plates/openRows.ts";
import { isRewritten } from "./rowRules.ts";
import { reportProblems, type Scan } from "./scanReport.ts";
import type { Source } from "./source.ts";
import { ingestCsv } from "./text/ingestCsv.ts";
import { ingestNdjson } from "./text/ingestNdjson.ts";
import { ingestRewritten } from "./text/ingestRewritten.ts";
import { materializeText } from "./text/openText.ts";
import { scanCsv } from "./text/scanCsv.ts";
import { UnreadableText } from "./text/unreadableText.ts";
import { deriveSequences } from "./variants/deriveSequences.ts";
import { wrongContent } from "./wrongContent.ts";
import { ingestXlsx } from "./xlsx/ingestXlsx.ts";

/** Result of one pass over a file. */
export interface Outcome {
  scan: Scan;
  written: ConversionResult | undefined;
}

/** Scans and converts a file once. A file that cannot be read has a problem; only platform faults are thrown. */
export async function ingestOnce(
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
  switch (isRearranged(source) ? "cells" : FORMATS[source.format].content) {
    case "cells":
    case "sequences":
      return isRewritten(source, columns)
        ? ingestNotedCsv(source, columns, target, scratch, limits)
        : ingestCsv(source, columns, target, scratch, limits);
    case "lines":
      return ingestNdjson(source, columns, target, scratch, limits);
    case "workbook":
      return ingestXlsx(source, columns, target, scratch, limits);
    case "columns":
      return ingestParquet(source, columns, target, scratch, limits);
  }
}

/** Ingests a text file with cells or rows that the table's configuration changes. */
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
 * Tells whether the engine failed to read back the file that it wrote, which does not indicate a fault in the uploaded file:
 * when memory is short, it reports a page with a "compressed page size" out of range. The step is retried.
 */
export function isWriterFault({ message }: Error): boolean {
  return message.startsWith("INTERNAL Error: Parquet writer");
}

function refused(source: Source, reason: string): Outcome {
  const problems = reportProblems(source, [{ file: source.name, reason }]);
  return { scan: { rows: 0, problems, tallies: [] }, written: undefined };
}

/** Compares the counts from the scan with those of the written file; a difference is reported as a problem. */
export function disagreement(
  source: Source,
  columns: Column[],
  scan: Scan,
  written?: ConversionResult,
): Problems {
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

/** Returns the engine's message as a problem, without local paths and the names of copies. */
function engineProblems(source: Source, message: string, scratch: string): Problems {
  const file = source.name;
  if (message.startsWith("Out of Memory"))
    return reportProblems(source, [
      { file, reason: "its rows require more memory than a load can use; use fewer columns" },
    ]);
  const [line = ""] = message.replaceAll(source.path, file).split("\n", 1);
  const [start = "", ...rest] = line.split(`${scratch}/`);
  const named = [start, ...rest.map((part) => part.replace(/^[\w.-]+/, file))].join("");
  const words = named.replace(/^[A-Z][A-Za-z ]*Error: /, "").replace(/\.$/, "");
  return reportProblems(source, [
    { file, reason: `the file could not be read: ${words.replace(/\.$/, "")}` },
  ]);
}

import { open, rm } from "node:fs/promises";
import type { Column } from "@pdp/basics/columns";
import { typedNotation } from "../cellRules.ts";
import { type ConversionLimits, type ConversionResult, LINE_COLUMN } from "../engine/convertWithDuckDb.ts";
import type { Scan } from "../scanReport.ts";
import type { Source } from "../source.ts";
import { convertCsv } from "./ingestCsv.ts";
import { TextWriter } from "./textWriter.ts";

/**
 * Ingests a file with cells that differ from what the engine would read: `scan` checks it and writes its values in the table's
 * column order, with their line numbers, as a plain CSV file, which the engine then converts.
 */
export async function ingestRewritten<Found extends Scan>(
  { reading = {} }: Source,
  columns: readonly Column[],
  target: string,
  scratch: string,
  limits: ConversionLimits,
  scan: (writer: TextWriter) => Promise<Found>,
): Promise<{ scan: Found; written: ConversionResult | undefined }> {
  const path = `${scratch}/written.csv`;
  try {
    const { report, bytes } = await write(columns, path, scan);
    if (report.problems.count > 0) return { scan: report, written: undefined };
    const csv = {
      path,
      delimiter: ",",
      positions: columns.map((_, index) => index),
      width: columns.length + 1,
      linePosition: columns.length,
      rowBytes: bytes / Math.max(report.rows, 1),
      options: typedNotation(reading),
    };
    return { scan: report, written: await convertCsv(csv, columns, target, limits) };
  } finally {
    await rm(path, { force: true });
  }
}

async function write<Found>(
  columns: readonly Column[],
  path: string,
  scan: (writer: TextWriter) => Promise<Found>,
): Promise<{ report: Found; bytes: number }> {
  await using file = await open(path, "wx");
  const writer = new TextWriter(file);
  writer.row([...columns.map(({ name }) => name), LINE_COLUMN]);
  const report = await scan(writer);
  await writer.flush();
  return { report, bytes: (await file.stat()).size };
}

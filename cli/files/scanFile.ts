import { open } from "node:fs/promises";
import { devNull } from "node:os";
import * as v from "valibot";
import type { TableConfig } from "#client/importFiles.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { statedOptions } from "#shared/domain/loads/fileOptions.ts";
import { type LoadTable, loadTable, TableConfig as TableConfigSchema } from "#shared/domain/loads/load.ts";
import type { Problem, Problems } from "#shared/domain/problem.ts";
import { planParquet } from "#shared/lake/formats/parquet/parquetSchema.ts";
import { reportProblems, ScanReport } from "#shared/lake/formats/scanReport.ts";
import type { Source } from "#shared/lake/formats/source.ts";
import { openText } from "#shared/lake/formats/text/openText.ts";
import { scanCsv } from "#shared/lake/formats/text/scanCsv.ts";
import { scanNdjson } from "#shared/lake/formats/text/scanNdjson.ts";
import { TextWriter } from "#shared/lake/formats/text/textWriter.ts";
import { UnreadableText } from "#shared/lake/formats/text/unreadableText.ts";
import { wrongContent } from "#shared/lake/formats/wrongContent.ts";
import { SheetRows } from "#shared/lake/formats/xlsx/sheetRows.ts";
import { UnreadableXlsx } from "#shared/lake/formats/xlsx/unreadableXlsx.ts";
import { sheetOptions, XlsxSheet } from "#shared/lake/formats/xlsx/xlsxRows.ts";
import { UsageError } from "../errors.ts";

export interface FileReport {
  name: string;
  /** Number of rows that were read. */
  rows: number;
  problems: Problems;
  /** Words that seem to stand for missing values, each as it is written in the file. */
  words: string[];
}

const MAX_WORDS = 50;

/** Checks the configuration of a table by the service's rules. */
export function checkConfig(reference: string, config: TableConfig): LoadTable {
  const parsed = v.safeParse(TableConfigSchema, config);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    const place = v.getDotPath(issue) ?? "";
    throw new UsageError(`${place === "" ? "" : `${place}: `}${issue.message}.`);
  }
  try {
    return loadTable(reference, parsed.output, ["config"]);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { loc = [] } = error.problems[0] ?? {};
    throw new UsageError(`${loc.slice(1).join(".")}: ${error.message}.`);
  }
}

/** Reads every cell of a file by the service's own rules; of a Parquet file, the types of its columns. */
export async function scanFile(
  path: string,
  name: string,
  reference: string,
  table: LoadTable,
  signal: AbortSignal,
): Promise<FileReport> {
  const words = new Set<string>();
  const log = {
    add: ({ value, reason }: Problem) => {
      if (value !== undefined && reason.includes('"missing_values"') && words.size < MAX_WORDS)
        words.add(value);
    },
  };
  const source: Source = {
    path,
    name,
    format: table.format,
    table: reference,
    reading: statedOptions(table),
    log,
  };
  const { rows, problems } = await scan(source, table, signal);
  return { name, rows, problems, words: [...words] };
}

async function scan(
  source: Source,
  { columns, format }: LoadTable,
  signal: AbortSignal,
): Promise<{ rows: number; problems: Problems }> {
  const reason = await wrongContent(source);
  if (reason !== undefined) return refused(source, reason);
  try {
    if (format === "CSV" || format === "TSV")
      return await scanCsv(await openText(source), columns, { signal });
    if (format === "NDJSON") return await scanNdjson(await openText(source), columns, { signal });
    if (format === "XLSX") return await scanSheet(source, columns, signal);
    const { rows, problems } = await planParquet(source, columns);
    return { rows, problems: reportProblems(source, problems) };
  } catch (error) {
    if (error instanceof UnreadableText) return refused(source, error.message);
    throw error;
  }
}

async function scanSheet(
  source: Source,
  columns: LoadTable["columns"],
  signal: AbortSignal,
): Promise<ScanReport> {
  const report = new ScanReport(source, columns);
  // The cells are read as they are written, so they are written to nowhere.
  await using nowhere = await open(devNull, "w");
  const writer = new TextWriter(nowhere);
  const rows = new SheetRows(source, columns, report, writer);
  try {
    const sheet = await XlsxSheet.open(source.path, sheetOptions(source), signal);
    read: for await (const batch of sheet.rows()) {
      for (const row of batch) if (!rows.take(row)) break read;
      if (writer.full) await writer.flush();
    }
    rows.end(sheet);
  } catch (error) {
    if (!(error instanceof UnreadableXlsx)) throw error;
    report.add({ reason: error.message });
  }
  return report;
}

function refused(source: Source, reason: string): { rows: number; problems: Problems } {
  return { rows: 0, problems: reportProblems(source, [{ file: source.name, reason }]) };
}

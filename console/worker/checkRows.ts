import * as v from "valibot";
import type { TableConfig } from "#client/importFiles.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { statedOptions } from "#shared/domain/loads/fileOptions.ts";
import { type LoadTable, loadTable, TableConfig as TableConfigSchema } from "#shared/domain/loads/load.ts";
import { problemsOf } from "#shared/domain/problem.ts";
import { sentences } from "#shared/domain/wording/problemSentences.ts";
import { detectContent } from "#shared/formats/detect/detectContent.ts";
import { withExclusions } from "#shared/formats/rowRules.ts";
import { rowsToSkip, type Scan } from "#shared/formats/scanReport.ts";
import type { Source } from "#shared/formats/source.ts";
import { openBytes } from "#shared/formats/text/openBytes.ts";
import { scanCsv } from "#shared/formats/text/scanCsv.ts";
import { scanNdjson } from "#shared/formats/text/scanNdjson.ts";
import { UnreadableText } from "#shared/formats/text/unreadableText.ts";
import { scanXlsx } from "#shared/formats/xlsx/scanXlsx.ts";
import type { CheckedRows, CheckRequest } from "./checkMessages.ts";

/** Number of first bytes by which a file is recognized. */
const HEAD_BYTES = 64 << 10;
const COMPRESSED = ["GZIP", "ZIP", "XLSB", "ODS", "WORD"];

/**
 * Reads every cell of a text file or a workbook by the service's own rules. Returns null for what the service alone can
 * check: compressed files, Parquet files, other binary ones, and a configuration that it refuses.
 */
export async function checkRows(
  { file, name, into, config }: CheckRequest,
  onProgress: (share: number) => void,
): Promise<CheckedRows | null> {
  const table = readTable(into, config);
  if (table === null || table.format === "PARQUET") return null;
  const head = Buffer.from(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const content = detectContent(head);
  const isWorkbook = content === "XLSX";
  if (isWorkbook !== (table.format === "XLSX") || COMPRESSED.includes(content)) return null;
  const given: Source = { path: "", name, format: table.format, table: into, reading: statedOptions(table) };
  const source = withExclusions(given);
  try {
    const scan = isWorkbook
      ? await scanXlsx(Buffer.from(await file.arrayBuffer()), source, table.columns, { onProgress })
      : await scanText(source, head, file, table, onProgress);
    return { rows: scan.rows, sentences: sentences(scan.problems), badRows: rowsToSkip(scan).size };
  } catch (error) {
    if (!(error instanceof UnreadableText)) throw error;
    const problems = problemsOf([{ file: name, reason: error.message }]);
    return { rows: 0, sentences: sentences(problems), badRows: 0 };
  }
}

function scanText(
  source: Source,
  head: Buffer,
  file: Blob,
  { format, columns }: LoadTable,
  onProgress: (share: number) => void,
): Promise<Scan> {
  const read = () => chunksOf(file, onProgress);
  const text = openBytes(source, { head, isWhole: file.size <= HEAD_BYTES, read });
  return format === "NDJSON" ? scanNdjson(text, columns) : scanCsv(text, columns);
}

function readTable(into: string, config: TableConfig): LoadTable | null {
  const parsed = v.safeParse(TableConfigSchema, config);
  if (!parsed.success) return null;
  try {
    return loadTable(into, parsed.output, []);
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

async function* chunksOf(file: Blob, onProgress: (share: number) => void): AsyncGenerator<Buffer> {
  // Not every browser iterates over the stream itself.
  const reader = file.stream().getReader();
  let read = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield Buffer.from(value.buffer, value.byteOffset, value.byteLength);
      read += value.byteLength;
      onProgress(read / file.size);
    }
  } finally {
    await reader.cancel();
  }
}

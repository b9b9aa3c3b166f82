import * as v from "valibot";
import type { TableConfig } from "#client/importFiles.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { statedOptions } from "#shared/domain/loads/fileOptions.ts";
import { type LoadTable, loadTable, TableConfig as TableConfigSchema } from "#shared/domain/loads/load.ts";
import { problemsOf } from "#shared/domain/problem.ts";
import { sentences } from "#shared/domain/wording/problemSentences.ts";
import { detectContent } from "#shared/lake/formats/detect/detectContent.ts";
import type { Source } from "#shared/lake/formats/source.ts";
import { openBytes } from "#shared/lake/formats/text/openBytes.ts";
import { scanCsv } from "#shared/lake/formats/text/scanCsv.ts";
import { scanNdjson } from "#shared/lake/formats/text/scanNdjson.ts";
import { UnreadableText } from "#shared/lake/formats/text/unreadableText.ts";
import { BadLines, NO_ROWS } from "./badLines.ts";
import type { CheckedRows, CheckRequest, ShortenedFile } from "./checkMessages.ts";
import { cutLines, type LineEnds, type LineRange } from "./cutLines.ts";

/** Number of first bytes by which a file is recognized. */
const HEAD_BYTES = 64 << 10;
const COMPRESSED = ["GZIP", "ZIP", "XLSX", "XLSB", "ODS", "WORD"];

/**
 * Reads every cell of a text file by the service's own rules. Returns null for what the service alone can check: compressed
 * files, workbooks, Parquet files, and a configuration that it refuses.
 */
export async function checkRows(
  request: CheckRequest,
  onProgress: (share: number) => void,
): Promise<CheckedRows | null> {
  const found = await scanRows(request, onProgress);
  return found && { rows: found.rows, sentences: found.sentences, badRows: found.badRows.length };
}

/** Returns a file without its rows that have problems; null if that would not do. */
export async function leaveOutRows(
  request: CheckRequest,
  onProgress: (share: number) => void,
): Promise<ShortenedFile | null> {
  const found = await scanRows(request, (share) => onProgress(share / 2));
  if (!found || found.badRows.length === 0) return null;
  const { lineEnds, badRows, firstRow } = found;
  const chunks = chunksOf(request.file, (share) => onProgress((1 + share) / 2));
  const { kept, head, cut } = await cutLines(request.file, chunks, lineEnds, badRows, firstRow);
  return { file: kept, head, rows: cut, count: badRows.length };
}

interface ScannedRows {
  rows: number;
  sentences: string[];
  /** Rows with problems; none if the others could not be loaded without them. */
  badRows: readonly LineRange[];
  /** Line of the first row. */
  firstRow: number;
  lineEnds: LineEnds;
}

async function scanRows(
  { file, name, into, config }: CheckRequest,
  onProgress: (share: number) => void,
): Promise<ScannedRows | null> {
  const table = readTable(into, config);
  if (table === null || table.format === "XLSX" || table.format === "PARQUET") return null;
  const head = Buffer.from(await file.slice(0, HEAD_BYTES).arrayBuffer());
  if (COMPRESSED.includes(detectContent(head))) return null;
  const { format, columns } = table;
  const log = new BadLines();
  const source: Source = { path: "", name, format, table: into, reading: statedOptions(table), log };
  const bytes = {
    head,
    isWhole: file.size <= HEAD_BYTES,
    read: () => chunksOf(file, onProgress),
  };
  const lineEnds = format === "NDJSON" ? "LF" : "ANY";
  try {
    const scan = format === "NDJSON" ? scanNdjson : scanCsv;
    const { rows, problems, lines, isReadToEnd } = await scan(openBytes(source, bytes), columns);
    // Lines of UTF-16 end with other bytes.
    const canLeaveOut = isReadToEnd && table.encoding !== "UTF-16";
    const { badRows, firstRow } = canLeaveOut ? log.rowsOf(lines, rows) : NO_ROWS;
    return { rows, sentences: sentences(problems), badRows, firstRow, lineEnds };
  } catch (error) {
    if (!(error instanceof UnreadableText)) throw error;
    const problems = problemsOf([{ file: name, reason: error.message }]);
    return { rows: 0, sentences: sentences(problems), ...NO_ROWS, lineEnds };
  }
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

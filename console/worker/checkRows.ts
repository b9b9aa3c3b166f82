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
import type { CheckedRows, CheckRequest } from "./checkMessages.ts";

/** Number of first bytes by which a file is recognized. */
const HEAD_BYTES = 64 << 10;
const COMPRESSED = ["GZIP", "ZIP", "XLSX", "XLSB", "ODS", "WORD"];

/**
 * Reads every cell of a text file by the service's own rules. Returns null for what the service alone can check: compressed
 * files, workbooks, Parquet files, and a configuration that it refuses.
 */
export async function checkRows(
  { file, name, into, config }: CheckRequest,
  onProgress: (share: number) => void,
): Promise<CheckedRows | null> {
  const table = readTable(into, config);
  if (table === null || table.format === "XLSX" || table.format === "PARQUET") return null;
  const head = Buffer.from(await file.slice(0, HEAD_BYTES).arrayBuffer());
  if (COMPRESSED.includes(detectContent(head))) return null;
  const { format, columns } = table;
  const source: Source = { path: "", name, format, table: into, reading: statedOptions(table) };
  const bytes = {
    head,
    isWhole: file.size <= HEAD_BYTES,
    read: () => chunksOf(file, onProgress),
  };
  try {
    const scan = format === "NDJSON" ? scanNdjson : scanCsv;
    const { rows, problems } = await scan(openBytes(source, bytes), columns);
    return { rows, sentences: sentences(problems) };
  } catch (error) {
    if (!(error instanceof UnreadableText)) throw error;
    return { rows: 0, sentences: sentences(problemsOf([{ file: name, reason: error.message }])) };
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
  let read = 0;
  for await (const { buffer, byteOffset, byteLength } of file.stream()) {
    yield Buffer.from(buffer, byteOffset, byteLength);
    read += byteLength;
    onProgress(read / file.size);
  }
}

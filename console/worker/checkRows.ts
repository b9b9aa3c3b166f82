import { DomainError } from "@pdp/basics/errors";
import { type Problems, problemsOf } from "@pdp/basics/wording";
import { rowsToSkip, type Scan, scanVariants, withExclusions } from "@pdp/formats/cells";
import { detectContent } from "@pdp/formats/layouts";
import { statedOptions } from "@pdp/formats/options";
import { knownRule } from "@pdp/formats/proteins";
import {
  openBytes,
  type RowWriter,
  type Source,
  scanCsv,
  scanNdjson,
  UnreadableText,
} from "@pdp/formats/text";
import { scanXlsx } from "@pdp/formats/xlsx";

import * as v from "valibot";
import type { TableConfig } from "#client/importFiles.ts";
import type { ProjectReference } from "#client/projectReferences.ts";
import { type LoadTable, loadTable, TableConfig as TableConfigSchema } from "#shared/domain/loads/load.ts";
import type { CheckedRows, CheckRequest } from "./checkMessages.ts";

/** Number of initial bytes used to recognize a file. */
const HEAD_BYTES = 64 << 10;
const COMPRESSED = ["GZIP", "ZIP", "XLSB", "ODS", "WORD"];

/**
 * Reads every cell in a text file or a workbook according to the service's rules. Returns null for files that only the service
 * can check: compressed files, Parquet files, other binary files, and files with a configuration that the service rejects.
 */
export async function checkRows(
  { file, name, into, config, references = [] }: CheckRequest,
  onProgress: (share: number) => void,
): Promise<CheckedRows | null> {
  const table = readTable(into, config, references);
  if (table === null || table.format === "PARQUET") return null;
  const head = Buffer.from(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const content = detectContent(head);
  const isWorkbook = content === "XLSX";
  if (isWorkbook !== (table.format === "XLSX") || COMPRESSED.includes(content)) return null;
  if (isWorkbook && (table.arrangement ?? "TABLE") !== "TABLE") return null;
  const given: Source = {
    path: "",
    name,
    format: table.format,
    table: into,
    reading: statedOptions(table),
    ...(table.sequence_from && { sequenceFrom: table.sequence_from }),
  };
  try {
    const scan = await scanVariants(withExclusions(given), table.columns, async (source, writer) =>
      isWorkbook
        ? scanXlsx(Buffer.from(await file.arrayBuffer()), source, table.columns, {
            onProgress,
            ...(writer && { writer }),
          })
        : scanText(source, head, file, table, onProgress, writer),
    );
    const { rows, omitted = 0, problems } = scan;
    return { rows, omitted, problems: plain(problems), badRows: rowsToSkip(scan).size };
  } catch (error) {
    if (!(error instanceof UnreadableText)) throw error;
    const problems = problemsOf([{ file: name, reason: error.message }]);
    return { rows: 0, omitted: 0, problems: plain(problems), badRows: 0 };
  }
}

/** Returns only the fields of the problems that are sent to the page. */
function plain({ groups, count }: Problems): Problems {
  return { groups, count };
}

function scanText(
  source: Source,
  head: Buffer,
  file: Blob,
  { format, columns }: LoadTable,
  onProgress: (share: number) => void,
  writer: RowWriter | undefined,
): Promise<Scan> {
  const read = () => chunksOf(file, onProgress);
  const text = openBytes(source, { head, isWhole: file.size <= HEAD_BYTES, read });
  const options = writer ? { writer } : {};
  return format === "NDJSON" ? scanNdjson(text, columns, options) : scanCsv(text, columns, options);
}

function readTable(
  into: string,
  config: TableConfig,
  references: readonly ProjectReference[],
): LoadTable | null {
  const parsed = v.safeParse(TableConfigSchema, config);
  if (!parsed.success) return null;
  try {
    const { sequence_from: stated, ...table } = loadTable(into, parsed.output, []);
    const rule = knownRule(stated, references);
    // Without the reference, only the service can check the mutations.
    return { ...table, ...(rule && { sequence_from: rule }) };
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

async function* chunksOf(file: Blob, onProgress: (share: number) => void): AsyncGenerator<Buffer> {
  // Not every browser can iterate over the stream itself.
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

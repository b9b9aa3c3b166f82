import { open } from "node:fs/promises";
import { fileChunks } from "#shared/lake/formats/fileChunks.ts";
import type { Source } from "#shared/lake/formats/source.ts";
import { CsvRecords } from "./csvRecords.ts";
import { delimiterOf } from "./scanCsv.ts";
import { TextWriter } from "./textWriter.ts";

/**
 * Rewrites a validated file as CSV that all readers interpret in the same way. Returns the mean length of a row, in
 * bytes.
 */
export async function writePlainCsv(source: Source, path: string, signal?: AbortSignal): Promise<number> {
  const records = new CsvRecords(delimiterOf(source));
  await using file = await open(path, "wx");
  const writer = new TextWriter(file);
  let rows = 0;
  for await (const { chunk, final } of fileChunks(source.path, signal)) {
    records.push(chunk, final);
    while (records.next()) {
      rows++;
      const cells = Array.from({ length: records.count }, (_, cell) => {
        const text = records.text(cell);
        return text === "" && !records.quoted(cell) ? null : text;
      });
      writer.row(cells);
      if (writer.full) await writer.flush();
    }
  }
  await writer.flush();
  return (await file.stat()).size / Math.max(rows, 1);
}

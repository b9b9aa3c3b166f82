import { open } from "node:fs/promises";
import { CsvRecords } from "./csvRecords.ts";
import type { OpenedText } from "./openedText.ts";
import { delimiterOf } from "./proposeLayout.ts";
import { TextWriter } from "./textWriter.ts";

/**
 * Rewrites a validated text file as CSV that all readers interpret in the same way, without empty and skipped rows. Returns
 * the mean row length, in bytes.
 */
export async function writePlainCsv(text: OpenedText, path: string, signal?: AbortSignal): Promise<number> {
  const { source } = text;
  const delimiter = delimiterOf(source);
  const firstLine = source.reading?.header_row ?? source.firstLine;
  const records = new CsvRecords(delimiter, firstLine, undefined, text.hasBackslashQuotes(delimiter));
  await using file = await open(path, "wx");
  const writer = new TextWriter(file);
  const isFilled = source.reading?.short_rows === "FILL";
  let [rows, width] = [0, 0];
  for await (const { chunk, final } of text.chunks(signal)) {
    records.push(chunk, final);
    while (records.next()) {
      if (records.isEmpty() || source.skipped?.has(records.line)) continue;
      rows++;
      const cells = Array.from({ length: records.count }, (_, cell) => {
        const value = records.text(cell);
        return value === "" && !records.quoted(cell) ? null : value;
      });
      if (width === 0) width = cells.length;
      while (isFilled && cells.length < width) cells.push(null);
      if (isFilled) cells.length = width;
      writer.row(cells);
      if (writer.full) await writer.flush();
    }
  }
  await writer.flush();
  return (await file.stat()).size / Math.max(rows, 1);
}

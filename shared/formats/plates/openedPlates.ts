import { IgnoredColumns } from "../matchColumns.ts";
import type { Source } from "../source.ts";
import type { OpenedText, TextChunk } from "../text/openedText.ts";
import { type Converted, PLATE_HEADER_LINE } from "./plateText.ts";

/** Opens plates or curves that `convert` writes as CSV text with one row per well or point. */
export function openedPlates(source: Source, convert: () => AsyncGenerator<Buffer, Converted>): OpenedText {
  const notes: string[] = [];
  const values = new Map<string, number>();
  const ignored = new IgnoredColumns(source.reading?.ignored_columns);
  const { header_row: _, last_row: _last, delimiter: _own, ...reading } = source.reading ?? {};
  async function* chunks(signal?: AbortSignal): AsyncGenerator<TextChunk> {
    const parts: Buffer[] = [];
    const converted = convert();
    for (;;) {
      signal?.throwIfAborted();
      const { done, value } = await converted.next();
      if (done) {
        notes.splice(0, notes.length, ...value.notes);
        for (const [name, count] of value.values) if (!ignored.has(name)) values.set(name, count);
        break;
      }
      parts.push(value);
    }
    yield { chunk: Buffer.concat(parts), final: true };
  }
  return {
    source: {
      ...source,
      format: "CSV",
      firstLine: PLATE_HEADER_LINE,
      reading: { ...reading, ignored_columns: ["*"] },
    },
    isPlain: false,
    describe: () => ({ content: "TEXT", encoding: "UTF-8", layout: undefined, plate: undefined }),
    hasBackslashQuotes: () => false,
    chunks,
    notes,
    values,
  };
}

import type { components } from "./schema.ts";

type Layout = components["schemas"]["LoadTableInput"];

/** Maximum size of a file in a load, in bytes. */
export const MAX_FILE_BYTES = 100 * 1024 * 1024;

const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const BACKSLASH = 0x5c;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
/** Initial bytes of files that are not plain text: gzip, ZIP, Parquet, UTF-16. */
const OTHER_CONTENT = ["1f8b", "504b0304", "50415231", "fffe", "feff"];
const MAX_MAGIC_BYTES = 4;
/** Maximum number of bytes that each part repeats: the content above the rows. */
const MAX_HEADER_BYTES = 1024 * 1024;

const COMPRESS = "Compress it with gzip, or split it into files with the same header.";

/** Why a file cannot be split, and what to do instead. */
export interface Unsplittable {
  /** Clause without a period. */
  reason: string;
  /** Sentence that says what to do instead. */
  advice: string;
}

/** Part of a file: a separate file with the same header. */
export interface FilePart {
  name: string;
  content: Blob;
}

/**
 * Splits a file larger than `maxBytes` into multiple files for the same table; returns a smaller file unchanged. Rows stay
 * intact, and the lines above the rows of CSV and TSV files are repeated. Reads the file once, without keeping any part in
 * memory. If a large file cannot be split, throws an error that explains why.
 */
export async function splitFile(
  name: string,
  content: Blob,
  layout: Layout,
  maxBytes = MAX_FILE_BYTES,
): Promise<FilePart[]> {
  if (content.size <= maxBytes) return [{ name, content }];
  const unsplittable = (await unsplittableContent(content)) ?? unsplittableLayout(layout);
  if (unsplittable !== null) throw tooLarge(name, unsplittable.reason, unsplittable.advice);
  const rows = rowReader(layout);
  const header = { bytes: 0 };
  const cuts: number[] = [];
  let lastEnd = 0;
  const offer = (end: number): void => {
    if (rows.inHeader) header.bytes = end;
    const start = cuts.at(-1) ?? header.bytes;
    if (header.bytes + end - start > maxBytes && lastEnd > start) cuts.push(lastEnd);
    if (header.bytes + end - (cuts.at(-1) ?? header.bytes) > maxBytes)
      throw tooLarge(name, "one of its rows exceeds the maximum file size");
    lastEnd = end;
  };
  for await (const chunk of chunksOf(content)) {
    rows.read(chunk, offer);
    if (rows.hasEscapes) throw tooLarge(name, "it has quotes escaped with a backslash");
    if (rows.hasBareCr) throw tooLarge(name, "a line above its rows ends in CR without LF");
    if (rows.inHeader && rows.position > MAX_HEADER_BYTES)
      throw tooLarge(name, "it does not start with a header");
  }
  if (lastEnd < content.size) offer(content.size);
  const starts = [header.bytes, ...cuts];
  const above = content.slice(0, header.bytes);
  return starts.map((start, index) => ({
    name: partName(name, index + 1, starts.length),
    content: new Blob([above, content.slice(start, starts[index + 1] ?? content.size)]),
  }));
}

/** Returns the reason that a file with this layout cannot be split; null if it can. */
export function unsplittableLayout(layout: Layout): Unsplittable | null {
  if (layout.sequence_from?.reference.column != null) {
    return {
      reason: "each part would search only its rows for the reference of its mutations",
      advice: "Specify the reference sequence, or compress the file with gzip.",
    };
  }
  const reason = unsplittableFormat(layout);
  return reason === null ? null : { reason, advice: COMPRESS };
}

function unsplittableFormat(layout: Layout): string | null {
  const format = layout.format ?? "CSV";
  if (format === "NDJSON") return null;
  if (format !== "CSV" && format !== "TSV") return `${format} files cannot be split`;
  if (layout.encoding === "UTF-16") return "UTF-16 text cannot be split";
  if (layout.arrangement === "PLATES") return "plates cannot be split";
  if (layout.arrangement === "CURVES") return "curves cannot be split";
  if (layout.delimiter === " " || layout.comments != null)
    return "tables with comments or without separators cannot be split";
  const numbered = [layout.last_row, layout.corrections?.length, layout.exclusions?.length];
  return numbered.some(Boolean)
    ? "last_row, corrections and exclusions refer to lines of the whole file"
    : null;
}

/** Returns the reason that a file cannot be split, based on its first bytes; null if it is plain text. */
export async function unsplittableContent(content: Blob): Promise<Unsplittable | null> {
  const head = new Uint8Array(await content.slice(0, MAX_MAGIC_BYTES).arrayBuffer());
  const magic = [...head].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  if (!OTHER_CONTENT.some((start) => magic.startsWith(start))) return null;
  return {
    reason: "compressed and binary files cannot be split",
    advice: "Save its rows as several smaller files.",
  };
}

function tooLarge(name: string, reason: string, advice = COMPRESS): Error {
  return new Error(`${name} is larger than 100 MB, and ${reason}. ${advice}`);
}

/** Returns the name of a part, including the file extension. */
function partName(name: string, number: number, count: number): string {
  const dot = name.lastIndexOf(".");
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
  return `${stem} (${number} of ${count})${extension}`;
}

/** Finds the ends of rows. */
interface RowReader {
  /** True until the header has been read. */
  inHeader: boolean;
  /** True once a quote has been found after a backslash that may be inside a cell. */
  hasEscapes: boolean;
  /**
   * True if a line above the rows has ended in CR without LF. In that case, the content repeated in each part may include
   * rows.
   */
  hasBareCr: boolean;
  /** Number of bytes read so far. */
  position: number;
  /** Reads bytes and calls `offer` with the position after each line or row that ends in them. */
  read: (chunk: Uint8Array, offer: (end: number) => void) => void;
}

function rowReader(layout: Layout): RowReader {
  return layout.format === "NDJSON" ? new JsonLines() : new CsvRows(layout);
}

class JsonLines implements RowReader {
  readonly inHeader = false;
  readonly hasEscapes = false;
  readonly hasBareCr = false;
  position = 0;

  read(chunk: Uint8Array, offer: (end: number) => void): void {
    for (let at = chunk.indexOf(LF); at >= 0; at = chunk.indexOf(LF, at + 1)) offer(this.position + at + 1);
    this.position += chunk.length;
  }
}

type CellState = "start" | "bare" | "quoted" | "closed" | "closedThenSpace" | "faulty";

/**
 * Reads cells according to RFC 4180: a quote opens a cell only at its beginning, where spaces may precede it. If anything but
 * spaces follows the quote that closes a cell, the service skips the rest of the line.
 */
class CsvRows implements RowReader {
  position = 0;
  #state: CellState = "start";
  /** Lines above the header, which may contain arbitrary quotes. */
  #linesAbove: number;
  #headerRows: number;
  #isBlank = true;
  #previous = 0;
  hasEscapes = false;
  hasBareCr = false;
  readonly #delimiter: number;

  constructor({ format, delimiter, header_row: headerRow, header_rows: headerRows }: Layout) {
    this.#delimiter = (delimiter ?? (format === "TSV" ? "\t" : ",")).charCodeAt(0);
    this.#linesAbove = (headerRow ?? 1) - 1;
    this.#headerRows = headerRows ?? 1;
  }

  get inHeader(): boolean {
    return this.#headerRows > 0 || this.#linesAbove > 0;
  }

  read(chunk: Uint8Array, offer: (end: number) => void): void {
    let state = this.#state;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] as number;
      const position = this.position + at;
      if (position < BYTE_ORDER_MARK.length && byte === BYTE_ORDER_MARK[position]) continue;
      if (this.#previous === CR && byte !== LF && byte !== CR && this.inHeader) this.hasBareCr = true;
      if (this.#linesAbove > 0) {
        this.#previous = byte;
        if (byte !== LF) continue;
        if (this.#headerRows === 0) offer(position + 1);
        this.#linesAbove -= 1;
        continue;
      }
      if (byte === QUOTE && this.#previous === BACKSLASH) this.hasEscapes = true;
      this.#previous = byte;
      if (state === "quoted") {
        if (byte === QUOTE) state = "closed";
        continue;
      }
      if (byte === LF) {
        state = "start";
        offer(position + 1);
        if (this.#headerRows > 0 && !this.#isBlank) this.#headerRows -= 1;
        this.#isBlank = true;
      } else {
        state = byte === CR ? "start" : this.#stateAfter(state, byte);
        if (byte !== CR) this.#isBlank = false;
      }
    }
    this.#state = state;
    this.position += chunk.length;
  }

  /** Returns the state after a byte that is outside quotes and does not end a line. */
  #stateAfter(state: CellState, byte: number): CellState {
    if (state === "faulty") return "faulty";
    if (byte === this.#delimiter) return "start";
    if (state === "bare") return "bare";
    if (byte === QUOTE && state !== "closedThenSpace") return "quoted";
    if (state === "start") return byte === SPACE ? "start" : "bare";
    return byte === SPACE ? "closedThenSpace" : "faulty";
  }
}

async function* chunksOf(content: Blob): AsyncGenerator<Uint8Array> {
  const reader = content.stream().getReader();
  for (let step = await reader.read(); !step.done; step = await reader.read()) yield step.value;
}

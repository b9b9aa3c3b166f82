import { formatCount } from "@pdp/basics/wording";
import { curveText } from "../curves/curveText.ts";
import { contentReason } from "../detect/contentReason.ts";
import { describeHead, utf8Head } from "../detect/describeHead.ts";
import { type ContentKind, detectContent } from "../detect/detectContent.ts";
import { type DetectedEncoding, detectEncoding } from "../detect/detectEncoding.ts";
import type { Delimiter } from "../detect/detectLayout.ts";
import { type DecodedEncoding, NotInEncoding, TextDecoding } from "../detect/textDecoding.ts";
import { IgnoredColumns } from "../matchColumns.ts";
import type { FileFormat } from "../options/fileFormat.ts";
import { isSequenceFormat, type SequenceFormat } from "../options/fileFormat.ts";
import { proposeOptions } from "../options/fileOptions.ts";
import { openedPlates } from "../plates/openedPlates.ts";
import { plateOfFile } from "../plates/plateOfName.ts";
import { plateText } from "../plates/plateText.ts";
import { HEADER_LINE, sequenceText } from "../sequences/sequenceText.ts";
import type { Source } from "../source.ts";
import { hasBackslashQuotes } from "./hasBackslashQuotes.ts";
import { isRewritten, rewriteLines } from "./lineRewriter.ts";
import { LineLimiter, LineSkipper } from "./lineSkipper.ts";
import type { OpenedText, TextChunk } from "./openedText.ts";
import { delimiterOf } from "./proposeLayout.ts";
import { RowsBelow } from "./rowsBelow.ts";
import { UnreadableText } from "./unreadableText.ts";
import { Utf8Watch } from "./utf8Watch.ts";

/** Uncompressed bytes of a file, wherever they are stored. */
export interface TextBytes {
  /** First bytes; `isWhole` tells whether they are the complete file. */
  head: Buffer;
  isWhole: boolean;
  read(): AsyncGenerator<Buffer>;
  /** Yields the bytes like `OpenedText.chunks`; absent if they are compressed in the file. */
  pass?: ((signal?: AbortSignal) => AsyncGenerator<TextChunk>) | undefined;
}

/**
 * Opens bytes as text in the encoding stated in the options of their source. Throws UnreadableText if they are not valid text
 * in that encoding.
 */
export function openBytes(source: Source, { head, isWhole, read, pass }: TextBytes): OpenedText {
  const { format, table, reading = {} } = source;
  const content = detectContent(head);
  if (!mayHold(content, format)) throw new UnreadableText(contentReason(content, format, table));
  const decoding = decodingOf(source, detectEncoding(head));
  if (isSequenceFormat(format)) return openSequences(source, format, head, read, decoding);
  const skipped = (reading.header_row ?? 1) - 1;
  const last = reading.last_row;
  const notes: string[] = [];
  const lines = () => {
    const text = skip(decode(source, read(), decoding), skipped);
    return last === undefined ? text : firstLines(text, last - skipped, source, notes);
  };
  if (isRewritten(reading) && format !== "NDJSON") return openRewritten(source, lines, notes);
  if (reading.arrangement === "PLATES")
    return openedPlates(source, () => plateText(lines(), delimiterOf(source), plateOfFile(source.name)));
  if (reading.arrangement === "CURVES")
    return openedPlates(source, () => curveText(lines(), delimiterOf(source), reading.decimal));
  const passed = decoding === undefined && skipped === 0 && last === undefined ? pass : undefined;
  return {
    source,
    isPlain: passed !== undefined,
    describe: (names) => unlessUndecoded(() => describeHead(head, isWhole, names), decoding),
    hasBackslashQuotes: (delimiter) => {
      const text = unlessUndecoded(() => utf8Head(head, detectEncoding(head), isWhole), decoding);
      return text !== undefined && hasBackslashQuotes(text, isWhole, delimiter);
    },
    chunks: passed ?? ((signal) => marked(lines(), signal)),
    notes,
  };
}

/**
 * Tells whether content can be read as text of the format. FASTA and A3M can only be distinguished by examining part of the
 * file.
 */
function mayHold(content: ContentKind, format: FileFormat): boolean {
  if (content === "TEXT" || content === format) return true;
  const isFasta = (kind: string) => kind === "FASTA" || kind === "A3M";
  return (content === "JSON_LINES" && format === "NDJSON") || (isFasta(content) && isFasta(format));
}

/** Opens text with comments, without separators or without names as CSV text with names. */
function openRewritten(source: Source, lines: () => AsyncGenerator<Buffer>, notes: string[]): OpenedText {
  const {
    comments: _,
    header_rows: rows = 1,
    header_row: first = 1,
    last_row: _last,
    ...others
  } = source.reading ?? {};
  const { delimiter, ...withoutDelimiter } = others;
  const isSpaced = delimiter === " ";
  const separator = isSpaced ? "," : delimiterOf(source);
  let unread = { comments: 0, sequences: 0 };
  return {
    source: {
      ...source,
      ...(isSpaced && { format: "CSV" as const }),
      firstLine: rows === 0 ? first - 1 : first,
      reading: { ...(isSpaced ? withoutDelimiter : others), ...(rows > 1 && { header_rows: rows }) },
    },
    isPlain: false,
    describe: () => ({ content: "TEXT", encoding: "UTF-8", layout: undefined, plate: undefined }),
    hasBackslashQuotes: () => false,
    chunks: (signal) =>
      marked(
        rewriteLines(lines(), source.reading ?? {}, separator, ({ comments, sequences }) => {
          unread = { comments, sequences };
        }),
        signal,
      ),
    get notes() {
      const { comments, sequences } = unread;
      return [
        ...notes,
        ...(comments > 0 ? [formatCount(comments, "comment line")] : []),
        ...(sequences > 0 ? [`${formatCount(sequences, "line")} of sequences from "##FASTA" on`] : []),
      ];
    },
  };
}

/** Opens a sequence file as CSV text, ignoring columns that are not needed. */
function openSequences(
  source: Source,
  format: SequenceFormat,
  head: Buffer,
  read: TextBytes["read"],
  decoding: DecodedEncoding | undefined,
): OpenedText {
  const notes: string[] = [];
  const values = new Map<string, number>();
  const ignored = new IgnoredColumns(source.reading?.ignored_columns);
  const content = detectContent(head);
  const encoding = detectEncoding(head);
  async function* converted(): AsyncGenerator<Buffer> {
    const summary = yield* sequenceText(decode(source, read(), decoding), format, source.isCut ?? false);
    notes.splice(0, notes.length, ...summary.skipped);
    for (const [name, count] of summary.values) if (!ignored.has(name)) values.set(name, count);
  }
  return {
    source: { ...source, firstLine: HEADER_LINE, reading: { ...source.reading, ignored_columns: ["*"] } },
    isPlain: false,
    describe: () => ({ content, encoding, layout: undefined, plate: undefined }),
    hasBackslashQuotes: () => false,
    chunks: (signal) => marked(converted(), signal),
    notes,
    values,
  };
}

/** Returns how the text is decoded; undefined for UTF-8. Throws UnreadableText if it is in a different encoding. */
function decodingOf(
  { table, reading = {} }: Source,
  detected: DetectedEncoding,
): DecodedEncoding | undefined {
  const stated = reading.encoding ?? "UTF-8";
  const detectedGroup = detected.startsWith("UTF-16") ? "UTF-16" : detected;
  if (detected === "UTF-32") throw new UnreadableText("the file is UTF-32; save it as UTF-8 text");
  if (detectedGroup === "UTF-16" && stated !== "UTF-16") {
    const option = proposeOptions({ encoding: "UTF-16" }, table);
    throw new UnreadableText(`the file is UTF-16; ${option}, or save it as UTF-8 text`);
  }
  if (stated === "UTF-8") return undefined;
  if (stated === "UTF-16" && detectedGroup === "UTF-16") return detected as "UTF-16LE" | "UTF-16BE";
  if (stated === "WINDOWS-1252") return stated;
  throw new UnreadableText(wrongEncoding(detectedGroup, stated, table));
}

function wrongEncoding(detected: string, stated: string, table: string | undefined): string {
  const option = proposeOptions({ encoding: detected === "WINDOWS-1252" ? detected : "UTF-8" }, table);
  return `the file is ${detected}, not ${stated}; ${option}`;
}

async function* decode(
  { table }: Source,
  content: AsyncGenerator<Buffer>,
  encoding: DecodedEncoding | undefined,
): AsyncGenerator<Buffer> {
  if (encoding === undefined) {
    yield* content;
    return;
  }
  const decoding = new TextDecoding(encoding);
  const utf8 = encoding === "WINDOWS-1252" ? new Utf8Watch() : undefined;
  try {
    for await (const chunk of content) {
      utf8?.take(chunk);
      yield decoding.decode(chunk, false);
    }
    yield decoding.decode(Buffer.alloc(0), true);
  } catch (error) {
    throw asUnreadable(error, encoding);
  }
  if (utf8?.isCertain()) throw new UnreadableText(wrongEncoding("UTF-8", encoding, table));
}

/** Returns the result of reading text. Throws UnreadableText if the text is not in its stated encoding. */
function unlessUndecoded<Result>(read: () => Result, encoding: DecodedEncoding | undefined): Result {
  try {
    return read();
  } catch (error) {
    throw asUnreadable(error, encoding);
  }
}

/** Returns the reason why text is not in its stated encoding; returns any other error unchanged. */
function asUnreadable(error: unknown, encoding: DecodedEncoding | undefined): unknown {
  if (!(error instanceof NotInEncoding)) return error;
  return new UnreadableText(`the text is not ${encoding?.slice(0, 6)}: ${error.message}`);
}

async function* skip(content: AsyncGenerator<Buffer>, lines: number): AsyncGenerator<Buffer> {
  const skipper = new LineSkipper(lines);
  for await (const chunk of content) yield skipper.take(chunk);
  if (skipper.isDone) return;
  const lineCount = `the file has ${skipper.lines.toLocaleString("en-US")} lines or fewer`;
  throw new UnreadableText(`${lineCount}; its header cannot be in line ${lines + 1} ("header_row")`);
}

/** Yields the first lines, and counts how many rows of the table are below them. */
async function* firstLines(
  content: AsyncGenerator<Buffer>,
  lines: number,
  source: Source,
  notes: string[],
): AsyncGenerator<Buffer> {
  const limiter = new LineLimiter(lines);
  const below = new RowsBelow(delimiterOf(source) as Delimiter);
  for await (const chunk of content) {
    const first = limiter.take(chunk);
    below.takeTable(first);
    below.takeBelow(chunk.subarray(first.length));
    if (first.length > 0) yield first;
  }
  const count = below.end();
  const { last_row: last } = source.reading ?? {};
  const note = `${formatCount(count, "row")} below line ${last}; if they belong to the table, load this file with a different "last_row"`;
  notes.splice(0, notes.length, ...(count > 0 ? [note] : []));
}

/** Marks the last chunk, and skips empty chunks. */
async function* marked(content: AsyncGenerator<Buffer>, signal?: AbortSignal): AsyncGenerator<TextChunk> {
  let last: Buffer = Buffer.alloc(0);
  for await (const chunk of content) {
    signal?.throwIfAborted();
    if (chunk.length === 0) continue;
    if (last.length > 0) yield { chunk: last, final: false };
    last = chunk;
  }
  yield { chunk: last, final: true };
}

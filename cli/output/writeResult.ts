import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { extname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { checkedArrow } from "#client/arrowStream.ts";
import { IncompleteResult } from "#client/errors.ts";
import type { ResultFormat } from "#client/workspace.ts";
import { UsageError } from "../errors.ts";
import { readCsv } from "./csvReader.ts";
import { tsvText } from "./tsvText.ts";

/** Result formats: those of the service, and two that the client converts. */
export type OutputFormat = ResultFormat | "TSV" | "JSON";

const EXTENSIONS: Record<string, OutputFormat> = {
  csv: "CSV",
  tsv: "TSV",
  txt: "TSV",
  json: "JSON",
  ndjson: "NDJSON",
  jsonl: "NDJSON",
  parquet: "PARQUET",
  xlsx: "XLSX",
  arrow: "ARROW",
  arrows: "ARROW",
};

const LINE_FEED = 0x0a;
const BROKEN_OFF = "The result is incomplete. Run the command again.";

/** Returns the format specified by an option or by a file extension; null if neither specifies one. */
export function outputFormat(stated: string | undefined, file: string | undefined): OutputFormat | null {
  const word = stated ?? (file === undefined ? undefined : extname(file).slice(1));
  if (word === undefined) return null;
  const format = EXTENSIONS[word.toLowerCase()];
  if (format) return format;
  const known = "csv, tsv, json, ndjson, parquet, xlsx and arrow";
  throw new UsageError(`"${word}" is not a result format; use ${known}.`);
}

/** Returns the format to request from the service. */
export function servedFormat(format: OutputFormat): ResultFormat {
  if (format === "TSV") return "CSV";
  return format === "JSON" ? "NDJSON" : format;
}

/** Writes a result to stdout, or to a file that appears only when it is complete. */
export async function writeResult(
  stream: ReadableStream<Uint8Array>,
  format: OutputFormat,
  file: string | undefined,
): Promise<void> {
  const parts = Readable.from(converted(stream, format), { objectMode: false });
  if (file === undefined) {
    await complete(async () => {
      for await (const part of parts) {
        if (!process.stdout.write(part))
          await new Promise((resolve) => process.stdout.once("drain", resolve));
      }
    });
    return;
  }
  const draft = `${file}.part`;
  try {
    await complete(() => pipeline(parts, createWriteStream(draft)));
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}

async function complete(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new IncompleteResult(BROKEN_OFF);
  }
}

/** Passes text through. Rejects with `IncompleteResult` if it does not end with a line ending. */
async function* wholeLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  let last: number | undefined;
  for await (const part of stream) {
    last = part.at(-1) ?? last;
    yield part;
  }
  if (last !== undefined && last !== LINE_FEED) throw new IncompleteResult(BROKEN_OFF);
}

async function* converted(
  stream: ReadableStream<Uint8Array>,
  format: OutputFormat,
): AsyncGenerator<Uint8Array | string> {
  if (format === "TSV") {
    for await (const record of readCsv(wholeLines(stream))) yield tsvText([record.map((cell) => cell ?? "")]);
  } else if (format === "JSON") yield* jsonArray(wholeLines(stream));
  else if (format === "ARROW") yield* checkedArrow(stream);
  else yield* stream;
}

/** Joins NDJSON lines into an array. Numbers keep their notation. */
async function* jsonArray(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  let before = "[\n";
  for await (const bytes of stream) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      yield before + line;
      before = ",\n";
    }
  }
  yield before === "[\n" ? "[]\n" : "\n]\n";
}

import type { Table } from "@uwdata/flechette";
import { IncompleteResult } from "./errors.ts";
import { exactTable } from "./exactTable.ts";

/** First four bytes of each message in an Arrow IPC stream. */
const CONTINUATION = 0xffffffff;
const PREFIX_BYTES = 8;
/** Marker at the end of a stream. */
const END = new Uint8Array([0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]);
/** `MessageHeader` of the Arrow format: dictionaries precede the batches that use them. */
const DICTIONARY_BATCH = 2;

const BROKEN_OFF = "The result is incomplete because the response was cut off.";

interface Message {
  bytes: Uint8Array;
  kind: number;
}

/**
 * Reads an Arrow IPC stream batch by batch; each batch is a table with the common schema (`exactTable`). Rejects with
 * `IncompleteResult` if the stream ends without its end marker.
 */
export async function* readBatches(stream: ReadableStream<Uint8Array>): AsyncGenerator<Table> {
  let schema: Uint8Array | undefined;
  let dictionaries: Uint8Array[] = [];
  for await (const { bytes, kind } of readMessages(stream)) {
    if (schema === undefined) schema = bytes;
    else if (kind === DICTIONARY_BATCH) dictionaries = [...dictionaries, bytes];
    else yield exactTable([schema, ...dictionaries, bytes]);
  }
  if (schema === undefined) throw new IncompleteResult("The result has no schema.");
}

/** Reads an entire Arrow IPC stream. Rejects with `IncompleteResult` if it ends without its end marker. */
export async function readBytes(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const { bytes } of readMessages(stream)) parts.push(bytes);
  parts.push(END);
  return joined(parts);
}

/** Passes an Arrow IPC stream through, message by message. Rejects with `IncompleteResult` if it ends without its end marker. */
export async function* checkedArrow(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const { bytes } of readMessages(stream)) yield bytes;
  yield END;
}

async function* readMessages(stream: ReadableStream<Uint8Array>): AsyncGenerator<Message> {
  const reader = new ByteReader(stream);
  try {
    for (;;) {
      const prefix = await reader.take(PREFIX_BYTES);
      const view = new DataView(prefix.buffer, prefix.byteOffset);
      const length = view.getInt32(4, true);
      if (view.getUint32(0, true) !== CONTINUATION) throw new Error("The response is not an Arrow stream.");
      if (length === 0) return;
      const metadata = await reader.take(length);
      const { kind, bodyLength } = describeMessage(metadata);
      yield { bytes: joined([prefix, metadata, await reader.take(bodyLength)]), kind };
    }
  } finally {
    await reader.cancel();
  }
}

/** Reads the two fields of a `Message` flatbuffer that specify its type and body length. */
function describeMessage(metadata: Uint8Array): { kind: number; bodyLength: number } {
  const view = new DataView(metadata.buffer, metadata.byteOffset, metadata.byteLength);
  const table = view.getInt32(0, true);
  const fields = table - view.getInt32(table, true);
  const at = (index: number) => {
    const slot = 4 + 2 * index;
    const offset = slot < view.getUint16(fields, true) ? view.getUint16(fields + slot, true) : 0;
    return offset === 0 ? null : table + offset;
  };
  const [kind, body] = [at(1), at(3)];
  return {
    kind: kind === null ? 0 : view.getUint8(kind),
    bodyLength: body === null ? 0 : Number(view.getBigInt64(body, true)),
  };
}

/** Rejects with `IncompleteResult` if the connection breaks, which `fetch` reports as a TypeError. */
function brokenOff(error: unknown): never {
  throw error instanceof TypeError ? new IncompleteResult(BROKEN_OFF, { cause: error }) : error;
}

/** Reads an exact number of bytes from a stream. */
class ByteReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #parts: Uint8Array[] = [];
  #size = 0;

  constructor(stream: ReadableStream<Uint8Array>) {
    this.#reader = stream.getReader();
  }

  async take(size: number): Promise<Uint8Array> {
    while (this.#size < size) {
      const { value, done } = await this.#reader.read().catch(brokenOff);
      if (done) throw new IncompleteResult(BROKEN_OFF);
      this.#parts.push(value);
      this.#size += value.byteLength;
    }
    const all = this.#parts.length === 1 ? (this.#parts[0] ?? new Uint8Array()) : joined(this.#parts);
    const rest = all.subarray(size);
    this.#parts = rest.byteLength > 0 ? [rest] : [];
    this.#size = rest.byteLength;
    return all.subarray(0, size);
  }

  async cancel(): Promise<void> {
    // After a stream has failed, further reads reject with the same error.
    await this.#reader.cancel().catch(() => undefined);
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const size = parts.reduce((sum, part) => sum + part.byteLength, 0);
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.byteLength;
  }
  return all;
}

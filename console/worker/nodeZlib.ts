/** Browser replacement for `node:zlib` that provides only what is needed to read a workbook. */
export const constants = {};

const PIECE_BYTES = 1 << 16;
const CRC_POLYNOMIAL = 0xedb88320;
const CRC_OF_BYTE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? CRC_POLYNOMIAL : 0);
  return sum;
});

/** Never called: the names in an archive are sufficient to determine its contents. */
export function inflateRawSync(): never {
  throw new Error("Only the service reads the parts of archives");
}

/** Returns the CRC-32 of bytes that continue data with the checksum `before`. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let sum = ~before;
  for (const byte of bytes) sum = (sum >>> 8) ^ (CRC_OF_BYTE[(sum ^ byte) & 0xff] as number);
  return ~sum >>> 0;
}

/** Inflates the bytes passed to `end`; errors occur on reading. */
export function createInflateRaw(): {
  end(data: Uint8Array<ArrayBuffer>): void;
  destroy(): void;
  [Symbol.asyncIterator](): AsyncGenerator<Buffer>;
} {
  const { readable, writable } = new DecompressionStream("deflate-raw");
  const reader = readable.getReader();
  return {
    end: (data) => void write(writable, data),
    destroy: () => void reader.cancel().catch(() => undefined),
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        yield Buffer.from(value.buffer, value.byteOffset, value.byteLength);
      }
    },
  };
}

/** Writes bytes as fast as they are read. Corrupt bytes cause an error in the reader. */
async function write(writable: WritableStream<BufferSource>, data: Uint8Array<ArrayBuffer>): Promise<void> {
  const writer = writable.getWriter();
  try {
    for (let at = 0; at < data.length; at += PIECE_BYTES)
      await writer.write(data.subarray(at, at + PIECE_BYTES));
    await writer.close();
  } catch {
    // The reader receives the same error.
  }
}

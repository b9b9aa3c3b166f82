import type { FileHandle } from "node:fs/promises";

const CHUNK_BYTES = 1024 * 1024;
const LINE_FEED = 0x0a;

/**
 * Visits each line (without its line feed) with its offset in the file, a chunk at a time.
 * Returns where the last line feed ends: what follows it was never written whole.
 */
export async function scanLines(
  file: FileHandle,
  visit: (line: Buffer, offset: number) => void,
): Promise<number> {
  let base = 0;
  let rest: Buffer = Buffer.alloc(0);
  for (;;) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, base + rest.length);
    if (bytesRead === 0) return base;
    const data = Buffer.concat([rest, chunk.subarray(0, bytesRead)]);
    let start = 0;
    for (let end = data.indexOf(LINE_FEED); end >= 0; end = data.indexOf(LINE_FEED, start)) {
      visit(data.subarray(start, end), base + start);
      start = end + 1;
    }
    base += start;
    rest = data.subarray(start);
  }
}

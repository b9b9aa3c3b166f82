import { open } from "node:fs/promises";

const CHUNK_BYTES = 1 << 20;

/**
 * Yields a file's bytes in order, in at least one chunk; the last one is marked. Throws the signal's reason when it
 * aborts.
 */
export async function* fileChunks(
  path: string,
  signal?: AbortSignal,
): AsyncGenerator<{ chunk: Buffer; final: boolean }> {
  await using file = await open(path);
  const { size } = await file.stat();
  let position = 0;
  for (;;) {
    signal?.throwIfAborted();
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size - position));
    const { bytesRead } = await file.read(chunk, 0, chunk.length, position);
    position += bytesRead;
    const final = position >= size || bytesRead === 0;
    yield { chunk: bytesRead === chunk.length ? chunk : chunk.subarray(0, bytesRead), final };
    if (final) return;
  }
}

import { type FileHandle, open } from "node:fs/promises";

const CHUNK_BYTES = 1 << 20;

interface FileChunk {
  chunk: Buffer;
  final: boolean;
}

interface PassingChunk extends FileChunk {
  /** Share of the file up to the end of the chunk, from 0 to 1. */
  share: number;
}

/**
 * Yields a file's bytes in order, in at least one chunk; the last one is marked. Throws the signal's reason when aborted.
 */
export async function* fileChunks(path: string, signal?: AbortSignal): AsyncGenerator<FileChunk> {
  for await (const { chunk, final } of passingChunks(path, signal))
    yield { chunk: Buffer.from(chunk), final };
}

/**
 * Yields the same chunks as `fileChunks` without allocating memory for each one: a chunk is only valid until the next one is
 * requested. The next chunk is read in the meantime.
 */
export async function* passingChunks(path: string, signal?: AbortSignal): AsyncGenerator<PassingChunk> {
  await using file = await open(path);
  const { size } = await file.stat();
  const length = Math.min(CHUNK_BYTES, size);
  let [free, other] = [Buffer.allocUnsafe(length), Buffer.allocUnsafe(size > length ? length : 0)];
  let position = 0;
  let next = readChunk(file, free, position, size);
  for (;;) {
    signal?.throwIfAborted();
    const current = await next;
    position += current.chunk.length;
    [free, other] = [other, free];
    if (!current.final) {
      next = readChunk(file, free, position, size);
      next.catch(() => undefined); // awaited in the next iteration, unless no more is requested
    }
    yield { ...current, share: position / Math.max(size, 1) };
    if (current.final) return;
  }
}

async function readChunk(
  file: FileHandle,
  buffer: Buffer,
  position: number,
  size: number,
): Promise<FileChunk> {
  const wanted = Math.min(buffer.length, size - position);
  const { bytesRead } = await file.read(buffer, 0, wanted, position);
  const final = bytesRead === 0 || position + bytesRead >= size;
  return { chunk: buffer.subarray(0, bytesRead), final };
}

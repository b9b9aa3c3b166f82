import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { SpooledStream, SpoolSpace } from "#local/workers/spooledStream.ts";

const FAR_OFF_MS = 1_000_000;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "spools-"));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

interface Source extends AsyncIterableIterator<Uint8Array> {
  /** Number of parts that were consumed. */
  taken: () => number;
  isOver: () => boolean;
}

/** Result in 10-byte parts that may fail after its last part. */
function sourceOf(parts: number, failure?: Error): Source {
  let taken = 0;
  let isOver = false;
  const source: Source = {
    next: async () => {
      if (taken < parts && !isOver) {
        taken += 1;
        return { done: false, value: Buffer.alloc(10, taken) };
      }
      isOver = true;
      if (failure) throw failure;
      return { done: true, value: undefined };
    },
    return: async () => {
      isOver = true;
      return { done: true, value: undefined };
    },
    taken: () => taken,
    isOver: () => isOver,
    [Symbol.asyncIterator]: () => source,
  };
  return source;
}

function spooled(source: Source, { space = new SpoolSpace(1_000_000), stallMs = FAR_OFF_MS } = {}) {
  const left = new AbortController();
  const stream = new SpooledStream(source, {
    folder: async () => folder,
    space,
    stallMs,
    signal: left.signal,
    giveWay: () => null,
  });
  return { stream, left, space };
}

async function rest(stream: SpooledStream): Promise<number[]> {
  const bytes: number[] = [];
  for await (const part of stream) bytes.push(...part);
  return bytes;
}

const expected = (parts: number): number[] =>
  Array.from({ length: parts }, (_, index) => Array<number>(10).fill(index + 1)).flat();

describe("an unread result", () => {
  it("an unread result is stored completely, and the reader later gets every byte in order", async () => {
    const source = sourceOf(50);
    const { stream } = spooled(source, { stallMs: 1 });
    const { value: first } = await stream.next();
    await vi.waitUntil(source.isOver);
    expect([...(first as Uint8Array), ...(await rest(stream))]).toEqual(expected(50));
  });

  it("a stored result leaves no file in the folder, even while it is being stored", async () => {
    const source = sourceOf(50);
    const { stream } = spooled(source);
    stream.store();
    await vi.waitUntil(source.isOver);
    expect(await readdir(folder)).toEqual([]);
    await rest(stream);
  });

  it("a result is not stored while its reader waits for the work, and is never stored twice", async () => {
    const source = sourceOf(3);
    const { stream } = spooled(source);
    const waiting = stream.next();
    expect(stream.store()).toBe(false);
    await waiting;
    expect(stream.store()).toBe(true);
    expect(stream.store()).toBe(false);
    await rest(stream);
  });

  it("a stored result ends with the original error after the preceding bytes", async () => {
    const { stream } = spooled(sourceOf(2, new Error("the engine failed")));
    stream.store();
    expect((await stream.next()).value).toBeDefined();
    await expect(rest(stream)).rejects.toThrow("the engine failed");
  });

  it("a stored result is truncated beyond its workspace's limit for unread results", async () => {
    const source = sourceOf(50);
    const { stream, space } = spooled(source, { space: new SpoolSpace(95) });
    stream.store();
    await vi.waitUntil(source.isOver);
    await expect(rest(stream)).rejects.toMatchObject({
      code: "too_many_requests",
      message: expect.stringContaining("exceed their disk space limit"),
    });
    // The space is available again for the next result.
    await vi.waitUntil(() => space.take(95));
  });

  it("a stored result releases its space when the reader disconnects", async () => {
    const source = sourceOf(9);
    const { stream, left, space } = spooled(source, { space: new SpoolSpace(90) });
    stream.store();
    await vi.waitUntil(source.isOver);
    expect(space.take(90)).toBe(false);
    left.abort();
    await vi.waitUntil(() => space.take(90));
    expect(await rest(stream)).toEqual([]);
  });

  it("a stored result has the same bytes regardless of when its reader pauses", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 30 }),
        fc.integer({ min: 0, max: 31 }),
        fc.boolean(),
        async (parts, before, waitsForEnd) => {
          const source = sourceOf(parts);
          const { stream } = spooled(source);
          const bytes: number[] = [];
          for (let count = 0; count < before; count += 1) {
            const { done, value } = await stream.next();
            if (!done) bytes.push(...value);
          }
          stream.store();
          if (waitsForEnd && before <= parts) await vi.waitUntil(source.isOver);
          expect([...bytes, ...(await rest(stream))]).toEqual(expected(parts));
        },
      ),
      { numRuns: 50, seed: 37 },
    );
  });
});

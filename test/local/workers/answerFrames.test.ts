import { PassThrough } from "node:stream";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FrameReader, FrameType, writeFrame } from "#local/workers/answerFrames.ts";

const types = fc.constantFrom(...Object.values(FrameType));
const frames = fc.array(fc.record({ type: types, payload: fc.uint8Array({ maxLength: 300 }) }), {
  maxLength: 20,
});

/** Bytes of frames, as written to the connection. */
async function writeFrames(all: { type: FrameType; payload: Uint8Array }[]): Promise<Buffer> {
  const pipe = new PassThrough({ highWaterMark: 1 << 20 });
  for (const { type, payload } of all) await writeFrame(pipe, type, payload);
  return (pipe.read() as Buffer | null) ?? Buffer.alloc(0);
}

/** Returns the frames that a reader finds in bytes that arrive in pieces. Parts of one DATA frame are concatenated. */
async function readBack(bytes: Buffer, size: number): Promise<{ type: FrameType; payload: Buffer }[]> {
  const pipe = new PassThrough();
  const reader = new FrameReader(pipe);
  void (async () => {
    for (let at = 0; at < bytes.length; at += size) {
      pipe.write(bytes.subarray(at, at + size));
      await new Promise((resolve) => setImmediate(resolve));
    }
    pipe.end();
  })();
  const found: { type: FrameType; payload: Buffer }[] = [];
  for (let frame = await reader.next(); frame; frame = await reader.next()) found.push(frame);
  return found;
}

const dataOf = (all: { type: FrameType; payload: Uint8Array }[]): Buffer =>
  Buffer.concat(all.filter(({ type }) => type === FrameType.DATA).map(({ payload }) => payload));
const othersOf = (all: { type: FrameType; payload: Uint8Array }[]): [FrameType, string][] =>
  all
    .filter(({ type }) => type !== FrameType.DATA)
    .map(({ type, payload }) => [type, Buffer.from(payload).toString("hex")]);

describe("frames of a worker's response", () => {
  it("frames arrive as written, however the pipe splits them", async () => {
    await fc.assert(
      fc.asyncProperty(frames, fc.integer({ min: 1, max: 70 }), async (all, size) => {
        const found = await readBack(await writeFrames(all), size);
        expect(othersOf(found)).toEqual(othersOf(all));
        expect(dataOf(found).equals(dataOf(all))).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it("frames end with null when the other process exits, even within a frame", async () => {
    const bytes = await writeFrames([{ type: FrameType.OUTPUT, payload: Buffer.from("[1,2,3]") }]);
    expect(await readBack(bytes.subarray(0, bytes.length - 2), 100)).toEqual([]);
  });
});

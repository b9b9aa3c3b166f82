import { appendFile, mkdtemp, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { RecordLog } from "#infra/local/states/recordLog.ts";

const SEED = 20_261_121;
const MEGABYTE = 1024 * 1024;
let directory = "";
let path = "";

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "journal-"));
  path = join(directory, "journal.log");
});
afterEach(() => rm(directory, { recursive: true, force: true }));

async function withLog<T>(work: (log: RecordLog<number>) => Promise<T>): Promise<T> {
  const log = await RecordLog.open<number>(directory);
  try {
    return await work(log);
  } finally {
    await log.close();
  }
}

/** Keys, heads and bodies, as the log gives them. */
async function contents(log: RecordLog<number>): Promise<Record<string, [head: number, body: unknown]>> {
  const found: Record<string, [number, unknown]> = {};
  for (const [key, head] of [...log.heads("")]) found[key] = [head, await log.get(key)];
  return found;
}

describe("a journal", () => {
  test("gives the last record of each key, before and after it is opened again", async () => {
    const expected = { a: [2, "two"], "tab\t and\nline": [3, { text: "\t\n\u2028é" }] };
    await withLog(async (log) => {
      await Promise.all([log.put("a", 1, "one"), log.put("a", 2, "two")]);
      await log.put("tab\t and\nline", 3, { text: "\t\n\u2028é" });
      expect(await contents(log)).toEqual(expected);
    });
    await withLog(async (log) => {
      expect(await contents(log)).toEqual(expected);
      expect(log.has("b")).toBe(false);
      expect(await log.get("b")).toBeUndefined();
    });
  });

  test("takes records after a torn line, and loses only that one", async () => {
    await withLog((log) => log.put("a", 1, "one"));
    await appendFile(path, '0123abcd {"key":"torn"');
    await withLog((log) => log.put("b", 2, "two"));
    await withLog(async (log) => expect(await contents(log)).toEqual({ a: [1, "one"], b: [2, "two"] }));
  });

  test("loses no acknowledged record when the file is cut off anywhere behind it", async () => {
    const ends: number[] = [];
    const bodies = Array.from({ length: 12 }, (_, index) => ({ index, text: "é".repeat(index * 7) }));
    for (const [index, body] of bodies.entries()) {
      await withLog((log) => log.put(`key-${index}`, index, body));
      ends.push((await stat(path)).size);
    }
    const whole = await readFile(path);
    const cut = fc.integer({ min: 0, max: whole.length });
    const tail = fc.oneof(fc.uint8Array({ maxLength: 60 }), fc.constant(new Uint8Array(4096)));
    await fc.assert(
      fc.asyncProperty(cut, tail, async (length, garbage) => {
        await writeFile(path, Buffer.concat([whole.subarray(0, length), garbage]));
        const kept = ends.filter((end) => end <= length).length;
        await withLog(async (log) => {
          for (let index = 0; index < kept; index++)
            expect(await log.get(`key-${index}`)).toEqual(bodies[index]);
          await log.put("next", 99, "next");
        });
        await withLog(async (log) => {
          for (let index = 0; index < kept; index++) expect(log.head(`key-${index}`)).toBe(index);
          expect(await log.get("next")).toBe("next");
        });
      }),
      { seed: SEED, numRuns: 100 },
    );
  });

  test("leaves out damaged lines wherever they are, and reads all others", async () => {
    await withLog(async (log) => {
      for (let index = 0; index < 8; index++)
        await log.put(`key-${index}`, index, { index, text: "x".repeat(40) });
    });
    const whole = await readFile(path);
    const flips = fc.array(
      fc.tuple(fc.integer({ min: 0, max: whole.length - 1 }), fc.integer({ min: 1, max: 255 })),
      {
        minLength: 1,
        maxLength: 3,
      },
    );
    await fc.assert(
      fc.asyncProperty(flips, async (damage) => {
        const bytes = Buffer.from(whole);
        for (const [at, bits] of damage) bytes[at] = (bytes[at] as number) ^ bits;
        await writeFile(path, bytes);
        const untouched = lineNumbers(whole).filter((lines) => !lines.some((at) => bytes[at] !== whole[at]));
        await withLog(async (log) => {
          for (const [key, [head, body]] of Object.entries(await contents(log))) {
            expect(key).toBe(`key-${head}`);
            expect(body).toEqual({ index: head, text: "x".repeat(40) });
          }
          expect([...log.heads("")].length).toBeGreaterThanOrEqual(untouched.length - damage.length);
        });
      }),
      { seed: SEED, numRuns: 100 },
    );
  });

  test("starts empty from any bytes that are no journal", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
        await writeFile(path, bytes);
        await withLog(async (log) => expect([...log.heads("")]).toEqual([]));
      }),
      { seed: SEED, numRuns: 100 },
    );
  });

  test("is rewritten when most of it is superseded, while it is read and written", async () => {
    const body = "x".repeat(100_000);
    await withLog(async (log) => {
      await log.put("kept", 1, "kept");
      for (let round = 0; round < 120; round++) {
        const [kept] = await Promise.all([
          log.get("kept"),
          log.put("busy", round, body + round),
          log.put(`n-${round}`, round, round),
        ]);
        expect(kept).toBe("kept");
      }
      expect(await log.get("busy")).toBe(`${body}119`);
    });
    expect((await stat(path)).size).toBeLessThan(6 * MEGABYTE);
    await withLog(async (log) => {
      expect(await log.get("kept")).toBe("kept");
      expect(await log.get("busy")).toBe(`${body}119`);
      for (let round = 0; round < 120; round++) expect(await log.get(`n-${round}`)).toBe(round);
    });
  });

  test("reads records that are larger than what it reads at once", async () => {
    const large = "é".repeat(3 * MEGABYTE);
    await withLog(async (log) => {
      await log.put("large", 1, large);
      await log.put("small", 2, "small");
    });
    await withLog(async (log) => {
      expect(await log.get("large")).toBe(large);
      expect(await log.get("small")).toBe("small");
    });
  });

  test("that was cut off within its zeros goes on where its records end", async () => {
    await withLog((log) => log.put("a", 1, "one"));
    await truncate(path, (await stat(path)).size + 5000);
    await withLog((log) => log.put("b", 2, "two"));
    await withLog(async (log) => expect(await contents(log)).toEqual({ a: [1, "one"], b: [2, "two"] }));
  });

  test("takes nothing once it is closed", async () => {
    const log = await RecordLog.open<number>(directory);
    await log.close();
    await expect(log.put("a", 1, "one")).rejects.toThrow("closed");
  });
});

/** The positions of the bytes of each line. */
function lineNumbers(bytes: Buffer): number[][] {
  const lines: number[][] = [[]];
  for (const [at, byte] of bytes.entries()) {
    lines.at(-1)?.push(at);
    if (byte === 0x0a) lines.push([]);
  }
  return lines.filter((line) => line.length > 0);
}

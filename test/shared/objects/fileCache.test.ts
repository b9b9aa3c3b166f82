import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FileCache, type LeasedFile, type SizedContent } from "#shared/objects/fileCache.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "file-cache-"));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** Ten-byte objects that start with their name, and the number of times that each was fetched. */
function source() {
  const fetched: string[] = [];
  const open = (name: string) => async (): Promise<SizedContent> => {
    fetched.push(name);
    const content = name.padEnd(10, ".");
    return { size: content.length, body: Readable.from([Buffer.from(content)]) };
  };
  return { fetched, open };
}

async function holdAndRelease(
  cache: FileCache,
  name: string,
  open: () => Promise<SizedContent>,
): Promise<void> {
  await (await cache.hold(name, open)).release();
}

describe("cached files", () => {
  it("files are fetched once, and the least recently used files are evicted first", async () => {
    const cache = new FileCache(folder, 30);
    const { fetched, open } = source();
    for (const name of ["a", "b", "c", "a", "d"]) await holdAndRelease(cache, name, open(name));
    expect(fetched).toEqual(["a", "b", "c", "d"]);
    expect(await readdir(folder)).toHaveLength(3);
    for (const name of ["a", "c", "d", "b"]) await holdAndRelease(cache, name, open(name));
    expect(fetched.slice(4)).toEqual(["b"]);
  });

  it("an erasure removes the files of one workspace, including files in use once they are released", async () => {
    const cache = new FileCache(folder, 1_000);
    const { fetched, open } = source();
    const held = await cache.hold("1/a", open("1/a"));
    for (const name of ["1/b", "2/a"]) await holdAndRelease(cache, name, open(name));
    await cache.forget("1/", Date.now() + 1);
    expect(await readdir(folder)).toHaveLength(2);
    expect((await readFile(held.path, "utf8")).slice(0, 3)).toBe("1/a");
    await held.release();
    expect(await readdir(folder)).toHaveLength(1);
    await holdAndRelease(cache, "1/a", open("1/a"));
    expect(fetched).toEqual(["1/a", "1/b", "2/a", "1/a"]);
    // Data fetched after the erasure remains.
    await cache.forget("1/", 0);
    expect(cache.names().toSorted()).toEqual(["1/a", "2/a"]);
  });

  it("files in use are kept, even beyond the limit", async () => {
    const cache = new FileCache(folder, 10);
    const { open } = source();
    const held = await Promise.all(["a", "b", "a", "c"].map((name) => cache.hold(name, open(name))));
    const contents = held.map(({ path }) => readFile(path, "utf8"));
    expect((await Promise.all(contents)).map(([first]) => first)).toEqual(["a", "b", "a", "c"]);
    expect(cache.bytes).toBe(30);
    await held[0]?.release();
    await held[0]?.release();
    expect(await readFile(held[2]?.path ?? "", "utf8")).toBe("a.........");
    for (const file of held) await file.release();
    expect(await readdir(folder)).toHaveLength(1);
    expect(cache.bytes).toBe(10);
  });

  it("concurrent requests for a file share one fetch", async () => {
    const cache = new FileCache(folder, 0);
    const { fetched, open } = source();
    const held = await Promise.all(Array.from({ length: 5 }, () => cache.hold("a", open("a"))));
    expect(new Set(held.map(({ path }) => path)).size).toBe(1);
    expect(fetched).toEqual(["a"]);
    await Promise.all(held.map((file) => file.release()));
    expect(await readdir(folder)).toEqual([]);
  });

  it("a failed fetch leaves nothing behind, and a later fetch may succeed", async () => {
    const cache = new FileCache(folder, 100);
    const broken = async (): Promise<SizedContent> => ({
      size: 10,
      body: Readable.from(
        (async function* () {
          yield Buffer.from("half ");
          throw new Error("cut off");
        })(),
      ),
    });
    const refused = (): Promise<SizedContent> => {
      throw new Error("refused");
    };
    const outcomes = await Promise.allSettled([cache.hold("a", broken), cache.hold("a", broken)]);
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    await expect(cache.hold("a", refused)).rejects.toThrow("refused");
    expect([cache.bytes, await readdir(folder)]).toEqual([0, []]);
    const file = await cache.hold("a", source().open("a"));
    expect(await readFile(file.path, "utf8")).toBe("a.........");
  });

  it("the limit holds for any order of use and release", async () => {
    const steps = fc.array(fc.tuple(fc.constantFrom(..."abcdefgh"), fc.boolean()), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 0, max: 60 }), async (order, most) => {
        const place = await mkdtemp(join(folder, "run-"));
        const cache = new FileCache(place, most);
        const { open } = source();
        const held: [name: string, file: LeasedFile][] = [];
        const work = order.map(async ([name, stays]) => {
          const file = await cache.hold(name, open(name));
          if (stays) held.push([name, file]);
          else await file.release();
        });
        await Promise.all(work);
        for (const [name, { path }] of held) expect(await readFile(path, "utf8")).toBe(name.padEnd(10, "."));
        const names = new Set(held.map(([name]) => name));
        expect(cache.bytes).toBeLessThanOrEqual(Math.max(most, names.size * 10));
        await Promise.all(held.map(([, file]) => file.release()));
        expect(cache.bytes).toBeLessThanOrEqual(most);
        expect((await readdir(place)).length * 10).toBe(cache.bytes);
      }),
      { seed: 7, numRuns: 60 },
    );
  });
});

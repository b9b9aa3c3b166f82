import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { onDuckDb } from "../../bench/peers/onDuckDb.ts";
import { onLake } from "../../bench/peers/onLake.ts";
import { rowOfLargeLoad, STEPS, type StoryFiles, writeStory } from "../../bench/peers/story.ts";

let folder: string;
let story: StoryFiles;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "peers-"));
  story = await writeStory(folder, 2, 30, 2);
});
afterAll(() => rm(folder, { recursive: true }));

describe("the peer comparison story", () => {
  it("the story uses files with consecutive ids and requests a row from the large load", async () => {
    const ids: number[] = [];
    for (const path of [...story.small, ...story.large]) {
      const [, ...lines] = (await readFile(path, "utf8")).trim().split("\n");
      ids.push(...lines.map((line) => Number(line.split(",")[0])));
    }
    expect(ids).toEqual(Array.from({ length: 2_030 }, (_, index) => index));
    expect((await readFile(story.large[0] ?? "", "utf8")).split("\n")).toContainEqual(
      expect.stringMatching(new RegExp(`^${rowOfLargeLoad(story)},`)),
    );
  });

  it("the story measures a time for each step on DuckDB", async () => {
    const path = join(folder, "duckdb");
    await mkdir(path);
    const times = await onDuckDb(story, path);
    expect(Object.keys(times).toSorted()).toEqual(Object.keys(STEPS).toSorted());
    for (const time of Object.values(times)) expect(time).toBeGreaterThan(0);
  });

  it("the story is skipped for a table format if its Python package is missing", async () => {
    const before = process.env.BENCH_PYTHON;
    process.env.BENCH_PYTHON = join(folder, "no-python");
    try {
      expect(await onLake("Delta", story, folder)).toEqual({
        skipped: `no program ${join(folder, "no-python")}`,
      });
    } finally {
      if (before === undefined) delete process.env.BENCH_PYTHON;
      else process.env.BENCH_PYTHON = before;
    }
  });
});

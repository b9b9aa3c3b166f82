import { join } from "node:path";
import type { TableColumn } from "../support/benchLab.ts";
import { inTurns, measureTime } from "../support/inTurns.ts";
import { withRawDuckDb } from "../support/rawDuckDb.ts";

export const TABLE = "measurements";
export const COLUMNS: readonly TableColumn[] = [
  { name: "id", type: "INT64" },
  { name: "mutations", type: "STRING" },
  { name: "fitness", type: "FLOAT64" },
  { name: "plate", type: "STRING" },
];
const SMALL_ROWS = 1_000;

/** Files of a story: small loads one at a time, then a large load with several files. */
export interface StoryFiles {
  small: string[];
  large: string[];
}

/** Time of each step of the story in milliseconds, and the size of the stored data at the end in bytes. */
export interface StoryTimes {
  smallLoad: number;
  largeLoad: number;
  pointQuery: number;
  aggregate: number;
  undo: number;
  redo: number;
  asOf: number;
  rowDiff: number;
  bytes: number;
}

export const STEPS: Record<keyof StoryTimes, string> = {
  smallLoad: "load of 1,000 rows, median",
  largeLoad: "large load",
  pointQuery: "point query, median",
  aggregate: "aggregate, median",
  undo: "undo of the large load",
  redo: "redo of the large load",
  asOf: "count before the large load, median",
  rowDiff: "rows of one small load, as a comparison of versions, median",
  bytes: "bytes at the end",
};

/** Number of measured runs per query. */
const QUERY_RUNS = 9;

/** Returns the median time of a query in milliseconds. An initial unmeasured run warms caches. */
export async function medianTime(query: () => Promise<unknown>): Promise<number> {
  await query();
  const { time } = await inTurns(QUERY_RUNS, { time: () => measureTime(query) });
  return time;
}

/** Writes the files of a story to `folder`. */
export async function writeStory(
  folder: string,
  loads: number,
  rows: number,
  files: number,
): Promise<StoryFiles> {
  return withRawDuckDb(2, async (connection) => {
    const write = async (name: string, first: number, count: number): Promise<string> => {
      const path = join(folder, `${name}.csv`);
      const select = `SELECT range + ${first} AS id, 'A' || (range % 300) || 'G:L' || (hash(range) % 300) || 'P' AS mutations, (hash(range + ${first}) % 1000000) / 1000.0 AS fitness, 'P' || range % 96 AS plate FROM range(${count})`;
      await connection.run(`COPY (${select}) TO '${path}' (FORMAT csv, HEADER)`);
      return path;
    };
    const story: StoryFiles = { small: [], large: [] };
    for (let load = 0; load < loads; load += 1)
      story.small.push(await write(`small-${load}`, load * SMALL_ROWS, SMALL_ROWS));
    const first = loads * SMALL_ROWS;
    const each = Math.ceil(rows / files);
    for (let file = 0; file < files; file += 1)
      story.large.push(await write(`large-${file}`, first + file * each, each));
    return story;
  });
}

/** ID of a row in the large load. */
export function rowOfLargeLoad({ small }: StoryFiles): number {
  return small.length * SMALL_ROWS + 7;
}

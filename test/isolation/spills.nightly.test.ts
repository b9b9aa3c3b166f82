import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Lab, scalar } from "#test/support/lab.ts";
import { type Site, startSite } from "./site.ts";

/** Number of pairs; `SPILL_PAIRS=24` runs as many as are used to check a release. */
const PAIRS = Number(process.env.SPILL_PAIRS ?? 2);

let site: Site;

beforeAll(async () => {
  site = await startSite({ querySeconds: 60 });
});

afterAll(() => site.close());

/**
 * WITH query with 4 random columns that does not fit into memory and is read twice, so that it is materialized. Counts rows
 * outside its range.
 */
function spillingQuery(offset: number): string {
  const value = `${offset} + random()`;
  const isForeign = ["a", "b", "c", "d"]
    .map((name) => `x.${name} < ${offset} OR x.${name} >= ${offset + 1}`)
    .join(" OR ");
  return `WITH w AS (
      SELECT ${value} AS a, ${value} AS b, ${value} AS c, ${value} AS d
      FROM UNNEST(sequence(1, 10000)) AS t(i), UNNEST(sequence(1, 1600)) AS u(j))
    SELECT count(*) FROM w x CROSS JOIN (SELECT max(a) AS m FROM w) y WHERE ${isForeign}`;
}

const SORTED = `SELECT sum(r) FROM (
    SELECT row_number() OVER (ORDER BY k, s) AS r
    FROM (SELECT i * 7919 % 10007 AS k, rpad(CAST(j AS VARCHAR), 100, 'x') AS s
      FROM UNNEST(sequence(1, 5000)) AS t(i), UNNEST(sequence(1, 600)) AS u(j)))`;

/** Runs both concurrently. Each query must spill, because a query that fits into memory would prove nothing. */
async function pair(first: () => Promise<unknown>, second: () => Promise<unknown>): Promise<unknown[]> {
  const folders = new Set<string>();
  const watch = setInterval(
    () =>
      void spillFolders().then((found) => {
        for (const one of found) folders.add(one);
      }),
    50,
  );
  const values = await Promise.all([first(), second()]).finally(() => clearInterval(watch));
  expect(folders.size).toBeGreaterThanOrEqual(2);
  return values;
}

/** Spill folders of queries. */
async function spillFolders(): Promise<string[]> {
  const files = await readdir(join(site.dataDirectory, "scratch"), { recursive: true }).catch(() => []);
  return files.filter((file) => basename(file).startsWith("duckdb_temp")).map((file) => dirname(file));
}

const oneValue = (lab: Lab, sql: string) => (): Promise<unknown> => scalar(lab, sql);

it("concurrent spilling queries of two workspaces never see each other's rows", async () => {
  const [first, second] = site.attackers;
  for (let round = 0; round < PAIRS; round += 1) {
    const found = await site.withstand(() =>
      pair(oneValue(first, spillingQuery(0)), async () => {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 500));
        return scalar(second, spillingQuery(100));
      }),
    );
    expect(found).toEqual([0n, 0n]);
  }
});

it("two concurrent spilling sorts both complete", async () => {
  const [first, second] = site.attackers;
  const rows = 3_000_000n;
  const sum = (rows * (rows + 1n)) / 2n;
  expect(await site.withstand(() => pair(oneValue(first, SORTED), oneValue(second, SORTED)))).toEqual([
    sum,
    sum,
  ]);
});

it("concurrent spilling queries of one workspace see only their own rows", async () => {
  // Both run at the same time if no other workspace is active.
  const quiet = await startSite({ querySeconds: 60 });
  const watched = site;
  site = quiet;
  try {
    const [first] = quiet.attackers;
    expect(await pair(oneValue(first, spillingQuery(0)), oneValue(first, spillingQuery(100)))).toEqual([
      0n,
      0n,
    ]);
  } finally {
    site = watched;
    await quiet.close();
  }
});

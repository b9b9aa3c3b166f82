import { compileQuery } from "@pdp/trino/compile";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rowDiffSql } from "#shared/history/rowDiffSql.ts";
import { column, type ParquetLake, parquetLake, rowsOf } from "#test/shared/engines/parquetLake.ts";
import { sampledRuns } from "#test/support/byNight.ts";

const COLUMNS = [column("k", "INT64"), column("Text", "STRING"), column("x", "FLOAT64")];
const [K, TEXT] = COLUMNS as [(typeof COLUMNS)[0], (typeof COLUMNS)[0]];

type Row = [k: string | null, text: string | null, x: string | null];
/** Change type, number of rows, and the row. */
type Change = [string, number, string | null, string | null, string | null];

let lake: ParquetLake;
let engine: ReturnType<ParquetLake["engine"]>;

beforeAll(async () => {
  lake = await parquetLake();
  engine = lake.engine();
});
afterAll(() => lake.close());

async function changes(from: Row[], to: Row[], key: typeof COLUMNS): Promise<Change[]> {
  const sides = { hasFrom: from.length > 0, hasTo: to.length > 0 };
  const compiled = await compileQuery(rowDiffSql(COLUMNS, key, sides), {
    resolve: async (reference) => ({
      kind: "ROWS",
      columns: COLUMNS,
      rows: reference === "rows_to" ? to : from,
    }),
  });
  const found = await rowsOf(engine, compiled);
  return found.map(({ $change, $rows, k, Text, x }) => {
    const text = (value: unknown): string | null => (value === null ? null : String(value));
    return [String($change), Number($rows), text(k), text(Text), text(x)];
  });
}

/** Compares by counting, without SQL. */
function expected(from: Row[], to: Row[], keyed: boolean): Change[] {
  const counts = new Map<string, number>();
  for (const row of to) counts.set(JSON.stringify(row), (counts.get(JSON.stringify(row)) ?? 0) + 1);
  for (const row of from) counts.set(JSON.stringify(row), (counts.get(JSON.stringify(row)) ?? 0) - 1);
  const differing = [...counts].filter(([, count]) => count !== 0);
  const signs = new Map<string, Set<number>>();
  for (const [row, count] of differing) {
    const [k] = JSON.parse(row) as Row;
    if (k !== null) signs.set(k, (signs.get(k) ?? new Set()).add(Math.sign(count)));
  }
  return differing.map(([row, count]) => {
    const values = JSON.parse(row) as Row;
    const isChanged = keyed && values[0] !== null && signs.get(values[0])?.size === 2;
    const words = isChanged ? ["CHANGED_TO", "CHANGED_FROM"] : ["ADDED", "REMOVED"];
    return [words[count > 0 ? 0 : 1] as string, Math.abs(count), ...values];
  });
}

const value = (...values: string[]) => fc.constantFrom<string | null>(...values, null);
const rows = fc.array(fc.tuple(value("1", "2", "3"), value("", "a", "NULL"), value("0.5", "NaN")), {
  maxLength: 8,
});
/** If one side does not have any rows, a separate query compares the other side. */
const rowsOrNone = fc.oneof({ weight: 4, arbitrary: rows }, fc.constant<Row[]>([]));
const sorted = (list: Change[]): string[] => list.map((change) => JSON.stringify(change)).sort();

describe("the rows that differ between two versions", () => {
  it("counting rows gives the same differences, with and without a key", async () => {
    await fc.assert(
      fc.asyncProperty(rowsOrNone, rowsOrNone, fc.boolean(), async (from, to, keyed) => {
        const found = await changes(from, to, keyed ? [K] : []);
        expect(sorted(found)).toEqual(sorted(expected(from, to, keyed)));
      }),
      { seed: 42, numRuns: sampledRuns(60) },
    );
  });

  it("differences are ordered by key, with the old row before the new one", async () => {
    const from: Row[] = [
      ["2", "old", null],
      ["3", "gone", null],
    ];
    const to: Row[] = [
      ["2", "new", null],
      ["1", "came", null],
    ];
    expect(await changes(from, to, [K])).toEqual([
      ["ADDED", 1, "1", "came", null],
      ["CHANGED_FROM", 1, "2", "old", null],
      ["CHANGED_TO", 1, "2", "new", null],
      ["REMOVED", 1, "3", "gone", null],
    ]);
  });

  it("changed rows require the same values in all key columns", async () => {
    const from: Row[] = [["1", "a", "0.5"]];
    expect(await changes(from, [["1", "a", "1.5"]], [K, TEXT])).toEqual([
      ["CHANGED_FROM", 1, "1", "a", "0.5"],
      ["CHANGED_TO", 1, "1", "a", "1.5"],
    ]);
    expect(await changes(from, [["1", "b", "0.5"]], [K, TEXT])).toEqual([
      ["REMOVED", 1, "1", "a", "0.5"],
      ["ADDED", 1, "1", "b", "0.5"],
    ]);
  });
});

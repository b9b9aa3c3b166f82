import { compileQuery, compileStatement } from "@pdp/trino/compile";
import type { RelationFile, ResolveRelation } from "@pdp/trino/relations";
import { sessionZoneOf } from "@pdp/trino/types";
import { tableFromIPC } from "@uwdata/flechette";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AthenaOptions } from "#shared/engines/athena/athenaEngine.ts";
import { isSmall, type SmallQueries } from "#shared/engines/athena/smallQueries.ts";
import { engineTables } from "#test/shared/engines/engineTables.ts";
import { relationResolver } from "#test/shared/engines/parquetLake.ts";
import { type AthenaLake, athenaLake } from "#test/support/athena/athenaLake.ts";

let lake: AthenaLake;
let resolve: ResolveRelation;

beforeAll(async () => {
  lake = await athenaLake();
  resolve = relationResolver(await engineTables(lake.write));
});

afterAll(() => lake.close());

/** Limits that every table in these tests respects. */
function smallUpTo(maxBytes: number, maxValues?: number): SmallQueries {
  const hold = async (key: string) => ({ path: await lake.locate(key), release: async () => undefined });
  return { maxBytes, hold, ...(maxValues !== undefined && { maxValues }) };
}

async function resultOf(sql: string, options: Partial<AthenaOptions>) {
  const before = lake.athena.executions.length;
  const result = await lake.engine(options).run(await compileQuery(sql, { resolve }), { compression: null });
  const parts: Uint8Array[] = [];
  for await (const part of result) parts.push(part);
  const table = tableFromIPC(Buffer.concat(parts), { useBigInt: true, useDecimalInt: true });
  const types = table.schema.fields.map(({ name, type, nullable }) => ({ name, type, nullable }));
  return { types, rows: table.toArray(), executions: lake.athena.executions.length - before };
}

const QUERIES = [
  "SELECT * FROM m ORDER BY id",
  "SELECT id, fitness * 2 AS twice, CAST(fitness AS DECIMAL(10, 3)) AS d FROM m ORDER BY 2 DESC, id",
  "SELECT count(*) AS n, avg(fitness) AS mean, array_agg(id ORDER BY id) AS ids FROM m",
  "SELECT CAST(id AS REAL) AS r, TIMESTAMP '2026-01-31 12:00:00.123456' AS t, DATE '0001-01-01' AS d FROM m ORDER BY id",
  "SELECT ROW(id, 'a') AS pair, MAP(ARRAY['k'], ARRAY[id]) AS map FROM m ORDER BY id",
  "SELECT m.id FROM m JOIN m AS other ON m.id = other.id ORDER BY 1",
  "SELECT * FROM empty",
];

describe("a query that reads little", () => {
  it.each(QUERIES)("a small query gives the same rows and types with and without Athena: %s", async (sql) => {
    const small = await resultOf(sql, { small: smallUpTo(1e6) });
    const large = await resultOf(sql, { small: smallUpTo(0, 0) });
    const forced = await resultOf(sql, {});
    expect([small.executions, forced.executions]).toEqual([0, 1]);
    expect(large).toEqual({ ...forced, executions: sql.endsWith("empty") ? 0 : 1 });
    expect({ types: small.types, rows: small.rows }).toEqual({ types: forced.types, rows: forced.rows });
  });

  it("a query without tables does not use Athena", async () => {
    expect(await resultOf("SELECT 1 AS one", { small: smallUpTo(0) })).toMatchObject({ executions: 0 });
  });

  it("a small query is rejected if Athena would reject it, so that it does not break when tables grow", async () => {
    const sql = "SELECT to_utf8('a') AS bytes FROM m";
    const refusal = { code: "invalid_sql", message: expect.stringContaining("for example to VARCHAR") };
    await expect(resultOf(sql, {})).rejects.toMatchObject(refusal);
    await expect(resultOf(sql, { small: smallUpTo(1e6) })).rejects.toMatchObject(refusal);
  });
});

it("a query that depends on a time zone other than UTC is refused whatever the size of the tables", async () => {
  const zone = sessionZoneOf("Europe/Berlin", new Date(0));
  const query = await compileStatement("SELECT id, current_date FROM m", { resolve, zone });
  for (const maxBytes of [0, 1e6]) {
    await expect(
      lake.engine({ small: smallUpTo(maxBytes) }).run(query, { compression: null }),
    ).rejects.toThrow("depends on the time zone of your session, Europe/Berlin");
  }
});

describe("EXPLAIN ANALYZE", () => {
  it("EXPLAIN ANALYZE is refused whatever the size of the tables", async () => {
    const query = await compileStatement("EXPLAIN ANALYZE SELECT id FROM m", { resolve });
    for (const maxBytes of [0, 1e6]) {
      await expect(
        lake.engine({ small: smallUpTo(maxBytes) }).run(query, { compression: null }),
      ).rejects.toThrow("EXPLAIN ANALYZE is not available in this deployment");
    }
  });
});

describe("the size of a query", () => {
  const columns = ["a", "b"].map((name) => ({
    name,
    type: "INT64" as const,
    nullable: true,
    metadata: { description: null, deprecated: false },
  }));
  const file = (key: string, bytes: number, rows: number) => ({ key, bytes, rows });
  const relation = (files: ReturnType<typeof file>[], ...named: string[]) => ({
    name: "t1",
    columns,
    files,
    named: new Set(named),
  });

  it("the size counts each file once and only the values of selected columns", () => {
    const relations = [
      relation([file("x", 60, 10), file("y", 40, 10)], "a"),
      relation([file("x", 60, 10)], "a", "b"),
    ];
    expect(isSmall({ relations }, { maxBytes: 100, maxValues: 40 })).toBe(true);
    expect(isSmall({ relations }, { maxBytes: 99, maxValues: 40 })).toBe(false);
    expect(isSmall({ relations }, { maxBytes: 100, maxValues: 39 })).toBe(false);
  });

  it("the size counts all columns if it is unknown which ones are read", () => {
    const relations = [{ name: "t1", columns, files: [file("x", 1, 10)] }];
    expect(isSmall({ relations }, { maxBytes: 1, maxValues: 20 })).toBe(true);
    expect(isSmall({ relations }, { maxBytes: 1, maxValues: 19 })).toBe(false);
  });

  it("the size of a well-compressed file is based on its values", () => {
    const relations = [relation([file("x", 1_000_000, 30_000_000)], "a")];
    expect(isSmall({ relations }, { maxBytes: 32e6 })).toBe(false);
  });

  it("the cost counts the files that are read, and Athena also reads files without matching rows", async () => {
    const compiled = await compileQuery("SELECT id FROM m", { resolve });
    const files = compiled.relations.flatMap((relation) => relation.files);
    expect(files).toHaveLength(2);
    const [first, second] = files as [RelationFile, RelationFile];
    const relations = compiled.relations.map((relation) => ({
      ...relation,
      mayHoldRows: (file: RelationFile) => file === first,
    }));
    const costOf = (options: Partial<AthenaOptions>) => lake.engine(options).cost({ ...compiled, relations });
    expect(costOf({})).toEqual({ files: 2, bytes_read: first.bytes + second.bytes });
    expect(costOf({ small: smallUpTo(first.bytes) })).toEqual({ files: 1, bytes_read: first.bytes });
    expect(costOf({ small: smallUpTo(first.bytes - 1) })).toEqual(costOf({}));
  });
});

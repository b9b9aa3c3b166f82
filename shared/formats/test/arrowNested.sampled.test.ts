import { isDeepStrictEqual } from "node:util";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Plain, readWithApache, readWithFlechette } from "../../../test/shared/formats/arrowReaders.ts";
import { sampledRuns } from "../../../test/support/byNight.ts";
import { arrowStream } from "../arrow/arrowStream.ts";

let instance: DuckDBInstance;
let connection: DuckDBConnection;

beforeAll(async () => {
  instance = await DuckDBInstance.create(":memory:", { threads: "2" });
  connection = await instance.connect();
});

afterAll(() => {
  connection.closeSync();
  instance.closeSync();
});

/** SQL type, with SQL literals for its values, and arbitrary values as returned by the readers. */
interface ModelType {
  sql: string;
  literal(value: Plain): string;
  values: fc.Arbitrary<Plain>;
}

const int64: ModelType = {
  sql: "BIGINT",
  literal: (value) => `'${value}'::BIGINT`,
  values: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
};

const float64: ModelType = {
  sql: "DOUBLE",
  literal: (value) => `'${value}'::DOUBLE`,
  values: fc.double({ noNaN: true }).map((value) => (value === 0 ? 0 : value)),
};

const bool: ModelType = { sql: "BOOLEAN", literal: String, values: fc.boolean() };

const day: ModelType = {
  sql: "DATE",
  literal: (value) => `(DATE '1970-01-01' + ${value})`,
  values: fc.integer({ min: -700_000, max: 2_900_000 }),
};

/**
 * Strings with lengths around the limit above which DuckDB stores them outside the vector, where the reader uses different
 * code.
 */
const text: ModelType = {
  sql: "VARCHAR",
  literal: (value) => `'${String(value).replaceAll("'", "''")}'`,
  values: fc.oneof(
    fc.string({ unit: fc.constantFrom("a", "'", "é", "☃", "🧬", "\n"), maxLength: 20 }),
    fc.tuple(fc.constantFrom("x", "ß"), fc.integer({ min: 8000, max: 8400 })).map(([c, n]) => c.repeat(n)),
  ),
};

function listOf(item: ModelType): ModelType {
  return {
    sql: `${item.sql}[]`,
    literal: (value) => `[${(value as Plain[]).map((v) => literalOf(item, v)).join(", ")}]::${item.sql}[]`,
    values: fc.array(orNull(item), { maxLength: 4 }),
  };
}

function arrayOf(item: ModelType, length: number): ModelType {
  const sql = `${item.sql}[${length}]`;
  return {
    sql,
    literal: (value) => `[${(value as Plain[]).map((v) => literalOf(item, v)).join(", ")}]::${sql}`,
    values: fc.array(orNull(item), { minLength: length, maxLength: length }),
  };
}

function structOf(fields: ModelType[]): ModelType {
  const sql = `STRUCT(${fields.map((field, index) => `f${index} ${field.sql}`).join(", ")})`;
  return {
    sql,
    literal: (value) =>
      `{${fields.map((field, index) => `'f${index}': ${literalOf(field, (value as Plain[])[index] ?? null)}`).join(", ")}}::${sql}`,
    values: fc.tuple(...fields.map(orNull)),
  };
}

function mapOf(item: ModelType): ModelType {
  const sql = `MAP(VARCHAR, ${item.sql})`;
  return {
    sql,
    literal: (value) => {
      const pairs = value as [string, Plain][];
      const keys = pairs.map(([key]) => text.literal(key)).join(", ");
      return `MAP([${keys}]::VARCHAR[], [${pairs.map(([, v]) => literalOf(item, v)).join(", ")}]::${item.sql}[])`;
    },
    values: fc.uniqueArray(fc.tuple(fc.string({ unit: "grapheme-ascii" }), orNull(item)), {
      maxLength: 3,
      selector: ([key]) => key,
    }),
  };
}

function literalOf(type: ModelType, value: Plain): string {
  return value === null ? `NULL::${type.sql}` : type.literal(value);
}

function orNull(type: ModelType): fc.Arbitrary<Plain> {
  return fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 4, arbitrary: type.values });
}

function typeOf(depth: number): fc.Arbitrary<ModelType> {
  const leaf = fc.constantFrom(int64, float64, bool, day, text, text);
  if (depth === 0) return leaf;
  const inner = typeOf(depth - 1);
  return fc.oneof(
    leaf,
    inner.map(listOf),
    fc.tuple(inner, fc.integer({ min: 1, max: 3 })).map(([item, length]) => arrayOf(item, length)),
    fc.array(inner, { minLength: 1, maxLength: 3 }).map(structOf),
    inner.map(mapOf),
  );
}

/** Returns the number of pairs of a row and a copy that the query keeps. */
function keptRows(rows: number, copies: number): number {
  let kept = 0;
  for (let i = 0; i < rows; i++) for (let r = 0; r < copies; r++) if ((i + r) % 3 !== 1) kept++;
  return kept;
}

const columns = typeOf(3).chain((type) =>
  fc.record({ type: fc.constant(type), values: fc.array(orNull(type), { minLength: 1, maxLength: 8 }) }),
);

describe("arrowStream of nested values", () => {
  it("both readers see DuckDB's values for any nesting, compression and number of batches", async () => {
    await fc.assert(
      fc.asyncProperty(
        columns,
        fc.constantFrom(null, "zstd", "lz4"),
        fc.constantFrom(1, 3, 400),
        async ({ type, values }, compression, copies) => {
          const rows = values.map((value, index) => `(${index}, ${literalOf(type, value)})`);
          await connection.run(`CREATE OR REPLACE TABLE t (i INTEGER, v ${type.sql})`);
          await connection.run(`INSERT INTO t VALUES ${rows.join(", ")}`);
          // Copies that are filtered and sorted leave gaps and disorder in DuckDB's vectors.
          const sql = `SELECT i, v, [v, NULL, v] AS l, {'v': v} AS s FROM t, range(${copies}) AS r(r)
            WHERE (i + r) % 3 <> 1 ORDER BY hash(i, r)`;
          const parts: Uint8Array[] = [];
          for await (const part of arrowStream(await connection.stream(sql), { compression }))
            parts.push(part);
          const stream = Buffer.concat(parts);
          for (const table of [readWithApache(stream), readWithFlechette(stream)]) {
            expect(table.rows.length).toBe(keptRows(values.length, copies));
            const wrong = table.rows.filter(([i = null, ...read]) => {
              const value = values[Number(i)] ?? null;
              return !isDeepStrictEqual(read, [value, [value, null, value], [value]]);
            });
            expect(wrong).toEqual([]);
          }
        },
      ),
      { seed: 20261121, numRuns: sampledRuns(80) },
    );
  });
});

import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { DomainError } from "@pdp/basics/errors";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Plain, readWithApache, readWithFlechette } from "../../../test/shared/formats/arrowReaders.ts";
import { arrowStream } from "../arrow/arrowStream.ts";

let instance: DuckDBInstance;
let connection: DuckDBConnection;

beforeAll(async () => {
  instance = await DuckDBInstance.create(":memory:", { threads: "2" });
  connection = await instance.connect();
  await connection.run("SET timezone = 'UTC'");
  await connection.run("CREATE TYPE assay AS ENUM ('binding', 'stability at 37 °C', '')");
});

afterAll(() => {
  connection.closeSync();
  instance.closeSync();
});

const COMPRESSIONS = [null, "zstd", "lz4"] as const;

async function partsOf(sql: string, compression: (typeof COMPRESSIONS)[number] = null) {
  return collect(arrowStream(await connection.stream(sql), { compression }));
}

async function collect(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

/**
 * Reads the result of a query with both readers, from streams with each kind of compression, and expects all results to agree.
 */
async function readEverywhere(sql: string) {
  const tables = [];
  for (const compression of COMPRESSIONS) {
    const stream = Buffer.concat(await partsOf(sql, compression));
    tables.push(readWithApache(stream), readWithFlechette(stream));
  }
  const [first, ...others] = tables;
  for (const other of others) {
    expect(other.rows).toEqual(first?.rows);
    expect(other.names).toEqual(first?.names);
    expect(other.batchRows).toEqual(first?.batchRows);
  }
  return first!;
}

const MAX_128 = 2n ** 127n - 1n;
const LONG = `${"MKTAYIAKQR".repeat(1000)}⚗`;

/** Type name, its values in SQL, the Arrow type, and the expected values. */
const TYPES: [string, string[], string, Plain[]][] = [
  ["BOOLEAN", ["true", "false"], "Bool", [true, false]],
  ["TINYINT", ["-128", "127"], "Int8", [-128, 127]],
  ["SMALLINT", ["-32768", "32767"], "Int16", [-32768, 32767]],
  ["INTEGER", ["-2147483648", "2147483647"], "Int32", [-2147483648, 2147483647]],
  [
    "BIGINT",
    ["-9223372036854775808", "9223372036854775807", "9007199254740993"],
    "Int64",
    [-(2n ** 63n), 2n ** 63n - 1n, 9007199254740993n],
  ],
  ["UTINYINT", ["0", "255"], "Uint8", [0, 255]],
  ["USMALLINT", ["0", "65535"], "Uint16", [0, 65535]],
  ["UINTEGER", ["0", "4294967295"], "Uint32", [0, 4294967295]],
  ["UBIGINT", ["0", "18446744073709551615"], "Uint64", [0n, 2n ** 64n - 1n]],
  ["HUGEINT", [`${-MAX_128}`, `${MAX_128}`, "-1"], "Decimal[38e0]", [-MAX_128, MAX_128, -1n]],
  ["UHUGEINT", ["0", `${2n ** 128n - 1n}`], "Utf8", ["0", `${2n ** 128n - 1n}`]],
  ["FLOAT", ["1.5", "-0.1", "'inf'"], "Float32", [1.5, Math.fround(-0.1), Number.POSITIVE_INFINITY]],
  ["DOUBLE", ["0.1", "'-0.0'", "'nan'", "5e-324"], "Float64", [0.1, -0, Number.NaN, 5e-324]],
  ["DECIMAL(4,1)", ["999.9", "-999.9"], "Decimal[4e+1]", [9999n, -9999n]],
  ["DECIMAL(9,3)", ["-999999.999", "0.001"], "Decimal[9e+3]", [-999999999n, 1n]],
  [
    "DECIMAL(18,2)",
    ["-9999999999999999.99", "42949672.96", "-42949672.96"],
    "Decimal[18e+2]",
    [-999999999999999999n, 2n ** 32n, -(2n ** 32n)],
  ],
  [
    "DECIMAL(38,10)",
    ["-1234567890123456789012345678.0123456789", "0.0000000001"],
    "Decimal[38e+10]",
    [-12345678901234567890123456780123456789n, 1n],
  ],
  [
    "VARCHAR",
    ["''", "'twelve bytes'", "'thirteen bytes'", "'Ωλ ☃ 🧬'", `'${LONG}'`, "'a' || chr(0) || 'b'"],
    "Utf8",
    ["", "twelve bytes", "thirteen bytes", "Ωλ ☃ 🧬", LONG, "a\0b"],
  ],
  [
    "BLOB",
    ["''", "'\\x00\\xFF'", "'a blob of many bytes'"],
    "Binary",
    ["", "00ff", hex("a blob of many bytes")],
  ],
  ["DATE", ["'1969-12-31'", "'9999-12-31'", "'0001-01-01'"], "Date32<DAY>", [-1, 2932896, -719162]],
  [
    "TIMESTAMP",
    ["'1969-12-31 23:59:59.999999'", "'2026-11-21 12:00:00.000001'"],
    "Timestamp<MICROSECOND>",
    [-1n, 1795262400000001n],
  ],
  ["TIMESTAMP_S", ["'1970-01-01 00:00:01'"], "Timestamp<SECOND>", [1n]],
  ["TIMESTAMP_MS", ["'1970-01-01 00:00:00.001'"], "Timestamp<MILLISECOND>", [1n]],
  ["TIMESTAMP_NS", ["'1970-01-01 00:00:00.000000001'"], "Timestamp<NANOSECOND>", [1n]],
  ["TIMESTAMPTZ", ["'1970-01-01 01:00:00.000001+01'"], "Timestamp<MICROSECOND, UTC>", [1n]],
  ["TIME", ["'00:00:00'", "'23:59:59.999999'"], "Time64<MICROSECOND>", [0n, 86399999999n]],
  ["TIMETZ", ["'12:30:00+02'"], "Utf8", ["12:30:00+02"]],
  [
    "INTERVAL",
    ["'-1 month'", "'14 months 3 days 0.000001 seconds'", "'-200 years -9 days -3 hours'"],
    "Interval<MONTH_DAY_NANO>",
    [
      [-1, 0, 0n],
      [14, 3, 1000n],
      [-2400, -9, -10800000000000n],
    ],
  ],
  [
    "UUID",
    ["'00112233-4455-6677-8899-aabbccddeeff'", "'ffffffff-ffff-ffff-ffff-ffffffffffff'"],
    "Utf8",
    ["00112233-4455-6677-8899-aabbccddeeff", "ffffffff-ffff-ffff-ffff-ffffffffffff"],
  ],
  ["assay", ["'stability at 37 °C'", "''", "'binding'"], "Utf8", ["stability at 37 °C", "", "binding"]],
  ["BIT", ["'010110'"], "Utf8", ["010110"]],
  ["BIGINT[]", ["[]", "[1, NULL, -3]", "[NULL]"], "List<Int64>", [[], [1n, null, -3n], [null]]],
  [
    "VARCHAR[][]",
    ["[]", "[[], NULL, ['a', NULL, 'longer than twelve bytes']]"],
    "List<List<Utf8>>",
    [[], [[], null, ["a", null, "longer than twelve bytes"]]],
  ],
  [
    "DOUBLE[2]",
    ["[1, NULL]", "[0.5, 2]"],
    "List<Float64>",
    [
      [1, null],
      [0.5, 2],
    ],
  ],
  [
    "VARCHAR[2][1]",
    ["[['first of two strings', NULL]]", "[NULL]"],
    "List<List<Utf8>>",
    [[["first of two strings", null]], [null]],
  ],
  [
    "STRUCT(x DOUBLE, y STRUCT(z VARCHAR, w BOOLEAN[]))",
    ["{'x': 1, 'y': {'z': 'deep in the struct', 'w': [true, NULL]}}", "{'x': NULL, 'y': NULL}"],
    "Struct<{x:Float64, y:Struct<{z:Utf8, w:List<Bool>}>}>",
    [
      [1, ["deep in the struct", [true, null]]],
      [null, null],
    ],
  ],
  [
    "STRUCT(a INTEGER, b DATE)[]",
    ["[{'a': 1, 'b': NULL}, NULL, {'a': NULL, 'b': '1970-01-02'}]", "[]"],
    "List<Struct<{a:Int32, b:Date32<DAY>}>>",
    [[[1, null], null, [null, 1]], []],
  ],
  [
    "MAP(VARCHAR, INTEGER[])",
    ["MAP {'k': [1, NULL], 'another key, longer': NULL}", "MAP {}"],
    "Map<{key:Utf8, value:List<Int32>}>",
    [
      [
        ["k", [1, null]],
        ["another key, longer", null],
      ],
      [],
    ],
  ],
];

function hex(text: string): string {
  return Buffer.from(text).toString("hex");
}

describe("arrowStream", () => {
  it.each(TYPES)(
    "a stream transfers %s exactly, with and without absent values",
    async (type, sqls, arrowType, values) => {
      const present = sqls.map((sql, index) => `SELECT ${index} AS i, 1 AS n, CAST(${sql} AS ${type}) AS v`);
      const full = await readEverywhere(`${present.join(" UNION ALL ")} ORDER BY i`);
      expect(full.rows.map(([, , value]) => value)).toEqual(values);
      expect(full.types[2]).toBe(arrowType);
      const sparse = await readEverywhere(
        `SELECT n, v FROM (SELECT r.range AS i, n.range AS n FROM range(${sqls.length}) AS r, range(3) AS n)
       LEFT JOIN (${present.join(" UNION ALL ")}) AS s USING (i, n) ORDER BY i, n`,
      );
      expect(sparse.rows.map(([, value]) => value)).toEqual(values.flatMap((value) => [null, value, null]));
      expect(sparse.types[1]).toBe(arrowType);
    },
  );

  it("a result without rows has a schema and one empty batch, for any types", async () => {
    const values = TYPES.map(([type], index) => `CAST(NULL AS ${type}) AS c${index}`);
    const sql = `SELECT ${values.join(", ")} WHERE false`;
    for (const compression of COMPRESSIONS) {
      const parts = await partsOf(sql, compression);
      expect(parts.length).toBe(3);
      expect(Buffer.concat(parts).subarray(-8).toString("hex")).toBe("ffffffff00000000");
    }
    const table = await readEverywhere(sql);
    expect(table.names).toEqual(TYPES.map((_, index) => `c${index}`));
    expect(table.types).toEqual(TYPES.map(([, , arrowType]) => arrowType));
    expect(table.batchRows).toEqual([0]);
    expect(table.rows).toEqual([]);
  });

  it("column names stay unchanged, including duplicates", async () => {
    const sql = `SELECT 1 AS a, 2 AS a, 'x' AS "Bindung (µM)"`;
    for (const compression of COMPRESSIONS) {
      const table = readWithApache(Buffer.concat(await partsOf(sql, compression)));
      expect(table.names).toEqual(["a", "a", "Bindung (µM)"]);
      expect(table.rows).toEqual([[1, 2, "x"]]);
    }
  });

  it("a materialized result also works", async () => {
    const result = await connection.run("SELECT range AS n FROM range(5000)");
    const parts = await collect(arrowStream(result, { compression: null }));
    const { rows } = readWithFlechette(Buffer.concat(parts));
    expect(rows).toEqual(Array.from({ length: 5000 }, (_, n) => [BigInt(n)]));
  });

  it("each part is one message: the schema, a first batch of one chunk, then larger batches", async () => {
    const sql = "SELECT range AS n, 'measurement ' || range AS name FROM range(200000)";
    for (const compression of COMPRESSIONS) {
      const parts = await partsOf(sql, compression);
      const { batchRows, rows } = readWithApache(Buffer.concat(parts));
      expect(parts.length).toBe(batchRows.length + 2);
      expect(batchRows[0]).toBe(2048);
      expect(Math.max(...batchRows)).toBe(65_536);
      expect(batchRows.length).toBeLessThan(10);
      expect(rows.length).toBe(200_000);
      expect(rows.every(([n, name], row) => n === BigInt(row) && name === `measurement ${row}`)).toBe(true);
    }
  });

  it("each part ends within the next message, so that readers notice missing parts", async () => {
    const sql = "SELECT range AS n, 'measurement ' || range AS name FROM range(20000)";
    for (const compression of COMPRESSIONS) {
      const parts = await partsOf(sql, compression);
      expect(parts.length).toBeGreaterThan(3);
      for (const part of parts.slice(0, -1)) {
        expect(Buffer.from(part.subarray(-4)).toString("hex")).toBe("ffffffff");
      }
      expect(Buffer.from(parts.at(-1) ?? []).toString("hex")).toBe("00000000");
    }
  });

  it("batches contain at most a few megabytes", async () => {
    const parts = await partsOf("SELECT range AS n, repeat('x', 1000) AS t FROM range(40000)");
    expect(readWithFlechette(Buffer.concat(parts)).rows.length).toBe(40_000);
    expect(Math.max(...parts.map((part) => part.length))).toBeLessThan(12 << 20);
  });

  it("a chunk of very long strings is split into several batches", async () => {
    const parts = await partsOf("SELECT range AS n, repeat('x', 100000 + range) AS t FROM range(800)");
    const { batchRows, rows } = readWithApache(Buffer.concat(parts));
    expect(batchRows).toEqual([400, 400]);
    expect(rows.every(([n, t], row) => n === BigInt(row) && String(t).length === 100_000 + row)).toBe(true);
  });

  it("lists may share, skip and reorder the items of a chunk", async () => {
    await connection.run(`CREATE OR REPLACE TABLE lists AS SELECT range AS n,
      list_transform(range(range % 5), lambda i: 'item number ' || i || ' of ' || range) AS l FROM range(5000)`);
    const sql = "SELECT n, list_reverse(l) AS r, l[2:3] AS s, l FROM lists WHERE n % 3 = 1 ORDER BY hash(n)";
    const { rows } = await readEverywhere(sql);
    expect(rows.length).toBe(1667);
    for (const [n, reversed, slice, list] of rows) {
      const items = Array.from({ length: Number(n) % 5 }, (_, i) => `item number ${i} of ${n}`);
      expect(list).toEqual(items);
      expect(slice).toEqual(items.slice(1, 3));
      expect(reversed).toEqual(items.toReversed());
    }
  });

  it("strings are read from any memory layout: stored, grouped, sorted and repeated", async () => {
    await connection.run(`CREATE OR REPLACE TABLE words AS SELECT range AS n,
      CASE range % 4 WHEN 0 THEN NULL WHEN 1 THEN 'short' WHEN 2 THEN 'a category, number ' || range % 7
        ELSE repeat('long ', range % 3000) || range END AS w FROM range(20000)`);
    const word = (n: number) =>
      [null, "short", `a category, number ${n % 7}`, `${"long ".repeat(n % 3000)}${n}`][n % 4] ?? null;
    for (const sql of [
      "FROM words",
      "FROM words ORDER BY hash(n)",
      "SELECT n, any_value(w) FROM words GROUP BY n",
      "SELECT n, w FROM words JOIN range(20000) AS r(r) ON r = n WHERE n % 5 = 2",
    ]) {
      const { rows } = readWithApache(Buffer.concat(await partsOf(sql)));
      expect(rows.length).toBeGreaterThanOrEqual(4000);
      expect(rows.filter(([n, w]) => w !== word(Number(n)))).toEqual([]);
    }
  });

  it("memory behind absent values is not exposed", async () => {
    await connection.run(`CREATE OR REPLACE TABLE secrets AS
      SELECT 1234605616436508552 + range AS n, 'a secret of twenty-six' || range AS s FROM range(4096)`);
    const parts = await partsOf(`SELECT if(n % 2 = 0, n, NULL) AS n, if(s LIKE '%0', s, NULL) AS s,
      if(n % 2 = 0, {'x': n}, NULL) AS t, if(n % 2 = 0, [n], NULL) AS l FROM secrets`);
    const stream = Buffer.concat(parts);
    const table = readWithApache(stream);
    const shown = table.rows.filter(([n]) => n !== null).length;
    // 0x1122334455667788, little-endian: its upper six bytes start every number in the table.
    const needle = Buffer.from("665544332211", "hex");
    let matches = 0;
    for (let at = stream.indexOf(needle); at >= 0; at = stream.indexOf(needle, at + 1)) matches++;
    expect(shown).toBe(2048);
    expect(matches).toBe(3 * shown);
  });

  it("an abandoned stream ends and leaves the connection usable", async () => {
    for (const compression of COMPRESSIONS) {
      const stream = arrowStream(await connection.stream("SELECT range AS n FROM range(100000000)"), {
        compression,
      });
      await stream.next();
      await stream.next();
      expect(await stream.return(undefined)).toEqual({ done: true, value: undefined });
      expect((await stream.next()).done).toBe(true);
      const { rows } = readWithApache(Buffer.concat(await partsOf("SELECT 42 AS answer")));
      expect(rows).toEqual([[42]]);
    }
  });

  it("a stream can be abandoned before its connection and database are closed", async () => {
    const other = await DuckDBInstance.create(":memory:");
    const closing = await other.connect();
    const stream = arrowStream(await closing.stream("SELECT range AS n FROM range(100000000)"), {
      compression: "zstd",
    });
    for (let part = 0; part < 4; part++) expect((await stream.next()).done).toBe(false);
    await stream.return(undefined);
    closing.closeSync();
    other.closeSync();
    expect((await stream.next()).done).toBe(true);
  });

  it("a query error is passed on", async () => {
    const sql = "SELECT if(range < 9000, range, error('no more')::BIGINT) AS n FROM range(20000)";
    await expect(partsOf(sql)).rejects.toThrow("no more");
    await expect(partsOf(sql, "zstd")).rejects.toThrow("no more");
  });

  it("other work runs between batches", async () => {
    let turns = 0;
    let streaming = true;
    const count = () => {
      turns++;
      if (streaming) setImmediate(count);
    };
    setImmediate(count);
    const parts = await partsOf("SELECT range AS n FROM range(1000000)");
    streaming = false;
    expect(parts.length).toBeGreaterThan(10);
    expect(turns).toBeGreaterThanOrEqual(parts.length - 3);
  });

  it("an unsupported type is refused before the first part, and the error names its column", async () => {
    const result = await connection.run("SELECT union_value(num := 2) AS mixed");
    const failure = await arrowStream(result, { compression: null })
      .next()
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DomainError);
    expect(failure).toMatchObject({ kind: "invalid", message: expect.stringContaining('"mixed"') });
  });

  it("an interval that is too large for nanoseconds is refused", async () => {
    const failure = await partsOf("SELECT to_microseconds(9300000000000000) AS i").catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ code: "interval_out_of_range" });
  });
});

import { join } from "node:path";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { literal } from "@pdp/basics/columns";
import { copyToParquet } from "@pdp/formats/ingest";
import { compileQuery } from "@pdp/trino/compile";
import type { CompiledQuery, Relation, RelationFile } from "@pdp/trino/relations";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { executableSql } from "#shared/engines/duckdb/relationSql.ts";
import { column, type ParquetLake, parquetLake } from "#test/shared/engines/parquetLake.ts";
import { isNightly } from "#test/support/byNight.ts";

const RUNS = isNightly ? 2_000 : 150;
const COLUMNS = [
  column("i", "INT64"),
  column("f", "FLOAT64"),
  column("s", "STRING"),
  column("d", "DATE"),
  column("t", "TIMESTAMP"),
];
const LONG = "MKTAYIAKQRQISFVKSHFSRQLEERLGLIEVQAPILSRVGDGTQDNLSGAEK";

/** Values of each column as read by DuckDB, in files that overlap little. */
const FILES: Record<string, readonly string[]>[] = [
  {
    i: ["-5", "0", "3"],
    f: ["-1.5", "-0.0"],
    s: ["''", "'A'"],
    d: ["'0001-01-01'"],
    t: ["'1969-12-31 23:59:59.999999'"],
  },
  {
    i: ["3", "9007199254740993"],
    f: ["0.1", "'nan'"],
    s: ["'a'", "'é'"],
    d: ["'2024-02-29'"],
    t: ["'2024-02-29 12:00:00'"],
  },
  {
    i: ["9223372036854775807"],
    f: ["1e308", "'inf'"],
    s: ["'\u{10000}'", "'\uffff'"],
    d: ["'9999-12-31'"],
    t: ["'2024-03-01 00:00:00'"],
  },
  {
    i: ["NULL", "7"],
    f: ["NULL", "2.5"],
    s: [`'${LONG}A'`, `'${LONG}\u{10FFFF}'`],
    d: ["NULL"],
    t: ["NULL", "'2025-01-01 00:00:00.1'"],
  },
  { i: ["NULL"], f: ["NULL"], s: ["NULL"], d: ["NULL"], t: ["NULL"] },
  {
    i: ["-9223372036854775808", "-6"],
    f: ["'-inf'", "1e-320"],
    s: [`'${LONG}'`, `'${LONG}ZZ'`],
    d: ["'2024-03-01'"],
    t: ["'2024-02-29 12:00:00.000001'"],
  },
];

let lake: ParquetLake;
let instance: DuckDBInstance;
let connection: DuckDBConnection;
let files: RelationFile[];

beforeAll(async () => {
  lake = await parquetLake();
  instance = await DuckDBInstance.create(":memory:", { threads: "1" });
  connection = await instance.connect();
  files = await Promise.all(FILES.map((values, index) => writeFile(values, index)));
  // The last file was created by an earlier version of the service, and the second-to-last has neither `s` nor `t`.
  const plain = await lake.write("loads/9/9.parquet", "SELECT 3::BIGINT AS i, 'A' AS s");
  const { statistics: _, ...older } = await writeFile({ i: ["8"], f: ["0.5"], d: ["'2024-02-28'"] }, 8);
  files.push(older, plain);
});

afterAll(async () => {
  connection.closeSync();
  instance.closeSync();
  await lake.close();
});

async function writeFile(values: Record<string, readonly string[]>, index: number): Promise<RelationFile> {
  const key = `file-${index}.parquet`;
  const named = COLUMNS.filter(({ name }) => values[name]);
  const types: Record<string, string> = { i: "BIGINT", f: "DOUBLE", s: "VARCHAR", d: "DATE", t: "TIMESTAMP" };
  const rows = Math.max(...Object.values(values).map((some) => some.length));
  const selects = Array.from({ length: rows }, (_, row) => {
    const items = named.map(({ name }) => {
      const some = values[name] ?? [];
      return `CAST(${some[row % some.length]} AS ${types[name]}) AS ${name}`;
    });
    return `SELECT ${items.join(", ")}`;
  });
  const names = named.map(({ name }) => name);
  const written = await copyToParquet(
    connection,
    selects.join(" UNION ALL "),
    join(lake.directory, key),
    names,
    10,
  );
  return {
    key,
    rows: written.rows,
    bytes: written.bytes,
    statistics: written.statistics,
    load_id: String(index + 1),
  };
}

const LITERALS: Record<string, readonly string[]> = {
  i: [
    "3",
    "-5",
    "-6",
    "0",
    "7",
    "3.0",
    "2.5",
    "3e0",
    "9007199254740993",
    "9007199254740992.0",
    "9223372036854775807",
  ],
  f: ["0", "-1.5", "0.1", "1e-1", "2.5", "1e308", "-0.0", "1e-320", "infinity()", "nan()"],
  s: [
    "''",
    "'A'",
    "'B'",
    "'é'",
    "'\uffff'",
    "'\u{10000}'",
    `'${LONG}A'`,
    `'${LONG}ZZ'`,
    `'${LONG}\u{10FFFF}'`,
    "'MKT'",
  ],
  d: ["DATE '2024-02-29'", "DATE '0001-01-01'", "TIMESTAMP '2024-02-29 00:00:00'", "DATE '9999-12-31'"],
  t: [
    "TIMESTAMP '2024-02-29 12:00'",
    "DATE '2024-03-01'",
    "TIMESTAMP '2024-02-29 12:00:00.000001'",
    "TIMESTAMP '1970-01-01 00:00:00'",
  ],
  '"$load_id"': ["1", "2", "3", "99", "2.0"],
};

const comparison = fc.constantFrom("=", "<", "<=", ">", ">=", "<>");
const simple: fc.Arbitrary<string> = fc.constantFrom(...Object.keys(LITERALS)).chain((name) => {
  const value = fc.constantFrom(...(LITERALS[name] ?? []));
  const isNull = name.startsWith('"')
    ? []
    : [fc.constantFrom(`t1.${name} IS NULL`, `t1.${name} IS NOT NULL`)];
  return fc.oneof(
    { weight: 4, arbitrary: fc.tuple(comparison, value).map(([sign, to]) => `t1.${name} ${sign} ${to}`) },
    fc.tuple(comparison, value).map(([sign, to]) => `${to} ${sign} t1.${name}`),
    fc
      .tuple(value, value, fc.boolean())
      .map(([low, high, not]) => `t1.${name} ${not ? "NOT " : ""}BETWEEN ${low} AND ${high}`),
    fc
      .tuple(fc.array(value, { minLength: 1, maxLength: 3 }), fc.boolean())
      .map(([some, not]) => `t1.${name} ${not ? "NOT " : ""}IN (${some.join(", ")})`),
    ...isNull.map((arbitrary) => arbitrary),
  );
});
const condition: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: simple },
  fc.tuple(simple, simple).map(([one, other]) => `${one} AND ${other}`),
  fc.tuple(simple, simple).map(([one, other]) => `(${one} OR ${other})`),
  fc.tuple(simple, simple).map(([one, other]) => `NOT (${one} AND ${other})`),
);
/** Queries that read the table `m` once or twice, with a condition. */
const QUERIES: readonly ((where: string) => string)[] = [
  (where) => `SELECT i, f, s, d, t FROM m t1 WHERE ${where}`,
  (where) => `SELECT i, f, s, d, t FROM m WHERE ${where.replaceAll("t1.", "")}`,
  (where) => `SELECT count(*) AS n, max(s) AS s FROM m t1 WHERE ${where}`,
  (where) => `SELECT t1.i, b.s FROM m t1 LEFT JOIN m b ON t1.i = b.i WHERE ${where}`,
  (where) => `SELECT t1.i, b.s FROM m b LEFT JOIN m t1 ON t1.i = b.i WHERE ${where}`,
  (where) => `SELECT t1.i, b.s FROM m b JOIN m t1 ON t1.i = b.i WHERE ${where}`,
  (where) =>
    `WITH w AS (SELECT * FROM m t1 WHERE ${where}) SELECT w.i, m.i AS other FROM w JOIN m ON w.s = m.s`,
  (where) => `SELECT i FROM m t1 WHERE ${where} UNION ALL SELECT i FROM m t1 WHERE NOT (${where})`,
  (where) =>
    `SELECT n FROM (VALUES 1, 2) AS v(n) WHERE EXISTS (SELECT 1 FROM m t1 WHERE t1.i = n OR ${where})`,
  (where) => `SELECT a.i FROM m a WHERE a.i IN (SELECT t1.i FROM m t1 WHERE ${where}) AND a.f > 0`,
];

const resolve = async (): Promise<Relation> => ({ kind: "TABLE", columns: COLUMNS, files });

async function answer({ sql, relations }: CompiledQuery, prunes: boolean): Promise<string[]> {
  const read = relations.map(({ mayHoldRows = () => true, ...relation }) => ({
    ...relation,
    files: prunes ? relation.files.filter(mayHoldRows) : relation.files,
  }));
  const text = executableSql(sql, read, (relation) =>
    relation.files.map(({ key }) => join(lake.directory, key)),
  );
  const reader = await connection.runAndReadAll(text);
  return reader
    .getRowsJson()
    .map((row) => JSON.stringify(row))
    .sort();
}

function skipped({ relations }: CompiledQuery): number {
  return relations.reduce(
    (sum, { files, mayHoldRows = () => true }) => sum + files.filter((file) => !mayHoldRows(file)).length,
    0,
  );
}

describe("files that a query does not read", () => {
  it("files that a query does not read contain no rows of the result", async () => {
    let sum = 0;
    await fc.assert(
      fc.asyncProperty(condition, fc.constantFrom(...QUERIES), async (where, queryOf) => {
        const compiled = await compileQuery(queryOf(where), { resolve });
        sum += skipped(compiled);
        expect(await answer(compiled, true)).toEqual(await answer(compiled, false));
      }),
      { seed: 43, numRuns: RUNS },
    );
    // Otherwise, the property would prove little.
    expect(sum).toBeGreaterThan(RUNS / 2);
  });

  const read = async (text: string): Promise<number> =>
    files.length - skipped(await compileQuery(text, { resolve }));

  it("a query skips every file with bounds that exclude the value", async () => {
    // Two files have no statistics for these columns, and one has a NaN.
    expect(await read("SELECT * FROM m WHERE i = 7")).toBe(2 + 2);
    expect(await read("SELECT * FROM m WHERE i BETWEEN 4 AND 6 AND f > 0")).toBe(2 + 1);
    expect(await read(`SELECT * FROM m WHERE s = '${LONG}A'`)).toBe(2 + 2);
    expect(await read("SELECT * FROM m WHERE t IN (TIMESTAMP '2024-02-29 12:00')")).toBe(2 + 1);
    expect(await read("SELECT * FROM m WHERE d IS NULL")).toBe(2 + 2);
    expect(await read('SELECT * FROM m WHERE "$load_id" = 2')).toBe(1 + 1);
  });

  it("files to skip are found with a limited number of comparisons", async () => {
    const items = Array.from({ length: 5_000 }, (_, index) => index + 100);
    const compiled = await compileQuery(`SELECT * FROM m WHERE i IN (${items.join(", ")})`, { resolve });
    const [relation] = compiled.relations;
    // The value is lower than every value in the list.
    const first = files[0] as RelationFile;
    const copies = Array.from({ length: 200 }, () => ({ ...first }));
    const answers = copies.map((file) => relation?.mayHoldRows?.(file));
    expect(answers.indexOf(true)).toBe(40);
    // An engine checks each file twice: for the cost of a query and for its files.
    expect(copies.map((file) => relation?.mayHoldRows?.(file))).toEqual(answers);
  });

  it("a query skips no files if any use of the table reads all of them", async () => {
    expect(await read("SELECT (SELECT max(i) FROM m) AS top, s FROM m WHERE i = 7")).toBe(files.length);
    expect(await read("SELECT * FROM m WHERE i + 0 = 7")).toBe(files.length);
    expect(await read("SELECT b.i FROM m b FULL JOIN m t1 ON t1.i = b.i WHERE t1.i = 7")).toBe(files.length);
    expect(await read("SELECT * FROM m TABLESAMPLE BERNOULLI (50) WHERE i = 7")).toBe(files.length);
  });
});

describe("a data file", () => {
  it("a data file has statistics for its first 32 columns, with bounds of limited length", async () => {
    const select = Array.from(
      { length: 40 },
      (_, index) => `${literal("x".repeat(index * 10))} AS c${index}`,
    );
    const names = select.map((_, index) => `c${index}`);
    const path = join(lake.directory, "wide.parquet");
    const { statistics } = await copyToParquet(connection, `SELECT ${select.join(", ")}`, path, names, 10);
    expect(Object.keys(statistics.columns)).toEqual(names.slice(0, 32));
    expect(statistics.columns.c2).toEqual({ min: "x".repeat(20), max: "x".repeat(20), nulls: 0 });
    const long = statistics.columns.c20;
    expect(long?.min).toBe("x".repeat(47));
    expect(long?.max).toBe(`${"x".repeat(47)}\u{10FFFF}`);
  });
});

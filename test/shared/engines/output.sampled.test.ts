import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Column } from "@pdp/basics/columns";
import { ingestFile } from "@pdp/formats/ingest";
import type { FileFormat } from "@pdp/formats/options";
import { compileQuery } from "@pdp/trino/compile";
import fc from "fast-check";
import { streamXlsxRows } from "hucre";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ResultFormat } from "#shared/domain/resultFormat.ts";
import { column, type ParquetLake, parquetLake, relationResolver } from "#test/shared/engines/parquetLake.ts";
import { sampled, sampledRuns } from "#test/support/byNight.ts";

let lake: ParquetLake;
let engine: ReturnType<ParquetLake["engine"]>;
let files = 0;

beforeAll(async () => {
  lake = await parquetLake();
  engine = lake.engine();
});

afterAll(() => lake.close());

async function bytesOf(text: string, format: ResultFormat, tables = {}): Promise<Buffer> {
  const query = await compileQuery(text, { resolve: relationResolver(tables) });
  const parts: Uint8Array[] = [];
  for await (const part of await engine.run(query, { format, compression: null })) parts.push(part);
  return Buffer.concat(parts);
}

async function textOf(text: string, format: ResultFormat): Promise<string> {
  return (await bytesOf(text, format)).toString("utf8");
}

const LIST: Partial<Column> = { item_type: { type: "FLOAT64", nullable: true } };
const STRUCT: Partial<Column> = { columns: [column("k", "STRING"), column("at", "TIMESTAMP")] };
const COLUMNS = [
  column("flag", "BOOL"),
  column("whole", "INT64"),
  column("number", "FLOAT64"),
  column("text", "STRING"),
  column("day", "DATE"),
  column("at", "TIMESTAMP"),
  column("list", "ARRAY", LIST),
  column("site", "STRUCT", STRUCT),
];

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 4 });
const date = fc.date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true });
const time = date.map((value) => value.toISOString().replace(/^[+-]00/, ""));
const number = fc.double({ noNaN: true, noDefaultInfinity: true });
const words = fc.oneof(
  fc.string({ unit: "binary" }).map((text) => text.replaceAll("\0", "")),
  fc.constantFrom(
    "",
    " ",
    "a,b",
    'say "x"',
    "1\r\n2",
    "=1+1",
    "@x",
    "_x0041_",
    "\ufffe",
    "NA",
    "1e21",
    "00042",
  ),
);
const row = fc.record({
  flag: optional(fc.boolean()),
  // At least one cell has a value, because a load skips empty rows.
  whole: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
  number: optional(number),
  text: optional(words),
  day: optional(date.map((value) => value.toISOString().slice(0, 10))),
  at: optional(time),
  list: optional(fc.array(optional(number), { maxLength: 4 })),
  site: optional(fc.record({ k: optional(words), at: optional(time) })),
});

/** Row JSON with exact integers. */
function jsonOf({ whole, ...others }: { whole: string }): string {
  return `${JSON.stringify(others).slice(0, -1)},"whole":${whole}}`;
}

async function load(bytes: Buffer | string, format: FileFormat, columns: Column[]): Promise<string> {
  const path = join(lake.directory, `${files++}.${format.toLowerCase()}`);
  await writeFile(path, bytes);
  const key = `${files++}.data.parquet`;
  const source = { path, format, name: "downloaded" };
  const { problems } = await ingestFile(source, columns, join(lake.directory, key));
  expect(problems.groups).toEqual([]);
  return key;
}

describe("a downloaded table that is loaded again", () => {
  it.each(sampled(["CSV", "NDJSON", "PARQUET"] as const, ["CSV"]))(
    "a downloaded table has the same rows as %s",
    async (format) => {
      await fc.assert(
        fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), async (rows) => {
          const key = await load(rows.map(jsonOf).join("\n"), "NDJSON", COLUMNS);
          const tableAt = (data: string) => {
            return { t: { kind: "TABLE", columns: COLUMNS, files: [{ key: data, rows: 0, bytes: 0 }] } };
          };
          const again = await load(await bytesOf("SELECT * FROM t", format, tableAt(key)), format, COLUMNS);
          const [before, after] = await Promise.all(
            [key, again].map((data) => bytesOf("SELECT * FROM t", "NDJSON", tableAt(data))),
          );
          expect(after?.toString()).toBe(before?.toString());
        }),
        { numRuns: sampledRuns(25) },
      );
    },
  );
});

describe("a result as text", () => {
  const query =
    "SELECT * FROM (VALUES (1, 'a', CAST(NULL AS DOUBLE)), (2, '', 0.1e0), (3, 'x,\"y\"', 1e300), (4, NULL, -0e0)) AS t(i, s, f) ORDER BY i";

  it("CSV has a header; an empty cell is a missing value, and a quoted empty cell is an empty string", async () => {
    expect(await textOf(query, "CSV")).toBe('i,s,f\n1,a,\n2,"",0.1\n3,"x,""y""",1e+300\n4,,-0.0\n');
    expect(await textOf('SELECT 1 AS "a,b", 2 AS "a,b"', "CSV")).toBe('"a,b","a,b"\n1,2\n');
    expect(await textOf("SELECT 1 AS n WHERE false", "CSV")).toBe("n\n");
  });

  it("NDJSON has every field, with null for numbers that JSON cannot represent", async () => {
    expect(await textOf(query, "NDJSON")).toBe(
      '{"i":1,"s":"a","f":null}\n{"i":2,"s":"","f":0.1}\n{"i":3,"s":"x,\\"y\\"","f":1e300}\n{"i":4,"s":null,"f":-0.0}\n',
    );
    expect(await textOf("SELECT 0e0 / 0e0 AS a, nan() AS b, CAST(0e0 / 0e0 AS real) AS c", "CSV")).toBe(
      "a,b,c\nnan,nan,nan\n",
    );
    expect(await textOf("SELECT ARRAY[nan(), 1e0] AS l, infinity() AS i", "NDJSON")).toBe(
      '{"l":[null,1.0],"i":null}\n',
    );
  });

  it("two fields with the same name are rejected", async () => {
    await expect(textOf("SELECT 1 AS n, 2 AS n", "NDJSON")).rejects.toThrow('columns are named "n"');
    await expect(textOf("SELECT 1 AS n, 2 AS N", "PARQUET")).rejects.toThrow('columns are named "N"');
  });

  it("many chunks keep the query's order", async () => {
    const rows = await textOf("SELECT n FROM UNNEST(sequence(1, 10000)) AS t(n) ORDER BY n DESC", "CSV");
    expect(rows).toBe(`n\n${Array.from({ length: 10_000 }, (_, index) => 10_000 - index).join("\n")}\n`);
  });
});

describe("a result that fails midway", () => {
  const query =
    "SELECT 10 / (1000000 - n * m) AS q FROM UNNEST(sequence(1, 1000)) AS a(n), UNNEST(sequence(1, 1000)) AS b(m)";

  it.each(["CSV", "NDJSON", "PARQUET", "XLSX"] as const)(
    "a result as %s that fails midway ends with an error",
    async (format) => {
      await expect(bytesOf(query, format)).rejects.toThrow("zero");
    },
  );

  it("a result that fails midway leaves no file", async () => {
    await expect(bytesOf(query, "PARQUET")).rejects.toThrow("zero");
    await bytesOf("SELECT 1 AS n", "PARQUET");
    const left = await readdir(join(lake.directory, "spill"), { recursive: true });
    expect(left.filter((name) => name.endsWith(".output"))).toEqual([]);
  });
});

describe("a result as a workbook", () => {
  async function cells(text: string): Promise<unknown[][]> {
    const rows: unknown[][] = [];
    for await (const { values } of streamXlsxRows(await bytesOf(text, "XLSX"))) rows.push(values);
    return rows;
  }

  it("values are exact, and are stored as text if another cell type would lose digits", async () => {
    const [header, first, second] = await cells(`
      SELECT 1 AS i, 9007199254740993 AS large, 0.1e0 AS f, true AS b, DATE '2024-02-29' AS d,
        TIMESTAMP '2024-02-29 10:00:00.123' AS t, TIMESTAMP '2024-02-29 10:00:00.123456' AS fine, '=1+1' AS s,
        ARRAY[1, 2] AS l, 1.10 AS dec
      UNION ALL SELECT NULL, 1, NULL, NULL, DATE '1850-01-01', NULL, NULL, ' _x0041_ ', NULL, NULL`);
    expect(header).toEqual(["i", "large", "f", "b", "d", "t", "fine", "s", "l", "dec"]);
    expect(first).toEqual([
      1,
      "9007199254740993",
      0.1,
      true,
      new Date("2024-02-29"),
      new Date("2024-02-29T10:00:00.123Z"),
      "2024-02-29 10:00:00.123456",
      "=1+1",
      "[1,2]",
      1.1,
    ]);
    expect(second?.[1]).toBe(1);
    expect(second?.[4]).toBe("1850-01-01");
    expect(second?.[7]).toBe(" _x0041_ ");
  });

  it("a result beyond a sheet's limits is refused", async () => {
    const rows = "UNNEST(sequence(1, 1100)) AS a(n), UNNEST(sequence(1, 1100)) AS b(m)";
    await expect(bytesOf(`SELECT 1 AS x FROM ${rows}`, "XLSX")).rejects.toThrow(
      "The result has 1,048,576 rows or more, but a sheet can have at most 1,048,575 below its header. Request CSV or Parquet instead.",
    );
    await expect(bytesOf("SELECT array_join(repeat('abcdefgh', 5000), '') AS s", "XLSX")).rejects.toThrow(
      'a string of more than 32,767 characters in column "s"',
    );
  });

  it("a workbook downloaded from a table can be loaded again", async () => {
    const columns = [
      column("i", "INT64"),
      column("f", "FLOAT64"),
      column("s", "STRING"),
      column("t", "TIMESTAMP"),
    ];
    const text =
      "SELECT * FROM (VALUES (9007199254740993, 0.1e0, '00042', TIMESTAMP '2024-01-01 10:00:00.5'), (2, 1e0, 'NA', TIMESTAMP '1999-12-31 00:00:00.000001')) AS t(i, f, s, t)";
    const key = await load(await bytesOf(text, "XLSX"), "XLSX", columns);
    const tables = { t: { kind: "TABLE", columns, files: [{ key, rows: 2, bytes: 0 }] } };
    expect((await bytesOf("SELECT * FROM t", "CSV", tables)).toString()).toBe(
      "i,f,s,t\n9007199254740993,0.1,00042,2024-01-01 10:00:00.5\n2,1.0,NA,1999-12-31 00:00:00.000001\n",
    );
  });
});

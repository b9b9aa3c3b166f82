import { readFile, writeFile } from "node:fs/promises";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { check, column, newPath, query, useFolder } from "../../../test/shared/formats/ingesting.ts";
import { sampledRuns } from "../../../test/support/byNight.ts";
import { checkParquetFooter } from "../parquet/checkParquetFooter.ts";
import { readParquetFooter } from "../parquet/readParquetFooter.ts";

useFolder();

/** Start of the message for a footer that cannot be read. */
const CANNOT = "the file's Parquet metadata cannot be read";

/** Encodes an unsigned number with seven bits per byte. */
function varint(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest % 128) | 0x80);
  }
}

function text(content: string): number[] {
  return [content.length, ...Buffer.from(content)];
}

/** Struct of a schema element: a group with this number of fields, or otherwise a 64-bit number. */
function element(name: string, children?: number): number[] {
  if (children === undefined) return [0x15, 4, 0x25, 2, 0x18, ...text(name), 0];
  return [0x48, ...text(name), 0x15, ...varint(2 * children), 0];
}

function schemaOf(elements: number[][]): Buffer {
  return Buffer.concat([
    Buffer.of(0x29, 0xfc, ...varint(elements.length)),
    ...elements.map((bytes) => Buffer.from(bytes)),
  ]);
}

const A = schemaOf([element("schema", 1), element("a")]);
const NO_ROWS = Buffer.of(0x16, 0);
const NO_ROW_GROUPS = Buffer.of(0x19, 0x0c);
const STOP = Buffer.of(0);

function fileOf(...footer: Uint8Array[]): Buffer {
  const content = Buffer.concat(footer);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(content.length);
  return Buffer.concat([Buffer.from("PAR1"), content, length, Buffer.from("PAR1")]);
}

async function read(file: Uint8Array): ReturnType<typeof readParquetFooter> {
  const path = newPath("parquet");
  await writeFile(path, file);
  return readParquetFooter(path);
}

async function writeWithDuckDb(select: string): Promise<Buffer> {
  const path = newPath("parquet");
  await query(`COPY (${select}) TO '${path}' (FORMAT parquet)`);
  return readFile(path);
}

function footerOf(file: Buffer): Buffer {
  return file.subarray(file.length - 8 - file.readUInt32LE(file.length - 8), file.length - 8);
}

/** The same footer with its one row group repeated. */
function withRowGroups(footer: Buffer, count: number): Buffer {
  const fields = checkParquetFooter(footer);
  if (typeof fields === "string") throw new Error(fields);
  const start = fields.rowCount.byteOffset - footer.byteOffset + fields.rowCount.length;
  const end = footer.lastIndexOf("DuckDB version") - 2;
  expect([...footer.subarray(start, start + 2)]).toEqual([0x19, 0x1c]);
  const rowGroup = footer.subarray(start + 2, end);
  return Buffer.concat([
    footer.subarray(0, start),
    Buffer.of(0x19, 0xfc, ...varint(count)),
    ...Array.from({ length: count }, () => rowGroup),
    footer.subarray(end),
  ]);
}

describe("the footer of a Parquet file", () => {
  test("a valid footer is read", async () => {
    const footer = await read(fileOf(A, Buffer.of(0x16, 84), NO_ROW_GROUPS, STOP));
    expect(footer).toMatchObject({ rows: 42, schema: { children: [{ element: { name: "a" } }] } });
  });

  test("a footer may have 2,000 columns in 100 row groups", async () => {
    const names = Array.from({ length: 2000 }, (_, index) => `column_${index}`);
    const select = `SELECT ${names.map((name, index) => `${index}.5::DOUBLE AS ${name}`).join(", ")}`;
    const footer = withRowGroups(footerOf(await writeWithDuckDb(select)), 100);
    expect(footer.length).toBeGreaterThan(10_000_000);
    const result = await read(fileOf(footer));
    if (typeof result === "string") throw new Error(result);
    expect([result.rows, result.schema.children.length]).toEqual([1, 2000]);
  });

  test("columns may be nested", async () => {
    const nested = await writeWithDuckDb("SELECT [{'a': [1, 2], 'b': {'c': DATE '2026-01-01'}}] AS x");
    expect(await read(nested)).toMatchObject({ rows: 1, schema: { children: [{ element: { name: "x" } }] } });
  });

  test("a 400,000-byte number is rejected immediately", async () => {
    const long = Buffer.concat([Buffer.of(0x16), Buffer.alloc(400_000, 0xff), Buffer.of(0)]);
    expect(await read(fileOf(A, long, NO_ROW_GROUPS, STOP))).toBe(
      `${CANNOT}: a number in it has more than 64 bits`,
    );
  });

  test("40 million empty structs are rejected using little memory", async () => {
    const structs = 40_000_000;
    const many = Buffer.concat([Buffer.of(0x19, 0xfc, ...varint(structs)), Buffer.alloc(structs)]);
    const before = process.memoryUsage().heapUsed;
    expect(await read(fileOf(A, NO_ROWS, many, STOP))).toBe(
      "the file's Parquet metadata has more than 20,000,000 values; write the file with fewer row groups, or split it",
    );
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(200_000_000);
  });

  test("a footer of more than 64 MB is refused before it is read", async () => {
    expect(await read(fileOf(Buffer.alloc(64 * 1024 * 1024 + 1)))).toBe(
      "the file's Parquet metadata exceeds 64 MB; write the file with fewer row groups, or split it",
    );
  });

  test("a schema that is too large is refused", async () => {
    const tooMany =
      "the file's schema has more than 50,000 columns and fields, or too much metadata about them";
    const columns = Array.from({ length: 50_000 }, (_, index) => element(`c${index}`));
    const wide = schemaOf([element("schema", 50_000), ...columns]);
    expect(await read(fileOf(wide, NO_ROWS, NO_ROW_GROUPS, STOP))).toBe(tooMany);
    const wordy = schemaOf([
      Array.from({ length: 500_001 }, () => [0x01, 0x02])
        .flat()
        .concat(0),
    ]);
    expect(await read(fileOf(wordy, NO_ROWS, NO_ROW_GROUPS, STOP))).toBe(tooMany);
  });

  test("a schema that is too deep is refused", async () => {
    const groups = Array.from({ length: 20_000 }, () => element("g", 1));
    const deep = schemaOf([...groups, element("a")]);
    expect(await read(fileOf(deep, NO_ROWS, NO_ROW_GROUPS, STOP))).toBe(
      `${CANNOT}: its schema is nested more than 100 levels deep`,
    );
  });

  test.each([
    ["a list in it is longer than the footer", [A, NO_ROWS, Buffer.of(0x19, 0xfc, ...varint(2 ** 31))]],
    [
      "a value in it is longer than the footer",
      [A, NO_ROWS, NO_ROW_GROUPS, Buffer.of(0x28, ...varint(2 ** 31))],
    ],
    ["it is nested more than 32 levels deep", [A, Buffer.alloc(1000, 0x1c)]],
    ["it is nested more than 32 levels deep", [A, Buffer.of(0x79), Buffer.alloc(1000, 0x19)]],
    ["it ends too early", [A, NO_ROWS, NO_ROW_GROUPS]],
    ["it has a value of the unknown type 11", [A, NO_ROWS, NO_ROW_GROUPS, Buffer.of(0x1b, 0, 0)]],
    ["it has no schema", [STOP]],
    ["its number of rows is missing", [A, STOP]],
    ["its number of rows is not a 64-bit number", [A, Buffer.of(0x18, 0), STOP]],
    ["its number of rows is negative", [A, Buffer.of(0x16, 1), NO_ROW_GROUPS, STOP]],
    ["its list of row groups is missing", [A, NO_ROWS, STOP]],
    ["its schema is not a list", [Buffer.of(0x26, 0), NO_ROWS, NO_ROW_GROUPS, STOP]],
    ["its schema is not a list of columns", [Buffer.of(0x29, 0x15, 0), NO_ROWS, NO_ROW_GROUPS, STOP]],
    ["a column has no name", [Buffer.of(0x29, 0x1c, 0), NO_ROWS, NO_ROW_GROUPS, STOP]],
    [
      "its schema has fewer columns than it declares",
      [schemaOf([element("schema", 2), element("a")]), NO_ROWS, NO_ROW_GROUPS, STOP],
    ],
    [
      "its schema has columns outside any group",
      [schemaOf([element("schema", 1), element("a"), element("b")]), NO_ROWS, NO_ROW_GROUPS, STOP],
    ],
  ])("a footer is refused if %s", async (reason, parts) => {
    expect(await read(fileOf(...parts))).toBe(`${CANNOT}: ${reason}`);
  });

  test("a footer longer than its file is refused", async () => {
    const file = fileOf(A, NO_ROWS, NO_ROW_GROUPS, STOP);
    file.writeUInt32LE(file.length - 11, file.length - 8);
    expect(await read(file)).toBe(`${CANNOT}: it is longer than the file`);
  });
});

describe("arbitrary footer bytes", () => {
  let real: Buffer;
  beforeAll(async () => {
    real = footerOf(
      await writeWithDuckDb("SELECT 1 AS a, [{'b': 'x'}] AS c, 1.5::DECIMAL(4, 2) AS d, now() AS t"),
    );
  });

  /** Requires that a footer is either read or refused with a reason, and that nothing is thrown. */
  const expectAnswer = async (footer: Uint8Array): Promise<void> => {
    const answer = await read(fileOf(footer));
    if (typeof answer === "string") expect(answer).toMatch(/^the file/);
    else expect(answer.rows).toBeGreaterThanOrEqual(0);
  };

  test("random bytes are read or refused with a reason", async () => {
    await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), expectAnswer), {
      numRuns: sampledRuns(500),
    });
  });

  test("modified footers are read or refused with a reason", async () => {
    const change = fc.record({
      at: fc.nat(),
      cut: fc.integer({ min: 0, max: 4 }),
      put: fc.uint8Array({ maxLength: 12 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        let footer = real;
        for (const { at, cut, put } of changes) {
          const from = at % footer.length;
          footer = Buffer.concat([footer.subarray(0, from), put, footer.subarray(from + cut)]);
        }
        await expectAnswer(footer);
        const columns = [column("a", "INT64"), column("c", "STRING"), column("d", "FLOAT64")];
        for (const sentence of await check("PARQUET", fileOf(footer), columns))
          expect(sentence).toMatch(/^variants\.parquet/);
      }),
      { numRuns: sampledRuns(1500) },
    );
  });
});

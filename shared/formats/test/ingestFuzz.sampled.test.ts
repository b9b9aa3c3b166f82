import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { Column } from "@pdp/basics/columns";
import fc from "fast-check";
import { writeXlsx } from "hucre";
import { describe, expect, test } from "vitest";
import {
  check,
  column,
  ingest,
  list,
  newPath,
  query,
  readBack,
  SCALAR_COLUMNS,
  useFolder,
  values,
} from "../../../test/shared/formats/ingesting.ts";
import { sampledRuns } from "../../../test/support/byNight.ts";
import { ingestFile } from "../ingestFile.ts";
import type { FileFormat } from "../options/fileFormat.ts";
import { isSequenceFormat, SEQUENCE_FORMATS } from "../options/fileFormat.ts";
import { CsvRecords } from "../text/csvRecords.ts";
import { SEQUENCE_COLUMNS, SEQUENCE_FILES } from "./sequenceFiles.ts";

useFolder();

const COLUMNS = [
  ...SCALAR_COLUMNS,
  column("l", "ARRAY", list("STRUCT", { columns: [column("k", "STRING"), column("n", "INT64")] })),
];

type Row = [
  bigint | null,
  number | null,
  string | null,
  boolean | null,
  Date | null,
  Date | null,
  Items | null,
];
type Items = ({ k: string | null; n: bigint | null } | null)[];

const missingOr = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 5, nil: null });
const text = fc.string({ unit: fc.constantFrom(..."aé😀 ,\t\"'\n\r;0.\\{}[]") });
const whole = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const instant = fc.date({ min: new Date("0001-01-02"), max: new Date("9999-12-30"), noInvalidDate: true });
const item = fc.record({ k: missingOr(text), n: missingOr(whole) });
const row: fc.Arbitrary<Row> = fc.tuple(
  missingOr(whole),
  missingOr(fc.double({ noDefaultInfinity: true, noNaN: true })),
  missingOr(text),
  missingOr(fc.boolean()),
  missingOr(instant.map((date) => new Date(date.toISOString().slice(0, 10)))),
  missingOr(instant),
  missingOr(fc.array(missingOr(item), { maxLength: 3 })),
);
const table = fc.array(row, { minLength: 1, maxLength: 20 });
const RUNS = { numRuns: sampledRuns(15), seed: 20_241 };

/** JSON that preserves every digit of an integer. */
function json(value: unknown): string {
  const marked = JSON.stringify(value, (_, inner) =>
    typeof inner === "bigint" ? `\ue000${inner}\ue000` : inner,
  );
  return marked.replaceAll(/"\ue000(-?\d+)\ue000"/g, "$1");
}

function day(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** Row as read back from Parquet. */
function expectedValues([i, f, s, b, d, t, l]: Row): unknown[] {
  // The engine shows fractional seconds without trailing zeros.
  const time = t?.toISOString().replace("T", " ").replace(/0*Z$/, "").replace(/\.$/, "") ?? null;
  return [
    i?.toString() ?? null,
    f === null ? null : f + 0,
    s,
    b,
    d && day(d),
    time,
    l?.map((entry) => entry && { k: entry.k, n: entry.n?.toString() ?? null }) ?? null,
  ];
}

function quoteCell(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}

function csvOf(rows: Row[], delimiter: string, end: string): string {
  const lines = rows.map(([i, f, s, b, d, t, l]) => {
    const cells = [
      i,
      f,
      s === null ? null : quoteCell(s),
      b,
      d && day(d),
      t?.toISOString(),
      l && quoteCell(json(l)),
    ];
    return cells.map((cell) => cell ?? "").join(delimiter);
  });
  return [COLUMNS.map(({ name }) => name).join(delimiter), ...lines, ""].join(end);
}

function ndjsonOf(rows: Row[]): string {
  return rows
    .map(
      ([i, f, s, b, d, t, l]) => `${json({ i, f: f === null ? null : f + 0, s, b, d: d && day(d), t, l })}\n`,
    )
    .join("");
}

describe("random tables", () => {
  test.each(["\n", "\r\n", "\r"])("round-trip through CSV with lines that end in %j", async (end) => {
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        expect(await values("CSV", csvOf(rows, ",", end), COLUMNS)).toEqual(rows.map(expectedValues));
      }),
      RUNS,
    );
  });

  test("random tables round-trip through TSV and NDJSON", async () => {
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        expect(await values("TSV", csvOf(rows, "\t", "\n"), COLUMNS)).toEqual(rows.map(expectedValues));
        expect(await values("NDJSON", ndjsonOf(rows), COLUMNS)).toEqual(rows.map(expectedValues));
      }),
      RUNS,
    );
  });
});

describe("cells near the limits of the rules", () => {
  const near = fc.string({ unit: fc.constantFrom(..."0123456789+-.eEx_, infNaT:Z"), maxLength: 12 });
  const odd = fc.constantFrom(
    ..."1e308 1e309 -1e309 4.9e-324 2e-324 0e999 0.0e-999 00000000000000000000000000000001 -00 +0 1. .1 . e1 1e+ 0x1 nan".split(
      " ",
    ),
    "9223372036854775807 ",
    "+9223372036854775808",
    "000009223372036854775807",
  );
  const cell = fc.oneof(near, odd).map((value) => value.replaceAll(",", ";"));

  test("the rules and the engine read a cell as JavaScript does, or both reject it", async () => {
    const columns = [
      column("i", "INT64"),
      column("f", "FLOAT64"),
      column("d", "DATE"),
      column("t", "TIMESTAMP"),
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...columns),
        fc.array(cell, { minLength: 1, maxLength: 4 }),
        async (type, cells) => {
          const content = `${type.name},x\n${cells.map((value) => `${value},1\n`).join("")}`;
          const { sentences, target } = await ingest("CSV", content, [type, column("x", "INT64")]);
          expect(sentences.filter((sentence) => /could not be/.test(sentence))).toEqual([]);
          if (sentences.length > 0) return;
          const rows = await readBack(target);
          for (const [index, [value]] of rows.entries()) {
            const written = (cells[index] ?? "").trim();
            if (written === "" || /^[+-]?nan$/i.test(written)) expect(value).toBeNull();
            else if (type.name === "i") expect(value).toBe(BigInt(written.replace("+", "")).toString());
            else if (type.name === "f") expect(value).toBe(Number(written));
            else expect(value).toContain(written.slice(0, 10));
          }
        },
      ),
      { numRuns: sampledRuns(60), seed: 7 },
    );
  });

  test("times in every zone are converted to the correct instant", async () => {
    const zone = fc.tuple(fc.constantFrom("+", "-"), fc.nat(14), fc.nat(59), fc.nat(2));
    const written = fc.tuple(instant, fc.option(zone), fc.nat(3));
    await fc.assert(
      fc.asyncProperty(fc.array(written, { minLength: 1, maxLength: 20 }), async (times) => {
        const cells = times.map(
          ([date, offset, detail]) => `${cut(date, detail)}${offset ? zoneText(offset) : "Z"}`,
        );
        const rows = await values("CSV", `t\n${cells.join("\n")}\n`, [column("t", "TIMESTAMP")]);
        const instants = times.map(([date, offset, detail]) => {
          const [sign, hours, minutes, form] = offset ?? ["+", 0, 0, 0];
          const shift = (sign === "+" ? 1 : -1) * (hours * 60 + (form === 0 ? 0 : minutes)) * 60_000;
          return Date.parse(`${cut(date, detail)}Z`) - shift;
        });
        const read = rows.map(([value]) => Date.parse(`${String(value).replace(" ", "T")}Z`));
        expect(read).toEqual(instants);
      }),
      { numRuns: sampledRuns(15), seed: 8 },
    );
  });

  function cut(date: Date, detail: number): string {
    return date.toISOString().slice(0, [16, 19, 21, 23][detail]);
  }

  function zoneText([sign, hours, minutes, form]: [string, number, number, number]): string {
    const [h, m] = [hours, minutes].map((part) => String(part).padStart(2, "0"));
    return `${sign}${h}${form === 0 ? "" : form === 1 ? m : `:${m}`}`;
  }
});

describe("text with quotes, delimiters and line ends anywhere", () => {
  const pieces = fc.constantFrom("a", '"', '""', ",", "\n", "\r\n", "\r", " ", "é", "");
  const content = fc.array(pieces, { maxLength: 30 }).map((list) => list.join(""));

  test("the rules and the engine read the same table, or report a problem", async () => {
    const columns = [column("x", "STRING"), column("y", "STRING")];
    await fc.assert(
      fc.asyncProperty(content, async (rest) => {
        const csv = `x,y\n${rest}`;
        const outcome = await ingest("CSV", csv, columns);
        expect(outcome.sentences.filter((sentence) => /could not be/.test(sentence))).toEqual([]);
        expect(outcome.kept).toBe(outcome.sentences.length === 0);
        if (outcome.kept)
          expect(await values("CSV", csv, columns)).toEqual(recordsOf(Buffer.from(csv), 1_000).slice(1));
      }),
      { numRuns: sampledRuns(60), seed: 9 },
    );
  });

  test("the result does not depend on the chunking", () => {
    fc.assert(
      fc.property(content, fc.integer({ min: 3, max: 9 }), (csv, size) => {
        expect(recordsOf(Buffer.from(csv), size)).toEqual(recordsOf(Buffer.from(csv), 1_000));
      }),
      { numRuns: sampledRuns(500), seed: 10 },
    );
  });

  function recordsOf(bytes: Buffer, size: number): (string | null)[][] {
    const records = new CsvRecords(",");
    const rows: (string | null)[][] = [];
    for (let start = 0; start === 0 || start < bytes.length; start += size) {
      records.push(bytes.subarray(start, start + size), start + size >= bytes.length);
      while (records.next()) {
        if (records.fault === undefined && rows.length > 0 && records.isEmpty()) continue;
        const cells = Array.from({ length: records.count }, (_, cell) => {
          const value = records.text(cell);
          return value === "" && !records.quoted(cell) ? null : value;
        });
        const { fault } = records;
        rows.push(fault === undefined ? cells : [`${fault.problem.line}: ${fault.problem.reason}`]);
        if (fault?.isFatal) return rows;
      }
    }
    return rows;
  }
});

describe("damaged files", () => {
  const ROWS: Row[] = [
    [
      1n,
      0.5,
      'a"b\nc',
      true,
      new Date("2024-02-29"),
      new Date("2024-01-01T10:00:00Z"),
      [{ k: "x", n: 2n }, null],
    ],
    [null, null, null, null, null, null, null],
    [2n ** 62n, -1e-7, "", false, new Date(0), new Date(0), []],
  ];
  const damage = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    remove: fc.nat(8),
    insert: fc.uint8Array({ maxLength: 8 }),
  });

  async function original(format: FileFormat): Promise<Uint8Array> {
    if (format === "CSV") return Buffer.from(csvOf(ROWS, ",", "\n"));
    if (format === "TSV") return Buffer.from(csvOf(ROWS, "\t", "\r\n"));
    if (format === "NDJSON") return Buffer.from(ndjsonOf(ROWS));
    if (isSequenceFormat(format)) return Buffer.from(SEQUENCE_FILES[format]);
    if (format === "XLSX") {
      const rows = ROWS.map((cells) => cells.map((cell) => (Array.isArray(cell) ? json(cell) : plain(cell))));
      return writeXlsx({ sheets: [{ name: "s", rows: [COLUMNS.map(({ name }) => name), ...rows] }] });
    }
    const outcome = await ingest("NDJSON", ndjsonOf(ROWS), COLUMNS);
    const path = newPath("parquet");
    await query(`COPY (SELECT * EXCLUDE (__line) FROM read_parquet('${outcome.target}')) TO '${path}'`);
    return readFile(path);
  }

  function plain(cell: bigint | number | string | boolean | Date | null) {
    return typeof cell === "bigint" ? cell.toString() : cell;
  }

  async function nothingEscapes(format: FileFormat, bytes: Uint8Array, columns: Column[]): Promise<void> {
    const listed = await check(format, bytes, columns);
    const outcome = await ingest(format, bytes, columns);
    expect(outcome.kept).toBe(outcome.sentences.length === 0);
    if (listed.length > 0) expect(outcome.kept).toBe(false);
    if (!outcome.kept) expect(outcome).toMatchObject({ rows: 0, bytes: 0, warnings: [] });
    expect(existsSync(outcome.target)).toBe(outcome.kept);
  }

  test.each(["CSV", "TSV", "NDJSON", "XLSX", "PARQUET", ...SEQUENCE_FORMATS] as const)(
    "damaged %s files are read or rejected",
    async (format) => {
      const bytes = Buffer.from(await original(format));
      const columns = isSequenceFormat(format) ? SEQUENCE_COLUMNS : COLUMNS;
      expect((await ingest(format, bytes, columns)).sentences).toEqual([]);
      await fc.assert(
        fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 3 }), async (list) => {
          let damaged = bytes;
          for (const { at, remove, insert } of list) {
            const start = Math.floor(at * damaged.length);
            damaged = Buffer.concat([damaged.subarray(0, start), insert, damaged.subarray(start + remove)]);
          }
          await nothingEscapes(format, damaged, columns);
        }),
        { numRuns: sampledRuns(isSequenceFormat(format) ? 16 : 50), seed: 11 },
      );
    },
  );

  test.each(["CSV", "TSV", "NDJSON", "XLSX", "PARQUET"] as const)(
    "%s files of random bytes are rejected",
    async (format) => {
      const frame = format === "PARQUET" ? Buffer.from("PAR1") : Buffer.alloc(0);
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
          await nothingEscapes(format, Buffer.concat([frame, bytes, frame]), COLUMNS);
        }),
        { numRuns: sampledRuns(40), seed: 12 },
      );
    },
  );
});

test("an abort stops the work and leaves no file", async () => {
  const path = newPath("csv");
  await query(`COPY (SELECT i, 'x' || i AS s FROM range(300000) AS r(i)) TO '${path}' (FORMAT csv)`);
  const controller = new AbortController();
  const target = newPath("parquet");
  const source = { path, format: "CSV" as const, name: "a.csv" };
  const ingested = ingestFile(source, [column("i", "INT64"), column("s", "STRING")], target, {
    signal: controller.signal,
  });
  setImmediate(() => controller.abort());
  await expect(ingested).rejects.toThrow(/abort/i);
  expect(existsSync(target)).toBe(false);
});

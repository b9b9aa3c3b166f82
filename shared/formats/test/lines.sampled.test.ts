import { zstdDecompressSync } from "node:zlib";
import fc from "fast-check";
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { describe, expect, test } from "vitest";
import {
  column,
  ingest,
  linesOf,
  newPath,
  query,
  useFolder,
} from "../../../test/shared/formats/ingesting.ts";
import { sampledRuns } from "../../../test/support/byNight.ts";
import { LineRuns } from "../lineRuns.ts";
import { appendLines } from "../parquet/appendLines.ts";
import { encodeAscending } from "../parquet/deltaBinaryPacked.ts";
import { readThrift, writeThrift } from "../parquet/thriftCompact.ts";

useFolder();

const compressors = { ZSTD: (bytes: Uint8Array) => zstdDecompressSync(bytes) };

const ascending = fc
  .array(fc.oneof(fc.constant(1), fc.constant(2), fc.nat(300), fc.nat(2 ** 40)), { maxLength: 600 })
  .map((steps) => {
    let line = 0;
    return steps.map((step) => (line += step));
  });

describe("line numbers of rows", () => {
  test("line numbers are compact and round-trip", () => {
    fc.assert(
      fc.property(ascending, (lines) => {
        const runs = new LineRuns();
        for (const line of lines) runs.push(line);
        expect([...runs]).toEqual(lines);
        expect(runs.length).toBe(lines.length);
      }),
      { numRuns: 300, seed: 1 },
    );
  });

  test("the engine and another reader read the line numbers, for any row groups", async () => {
    await fc.assert(
      fc.asyncProperty(ascending, async (lines) => {
        const path = newPath("parquet");
        await query(
          `COPY (SELECT i, 'x' || i AS s, [i] AS l, {'a': i} AS t FROM range(${lines.length}) AS r(i)) TO '${path}' (FORMAT parquet, COMPRESSION zstd)`,
        );
        const runs = new LineRuns();
        for (const line of lines) runs.push(line);
        const bytes = await appendLines(path, runs);
        expect(await linesOf(path)).toEqual(lines);
        const rows = await query(`SELECT i, s, l[1], t.a FROM read_parquet('${path}')`);
        expect(rows).toEqual(lines.map((_, row) => [`${row}`, `x${row}`, `${row}`, `${row}`]));
        const file = await asyncBufferFromFile(path);
        expect(file.byteLength).toBe(bytes);
        const read = await parquetReadObjects({ file, compressors, columns: ["__line", "i"] });
        expect(read.map((row) => Number(row.__line))).toEqual(lines);
      }),
      { numRuns: sampledRuns(25), seed: 2 },
    );
  });

  test("each row group has its own statistics", async () => {
    const path = newPath("parquet");
    await query(
      `COPY (SELECT i FROM range(10000) AS r(i)) TO '${path}' (FORMAT parquet, ROW_GROUP_SIZE 2048)`,
    );
    const runs = new LineRuns();
    for (let line = 2; line < 20_002; line += 2) runs.push(line);
    await appendLines(path, runs);
    const [groups] = await query(
      `SELECT count(*), min(stats_min_value::BIGINT), max(stats_max_value::BIGINT), sum(total_compressed_size) FROM parquet_metadata('${path}') WHERE path_in_schema = '__line'`,
    );
    expect(groups?.slice(0, 3)).toEqual(["5", "2", "20000"]);
    expect(Number(groups?.[3])).toBeLessThan(1_000);
    expect(await query(`SELECT i FROM read_parquet('${path}') WHERE __line = 12346`)).toEqual([["6172"]]);
  });

  test("lines for a different number of rows are rejected", async () => {
    const path = newPath("parquet");
    await query(`COPY (SELECT 1 AS i) TO '${path}' (FORMAT parquet)`);
    await expect(appendLines(path, new LineRuns())).rejects.toThrow("0 lines do not match 1 rows");
  });

  test("line numbers of 128 equally spaced rows need six bytes", () => {
    expect(encodeAscending(Float64Array.from({ length: 100_001 }, (_, row) => row + 2)).length).toBeLessThan(
      5_000,
    );
  });
});

test("Parquet metadata round-trips", async () => {
  const path = newPath("parquet");
  await query(
    `COPY (SELECT i, i / 3 AS f, 'x' AS s, [i] AS l, {'a': i, 'b': DATE '2024-01-01'} AS t FROM range(5000) AS r(i)) TO '${path}' (FORMAT parquet, ROW_GROUP_SIZE 2048, KV_METADATA {'k': 'v'})`,
  );
  const bytes = Buffer.from(await (await asyncBufferFromFile(path)).slice(0));
  const footer = bytes.subarray(bytes.length - 8 - bytes.readUInt32LE(bytes.length - 8), bytes.length - 8);
  expect(writeThrift(readThrift(footer))).toEqual(footer);
});

describe("each row has the line of its first cell", () => {
  /** Rows as text, and the lines on which rows with a value start. */
  const cell = fc.constantFrom("x", '"y\nz"', '"p\r\nq"', '""', "", '"a ""b"""', "é");
  const row = fc.oneof(
    { weight: 8, arbitrary: fc.tuple(cell, cell).map((cells) => cells.join(",")) },
    { weight: 1, arbitrary: fc.constant("") },
    { weight: 1, arbitrary: fc.constant(",") },
  );
  const end = fc.constantFrom("\n", "\r\n");

  function expectedLines(rows: string[], first: number): number[] {
    let line = first;
    return rows.flatMap((text) => {
      const at = line;
      line += 1 + (text.match(/\n/g)?.length ?? 0);
      return /[^,"]/.test(text) ? [at] : [];
    });
  }

  test("rows keep their lines in CSV with multi-line cells, blank lines and empty rows", async () => {
    const columns = [column("a", "STRING"), column("b", "STRING")];
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 40 }), end, fc.nat(3), async (rows, lineEnd, titles) => {
        const text = `${`title${lineEnd}`.repeat(titles)}a,b${lineEnd}${rows.map((line) => `${line}${lineEnd}`).join("")}`;
        const options = titles === 0 ? {} : { header_row: titles + 1 };
        const { target, kept, sentences } = await ingest("CSV", text, columns, options);
        expect([sentences, kept]).toEqual([[], true]);
        expect(await linesOf(target)).toEqual(expectedLines(rows, titles + 2));
      }),
      { numRuns: sampledRuns(60), seed: 3 },
    );
  });

  test("rows keep their lines in NDJSON with blank lines and empty objects", async () => {
    const object = fc.constantFrom('{"a":1}', '{"a":null,"b":"x"}', "{}", '{"a":null,"b":""}', "", "  ");
    await fc.assert(
      fc.asyncProperty(fc.array(object, { maxLength: 30 }), async (rows) => {
        const lines = ['{"a":0,"b":"y"}', ...rows];
        const columns = [column("a", "INT64"), column("b", "STRING")];
        const { target, sentences } = await ingest("NDJSON", `${lines.join("\n")}\n`, columns);
        expect(sentences).toEqual([]);
        expect(await linesOf(target)).toEqual(
          lines.flatMap((text, index) => (/\d|[xy]/.test(text) ? [index + 1] : [])),
        );
      }),
      { numRuns: sampledRuns(40), seed: 4 },
    );
  });

  test("rows keep their lines in a file of many megabytes that the engine reads with several threads", async () => {
    const lines = Array.from({ length: 400_000 }, (_, n) =>
      n % 1_000 === 999 ? `${n},"two\nlines"` : `${n},one`,
    );
    const { target } = await ingest("CSV", `n,note\n${lines.join("\n")}\n`, [
      column("n", "INT64"),
      column("note", "STRING"),
    ]);
    const [wrong] = await query(
      `SELECT count(*) FROM read_parquet('${target}') WHERE __line <> n + 2 + n // 1000 OR (note = 'one') = (n % 1000 = 999)`,
    );
    expect(wrong).toEqual(["0"]);
  });
});

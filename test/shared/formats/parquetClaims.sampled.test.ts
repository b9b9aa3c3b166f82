import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import type { Column } from "@pdp/basics/columns";
import { isReserved } from "@pdp/trino/parse";
import { tableFromArrays, tableToIPC } from "apache-arrow";
import { parquetWriteBuffer } from "hyparquet-writer";
import * as wasm from "parquet-wasm";
import { describe, expect, test } from "vitest";
import { previewFile } from "#shared/proposals/previewFile.ts";
import { sampledRuns } from "#test/support/byNight.ts";
import {
  binary,
  i32,
  i64,
  listOf,
  readThrift,
  structOf,
  type ThriftList,
  type ThriftStruct,
  type ThriftValue,
  writeThrift,
} from "../../../shared/formats/parquet/thriftCompact.ts";
import { FALSE, STRUCT, TRUE } from "../../../shared/formats/parquet/thriftReader.ts";
import { column, ingest, linesOf, list, newPath, query, readBack, useFolder } from "./ingesting.ts";

useFolder();

/** Deterministic random numbers (mulberry32), so that a failing seed can be repeated. */
class Draws {
  private state: number;

  constructor(seed: number) {
    this.state = seed;
  }

  below(count: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * count);
  }

  of<const Value>(values: readonly Value[]): Value {
    return values[this.below(values.length)] as Value;
  }

  isLucky(): boolean {
    return this.below(2) === 0;
  }
}

interface Parsed {
  pages: Buffer;
  footer: ThriftStruct;
}

function parse(file: Buffer): Parsed {
  const start = file.length - 8 - file.readUInt32LE(file.length - 8);
  return { pages: file.subarray(0, start), footer: readThrift(file.subarray(start, file.length - 8)) };
}

function serialize({ pages, footer }: Parsed): Buffer {
  const bytes = writeThrift(new Map([...footer].sort(([a], [b]) => a - b)));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return Buffer.concat([pages, bytes, length, Buffer.from("PAR1")]);
}

function items(struct: ThriftStruct, field: number): ThriftStruct[] {
  return ((struct.get(field)?.content as ThriftList | undefined)?.items ?? []) as ThriftStruct[];
}

function groupsOf({ footer }: Parsed): ThriftStruct[] {
  return items(footer, 4);
}

function chunksOf(group: ThriftStruct): ThriftStruct[] {
  return items(group, 1);
}

function metadataOf(chunk: ThriftStruct): ThriftStruct {
  return chunk.get(3)?.content as ThriftStruct;
}

function set(struct: ThriftStruct, field: number, value: ThriftValue | undefined): void {
  if (value === undefined) struct.delete(field);
  else struct.set(field, value);
  const sorted = [...struct].sort(([a], [b]) => a - b);
  struct.clear();
  for (const [id, content] of sorted) struct.set(id, content);
}

/** Claims about the content, by struct: the ids of the optional fields that no reader needs to decode the rows. */
const CLAIMS = {
  file: [5, 6, 7],
  group: [4, 5, 6, 7],
  chunk: [4, 5, 6, 7],
  metadata: [8, 10, 12, 13, 14, 15, 16, 17],
};

function withoutClaims(file: Buffer): Buffer {
  const parsed = parse(file);
  for (const field of CLAIMS.file) parsed.footer.delete(field);
  for (const group of groupsOf(parsed)) {
    for (const field of CLAIMS.group) group.delete(field);
    for (const chunk of chunksOf(group)) {
      for (const field of CLAIMS.chunk) chunk.delete(field);
      for (const field of CLAIMS.metadata) metadataOf(chunk).delete(field);
    }
  }
  return serialize(parsed);
}

function boolean(isTrue: boolean): ThriftValue {
  return { type: isTrue ? TRUE : FALSE, content: isTrue };
}

function anyBytes(draws: Draws): Buffer {
  const bytes = Buffer.alloc(draws.of([0, 1, 4, 8, 8, 8, 12]));
  if (bytes.length === 8 && draws.isLucky()) bytes.writeBigInt64LE(BigInt(draws.below(2_000)));
  else for (let at = 0; at < bytes.length; at++) bytes[at] = draws.of([0, 0, 1, 65, 255]);
  return bytes;
}

/** A wrong number: none, all rows, or any. */
function anyCount(draws: Draws, rows: bigint): ThriftValue {
  return i64(Number(draws.of([0n, rows, rows, 1n, BigInt(draws.below(5_000))])));
}

function anyStatistics(draws: Draws, rows: bigint): ThriftValue {
  const claimed: Record<number, ThriftValue> = {};
  const bound = binary(anyBytes(draws));
  if (draws.isLucky()) claimed[1] = draws.isLucky() ? bound : binary(anyBytes(draws));
  if (draws.isLucky()) claimed[2] = draws.isLucky() ? bound : binary(anyBytes(draws));
  if (draws.below(4) > 0) claimed[3] = anyCount(draws, rows);
  if (draws.isLucky()) claimed[4] = anyCount(draws, rows);
  if (draws.isLucky()) claimed[5] = draws.isLucky() ? bound : binary(anyBytes(draws));
  if (draws.isLucky()) claimed[6] = draws.isLucky() ? bound : binary(anyBytes(draws));
  if (draws.isLucky()) claimed[7] = boolean(draws.isLucky());
  if (draws.isLucky()) claimed[8] = boolean(draws.isLucky());
  return { type: STRUCT, content: structOf(claimed) };
}

/** Makes false claims in every struct of the footer. */
function withLies(file: Buffer, draws: Draws): Buffer {
  const parsed = parse(file);
  const position = (): ThriftValue => i64(draws.below(parsed.pages.length));
  if (draws.isLucky()) {
    const pair = (key: string, value: string) => structOf({ 1: binary(key), 2: binary(value) });
    const key = draws.of(["ARROW:schema", "geo", "pandas", "iceberg.schema", "duckdb"]);
    set(parsed.footer, 5, listOf(STRUCT, [pair(key, draws.of(["", "AAAA", "{}", '{"version":"1.0.0"}']))]));
  }
  if (draws.isLucky())
    set(parsed.footer, 6, binary(draws.of(["", "DuckDB version v1.4.1", "parquet-mr version 1.2.9"])));
  if (draws.isLucky()) parsed.footer.delete(7);
  for (const group of groupsOf(parsed)) {
    const rows = group.get(3)?.content as bigint;
    if (draws.isLucky()) {
      const sorting = structOf({ 1: i32(0), 2: boolean(draws.isLucky()), 3: boolean(draws.isLucky()) });
      set(group, 4, listOf(STRUCT, [sorting]));
    }
    if (draws.isLucky()) set(group, 5, position());
    if (draws.isLucky()) set(group, 6, anyCount(draws, rows));
    for (const chunk of chunksOf(group)) {
      const metadata = metadataOf(chunk);
      set(metadata, 12, draws.below(5) === 0 ? undefined : anyStatistics(draws, rows));
      if (draws.isLucky()) metadata.delete(13);
      if (draws.isLucky()) set(metadata, 14, position());
      if (metadata.has(14) && draws.isLucky()) set(metadata, 15, i32(draws.below(200)));
      if (draws.below(4) === 0) {
        set(metadata, 16, { type: STRUCT, content: structOf({ 1: anyCount(draws, rows) }) });
      }
      for (const [offset, length] of [
        [4, 5],
        [6, 7],
      ] as const) {
        if (draws.below(3) > 0) continue;
        set(chunk, offset, position());
        set(chunk, length, i32(draws.below(500)));
      }
    }
  }
  return serialize(parsed);
}

const COLUMNS: Column[] = [
  column("i", "INT64", { nullable: false }),
  column("f", "FLOAT64"),
  column("s", "STRING", { nullable: false }),
  column("b", "BOOL"),
  column("d", "DATE"),
  column("t", "TIMESTAMP", { nullable: false }),
  column("u", "INT64"),
  column("l", "ARRAY", list("FLOAT64", { nullable: false })),
  column("r", "STRUCT", { columns: [column("a", "INT64", { nullable: false }), column("e", "DATE")] }),
];

/** Writes a file whose rows break rules, or do not, and may be empty. */
async function someFile(draws: Draws): Promise<Buffer> {
  const path = newPath("parquet");
  const rows = draws.of([1, 40, 3_000, 5_000]);
  const hasFaults = draws.isLucky();
  const hasEmpty = draws.isLucky();
  const fault = (value: string, wrong: string): string =>
    hasFaults && draws.isLucky()
      ? `CASE WHEN n % ${draws.of([7, 499, rows])} = 0 THEN ${wrong} ELSE ${value} END`
      : value;
  const maybe = (value: string): string =>
    draws.isLucky() ? value : `CASE WHEN n % ${draws.of([2, 3, 100])} = 0 THEN NULL ELSE ${value} END`;
  const values = {
    i: fault("n", "NULL"),
    f: maybe(fault("n / 7::DOUBLE", "'inf'::DOUBLE")),
    s: fault("'word ' || n % 13", "NULL"),
    b: maybe("n % 3 = 0"),
    d: maybe(fault("DATE '2024-01-01' + (n % 400)::INTEGER", "DATE '5877642-06-25 (BC)' + 1")),
    t: fault("TIMESTAMP '2024-01-01' + to_seconds(n)", "NULL"),
    u: maybe(fault("n::UBIGINT", "18446744073709551615::UBIGINT")),
    l: maybe(fault("[n / 3::DOUBLE, 2]", "[NULL, 1::DOUBLE]")),
    r: maybe(fault("{'a': n, 'e': DATE '2024-01-01'}", "{'a': NULL, 'e': DATE '12024-01-01'}")),
  };
  const nothing = `n % ${draws.of([5, 1_000])} = 0`;
  const select = Object.entries(values).map(
    ([name, value]) => `${hasEmpty ? `CASE WHEN ${nothing} THEN NULL ELSE ${value} END` : value} AS ${name}`,
  );
  const options = [
    `COMPRESSION ${draws.of(["uncompressed", "snappy", "gzip", "zstd", "brotli", "lz4_raw"])}`,
    `PARQUET_VERSION ${draws.of(["V1", "V2"])}`,
    `ROW_GROUP_SIZE ${draws.of([2_048, 100_000])}`,
    `DICTIONARY_SIZE_LIMIT ${draws.of([1, 2_000])}`,
  ];
  await query(
    `COPY (SELECT ${select.join(", ")} FROM range(1, ${rows + 1}) t(n)) TO '${path}' (FORMAT parquet, ${options.join(", ")})`,
  );
  return readFile(path);
}

/** Adds to the stated number of rows in the row groups and the file, and optionally of values in the columns. */
function withRows(file: Buffer, added: { file?: number; group?: number; values?: number }): Buffer {
  const parsed = parse(file);
  const add = (struct: ThriftStruct, field: number, count = 0) =>
    set(struct, field, i64(Number(struct.get(field)?.content) + count));
  add(parsed.footer, 3, added.file);
  for (const group of groupsOf(parsed)) {
    add(group, 3, added.group);
    for (const chunk of chunksOf(group)) add(metadataOf(chunk), 5, added.values);
  }
  return serialize(parsed);
}

const WRITERS: Record<string, () => Promise<Uint8Array>> = {
  DuckDB: async () => {
    const path = newPath("parquet");
    await query(`COPY (SELECT n AS i FROM range(100) t(n)) TO '${path}' (FORMAT parquet)`);
    return readFile(path);
  },
  "DuckDB with pages of version 2": async () => {
    const path = newPath("parquet");
    await query(
      `COPY (SELECT n AS i FROM range(100) t(n)) TO '${path}' (FORMAT parquet, PARQUET_VERSION V2)`,
    );
    return readFile(path);
  },
  "hyparquet-writer": async () => {
    const data = Array.from({ length: 100 }, (_, n) => BigInt(n));
    return new Uint8Array(parquetWriteBuffer({ columnData: [{ name: "i", data, type: "INT64" }] }));
  },
  "arrow-rs": async () => {
    const table = tableFromArrays({ i: BigInt64Array.from({ length: 100 }, (_, n) => BigInt(n)) });
    return wasm.writeParquet(wasm.Table.fromIPCStream(tableToIPC(table, "stream")));
  },
};

async function previewOf(file: Buffer) {
  const path = newPath("parquet");
  await writeFile(path, file);
  return previewFile({ path, name: "variants.parquet", isCut: false }, isReserved);
}

async function outcomeOf(file: Buffer, seed: number): Promise<object> {
  const { sentences, warnings, rows, leftOut, kept, target } = await ingest(
    "PARQUET",
    file,
    COLUMNS,
    seed % 3 === 0 ? { bad_rows: "SKIP" } : {},
  );
  const read = kept && JSON.stringify([await readBack(target), await linesOf(target)]);
  return {
    sentences,
    warnings,
    rows,
    leftOut,
    read: read && createHash("sha256").update(read).digest("hex"),
  };
}

describe("claims in the footer of a Parquet file", () => {
  const seeds = Array.from({ length: sampledRuns(160) }, (_, index) => index + 1);

  test.each(seeds)(
    "false claims change neither the accepted rows nor the problems (seed %i)",
    async (seed) => {
      const draws = new Draws(seed);
      const file = await someFile(draws);
      const expected = await outcomeOf(withoutClaims(file), seed);
      expect(await outcomeOf(withLies(file, draws), seed)).toEqual(expected);
      expect(await outcomeOf(file, seed)).toEqual(expected);
    },
  );

  test.each(seeds.slice(0, 12))("false claims do not change a preview (seed %i)", async (seed) => {
    const draws = new Draws(seed);
    const file = await someFile(draws);
    const expected = await previewOf(withoutClaims(file));
    expect(expected.rows.length).toBeGreaterThan(0);
    expect(await previewOf(withLies(file, draws))).toEqual(expected);
  });

  test("a preview reports wrong counts", async () => {
    const path = newPath("parquet");
    await query(`COPY (SELECT n AS i FROM range(100) t(n)) TO '${path}' (FORMAT parquet)`);
    const { problems } = await previewOf(withRows(await readFile(path), { file: -40, group: -40 }));
    expect(JSON.stringify(problems)).toContain("states 60 rows in a row group, but the pages");
  });

  const I = [column("i", "INT64")];
  const rowsOf = (stated: number, found: number) =>
    `variants.parquet: the file's Parquet metadata states ${stated} rows in a row group, but the pages of the column "i" contain ${found}; write the file again.`;
  const valuesOf = (stated: number, found: number) => rowsOf(stated, found).replace(" rows ", " values ");
  const cases: [string, Parameters<typeof withRows>[1], string][] = [
    ["fewer rows", { file: -40, group: -40 }, rowsOf(60, 100)],
    ["more rows", { file: 40, group: 40 }, rowsOf(140, 100)],
    ["fewer rows and values", { file: -40, group: -40, values: -40 }, valuesOf(60, 100)],
    ["fewer values", { values: -1 }, valuesOf(99, 100)],
    [
      "fewer rows than its row groups",
      { file: -40 },
      "variants.parquet: the file's Parquet metadata states 60 rows, but its row groups have 100; write the file again.",
    ],
    [
      "more rows than its row groups",
      { file: 40 },
      "variants.parquet: the file's Parquet metadata states 140 rows, but its row groups have 100; write the file again.",
    ],
  ];

  describe.each(Object.entries(WRITERS))("a file of %s", (_, write) => {
    test.each(cases)("is refused if it states %s", async (_, added, sentence) => {
      const file = Buffer.from(await write());
      expect((await ingest("PARQUET", file, I)).rows).toBe(100);
      const lie = await ingest("PARQUET", withRows(file, added), I);
      expect(lie.sentences).toEqual([sentence]);
      expect(lie.kept).toBe(false);
    });

    test("is refused if it states values after its last page", async () => {
      const file = Buffer.from(await write());
      const lie = await ingest("PARQUET", withRows(file, { file: 9, group: 9, values: 9 }), I);
      expect(lie.sentences).toHaveLength(1);
      expect(lie.sentences[0]).toContain("the file's Parquet ");
      expect(lie.kept).toBe(false);
    });
  });
});

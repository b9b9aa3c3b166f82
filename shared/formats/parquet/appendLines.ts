import { open } from "node:fs/promises";
import { constants, zstdCompressSync } from "node:zlib";
import { LINE_COLUMN } from "../engine/convertWithDuckDb.ts";
import type { LineRuns } from "../lineRuns.ts";
import { encodeAscending } from "./deltaBinaryPacked.ts";
import {
  binary,
  i32,
  i64,
  listOf,
  readThrift,
  structOf,
  type ThriftList,
  type ThriftStruct,
  writeThrift,
} from "./thriftCompact.ts";
import { BINARY, I32, STRUCT } from "./thriftReader.ts";

const MAGIC = Buffer.from("PAR1");
/** Field ids and enumeration values of Parquet's metadata (parquet.thrift). */
const FILE = { schema: 2, rowGroups: 4, columnOrders: 7 };
const GROUP = { columns: 1, bytes: 2, rows: 3, compressedBytes: 6 };
const ELEMENT = { type: 1, repetition: 3, name: 4, children: 5, convertedType: 6 };
const INT64 = 2;
const REQUIRED = 0;
const CONVERTED_INT64 = 18;
const ZSTD = 6;
const DELTA_BINARY_PACKED = 5;
const RLE = 3;

/**
 * Appends the column `__line` to a Parquet file: the engine does not know the line numbers of the rows that it reads, and
 * numbering its rows would prevent it from using several threads. Returns the new file size in bytes.
 */
export async function appendLines(path: string, lines: LineRuns): Promise<number> {
  await using file = await open(path, "r+");
  const { size } = await file.stat();
  const tail = Buffer.alloc(8);
  await file.read(tail, 0, 8, size - 8);
  const footerBytes = tail.readUInt32LE(0);
  const footer = Buffer.alloc(footerBytes);
  const end = size - 8 - footerBytes;
  await file.read(footer, 0, footerBytes, end);
  const metadata = readThrift(footer);
  const added = [...addLines(metadata, lines, end)];
  const written = writeThrift(metadata);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(written.length);
  const content = Buffer.concat([...added, written, length, MAGIC]);
  await file.write(content, 0, content.length, end);
  const total = end + content.length;
  await file.truncate(total);
  return total;
}

/** Adds the column to the metadata, and yields its pages, which are written starting at `start`. */
function* addLines(metadata: ThriftStruct, lines: LineRuns, start: number): Generator<Buffer> {
  extendSchema(metadata);
  const groups = itemsOf(metadata, FILE.rowGroups) as ThriftStruct[];
  const count = groups.reduce((sum, group) => sum + numberOf(group, GROUP.rows), 0);
  if (count !== lines.length) throw new Error(`${lines.length} lines do not match ${count} rows`);
  const take = takeInOrder(lines);
  let offset = start;
  for (const group of groups) {
    const { page, chunk, bytes } = pageOf(take(numberOf(group, GROUP.rows)), offset);
    itemsOf(group, GROUP.columns).push(chunk);
    group.set(GROUP.bytes, i64(numberOf(group, GROUP.bytes) + bytes));
    if (group.has(GROUP.compressedBytes)) {
      group.set(GROUP.compressedBytes, i64(numberOf(group, GROUP.compressedBytes) + page.length));
    }
    offset += page.length;
    yield page;
  }
}

/** Returns a function that returns the requested number of subsequent values. */
function takeInOrder(lines: LineRuns): (count: number) => Float64Array {
  const runs = lines.runs();
  let run = { first: 0, step: 0, count: 0 };
  return (count) => {
    const values = new Float64Array(count);
    for (let index = 0; index < count; index++) {
      if (run.count === 0) run = runs.next().value ?? { first: Number.NaN, step: 0, count: count - index };
      values[index] = run.first;
      run.first += run.step;
      run.count--;
    }
    return values;
  };
}

function extendSchema(metadata: ThriftStruct): void {
  const schema = itemsOf(metadata, FILE.schema) as ThriftStruct[];
  const [root] = schema;
  root?.set(ELEMENT.children, i32(numberOf(root, ELEMENT.children) + 1));
  schema.push(
    structOf({
      [ELEMENT.type]: i32(INT64),
      [ELEMENT.repetition]: i32(REQUIRED),
      [ELEMENT.name]: binary(LINE_COLUMN),
      [ELEMENT.convertedType]: i32(CONVERTED_INT64),
    }),
  );
  const orders = metadata.get(FILE.columnOrders)?.content as ThriftList | undefined;
  orders?.items.push(structOf({ 1: { type: STRUCT, content: new Map() } }));
}

/** Encodes the lines of a row group as one page; `offset` is its offset in the file. */
function pageOf(values: Float64Array, offset: number): { page: Buffer; chunk: ThriftStruct; bytes: number } {
  const encoded = encodeAscending(values);
  const compressed = zstdCompressSync(encoded, { params: { [constants.ZSTD_c_compressionLevel]: 1 } });
  const rows = i32(values.length);
  const data = structOf({ 1: rows, 2: i32(DELTA_BINARY_PACKED), 3: i32(RLE), 4: i32(RLE) });
  const header = writeThrift(
    structOf({
      1: i32(0),
      2: i32(encoded.length),
      3: i32(compressed.length),
      5: { type: STRUCT, content: data },
    }),
  );
  const page = Buffer.concat([header, compressed]);
  const bytes = header.length + encoded.length;
  const statistics = structOf({
    3: i64(0),
    5: binary(bytesOf(values[values.length - 1] ?? 0)),
    6: binary(bytesOf(values[0] ?? 0)),
  });
  const column = structOf({
    1: i32(INT64),
    2: listOf(I32, [BigInt(DELTA_BINARY_PACKED), BigInt(RLE)]),
    3: listOf(BINARY, [Buffer.from(LINE_COLUMN)]),
    4: i32(ZSTD),
    5: i64(values.length),
    6: i64(bytes),
    7: i64(page.length),
    9: i64(offset),
    12: { type: STRUCT, content: statistics },
  });
  const chunk = structOf({ 2: i64(offset), 3: { type: STRUCT, content: column } });
  return { page, chunk, bytes };
}

function itemsOf(struct: ThriftStruct, field: number): ThriftList["items"] {
  return (struct.get(field)?.content as ThriftList | undefined)?.items ?? [];
}

function numberOf(struct: ThriftStruct, field: number): number {
  return Number(struct.get(field)?.content ?? 0);
}

function bytesOf(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(BigInt(value));
  return bytes;
}

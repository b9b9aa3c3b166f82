import { type ColumnSource, parquetWriteBuffer } from "hyparquet-writer";
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
} from "../../shared/formats/parquet/thriftCompact.ts";
import { BINARY, I32, STRUCT } from "../../shared/formats/parquet/thriftReader.ts";
import type { FileAttack } from "./fileAttacks.ts";

const MAGIC = Buffer.from("PAR1");
/** Field ids of Parquet's metadata (parquet.thrift). */
const FILE = { schema: 2, rows: 3, groups: 4 };
const GROUP = { columns: 1, rows: 3 };
const CHUNK = { path: 1, metadata: 3 };
const METADATA = { values: 5, bytes: 6, length: 7, dataPages: 9, dictionary: 11 };
const ELEMENT = { name: 4, children: 5 };

interface Parsed {
  pages: Buffer;
  footer: ThriftStruct;
}

/** Valid file with a table's two columns. */
function someFile(rows = 3): Parsed {
  const columns: ColumnSource[] = [
    { name: "id", data: Array.from({ length: rows }, (_, n) => BigInt(n)), type: "INT64" },
    { name: "sequence", data: Array.from({ length: rows }, () => "ACDE"), type: "STRING" },
  ];
  const file = Buffer.from(parquetWriteBuffer({ columnData: columns, codec: "UNCOMPRESSED" }));
  const start = file.length - 8 - file.readUInt32LE(file.length - 8);
  return { pages: file.subarray(0, start), footer: readThrift(file.subarray(start, file.length - 8)) };
}

function fileOf(pages: Buffer, footer: Buffer): Uint8Array {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(footer.length);
  return Buffer.concat([pages, footer, length, MAGIC]);
}

function changed(change: (file: Parsed) => void): Uint8Array {
  const file = someFile();
  change(file);
  return fileOf(file.pages, writeThrift(file.footer));
}

function items(struct: ThriftStruct, field: number): ThriftStruct[] {
  return (struct.get(field) as { content: ThriftList }).content.items as ThriftStruct[];
}

function chunk({ footer }: Parsed, column: number): ThriftStruct {
  return items(items(footer, FILE.groups)[0] as ThriftStruct, GROUP.columns)[column] as ThriftStruct;
}

/** Puts a field before the others of a struct. */
function first(struct: ThriftStruct, field: number, value: ThriftValue): void {
  const others = [...struct];
  struct.clear();
  struct.set(field, value);
  for (const [id, content] of others) if (id !== field) struct.set(id, content);
}

function page(header: ThriftStruct, content: Buffer): Buffer {
  return Buffer.concat([writeThrift(header), content]);
}

/** File whose row groups all have the same pages: one dictionary page with one value, and one run of it per data page. */
function bomb(groups: number, rows: number): Uint8Array {
  const value = Buffer.alloc(8);
  const dictionary = page(
    structOf({
      1: i32(2),
      2: i32(8),
      3: i32(8),
      7: { type: STRUCT, content: structOf({ 1: i32(1), 2: i32(0) }) },
    }),
    value,
  );
  // Width of 1 bit, then a run of `rows` values of 0.
  const run: number[] = [];
  for (let rest = rows * 2; ; rest = Math.floor(rest / 128)) {
    run.push((rest % 128) | (rest >= 128 ? 128 : 0));
    if (rest < 128) break;
  }
  const content = Buffer.from([1, ...run, 0]);
  const data = page(
    structOf({
      1: i32(0),
      2: i32(content.length),
      3: i32(content.length),
      5: { type: STRUCT, content: structOf({ 1: i32(rows), 2: i32(8), 3: i32(3), 4: i32(3) }) },
    }),
    content,
  );
  const pages = Buffer.concat([MAGIC, dictionary, data]);
  return oneColumn(rows, [0n, 8n], pages, 4 + dictionary.length, 4, groups);
}

/** File with the column `id`, whose row groups all have these pages. */
function oneColumn(
  rows: number,
  encodings: bigint[],
  pages: Buffer,
  dataAt: number,
  dictionaryAt: number | undefined,
  groups: number,
): Uint8Array {
  const length = pages.length - MAGIC.length;
  const described = structOf({
    1: i32(2),
    2: listOf(I32, encodings),
    3: listOf(BINARY, [Buffer.from("id")]),
    4: i32(0),
    [METADATA.values]: i64(rows),
    [METADATA.bytes]: i64(length),
    [METADATA.length]: i64(length),
    [METADATA.dataPages]: i64(dataAt),
  });
  if (dictionaryAt !== undefined) described.set(METADATA.dictionary, i64(dictionaryAt));
  const column = structOf({ 2: i64(4), [CHUNK.metadata]: { type: STRUCT, content: described } });
  const group = structOf({ 1: listOf(STRUCT, [column]), 2: i64(length), 3: i64(rows) });
  const schema = [
    structOf({ [ELEMENT.name]: binary("schema"), [ELEMENT.children]: i32(1) }),
    structOf({ 1: i32(2), 3: i32(0), [ELEMENT.name]: binary("id") }),
  ];
  const footer = structOf({
    1: i32(1),
    [FILE.schema]: listOf(STRUCT, schema),
    [FILE.rows]: i64(rows * groups),
    [FILE.groups]: listOf(STRUCT, Array<ThriftStruct>(groups).fill(group)),
  });
  return fileOf(pages, writeThrift(footer));
}

/** File with one column, whose only page has this header. */
function lyingPage(kind: number, header: ThriftStruct, uncompressed: number): Uint8Array {
  const content = Buffer.alloc(24);
  const field = kind === 3 ? 8 : 5;
  const whole = page(
    structOf({
      1: i32(kind),
      2: i32(uncompressed),
      3: i32(content.length),
      [field]: { type: STRUCT, content: header },
    }),
    content,
  );
  return oneColumn(3, [0n, 3n], Buffer.concat([MAGIC, whole]), 4, undefined, 1);
}

/** Changes the list of columns in a valid file. */
function withSchema(change: (schema: ThriftStruct[]) => void): () => Uint8Array {
  return () => changed(({ footer }) => change(items(footer, FILE.schema)));
}

/** Appends another value of a field to the footer of a valid file. */
function withSecond(field: number, value: ThriftValue): () => Uint8Array {
  return () => {
    const { pages, footer } = someFile();
    const more = writeThrift(structOf({ [field]: value }));
    // The header states the id in full, because ids descend here.
    const header = Buffer.of(value.type, field * 2);
    return fileOf(pages, Buffer.concat([writeThrift(footer).subarray(0, -1), header, more.subarray(1)]));
  };
}

const structAs = (fields: Record<number, ThriftValue>): ThriftValue => ({
  type: STRUCT,
  content: structOf(fields),
});
const TWO_COLUMNS = [
  { name: "id", type: "INT64" },
  { name: "sequence", type: "STRING" },
];

/** Footers that two readers could understand differently, or that take long to read. */
export const FOOTER_ATTACKS: FileAttack[] = [
  {
    name: "a field id beyond 16 bits, which wraps to the number of children",
    content: withSchema((schema) => schema[1]?.set(ELEMENT.children + 65_536, i32(1))),
    says: "it has a field with the invalid id 65541",
  },
  {
    name: "a name beside another in a field id beyond 16 bits",
    content: withSchema((schema) => schema[1]?.set(ELEMENT.name + 65_536, binary("sequence"))),
    says: "it has a field with the invalid id 65540",
  },
  {
    name: "a column with two types",
    content: withSchema((schema) => schema[2]?.set(10, structAs({ 1: structAs({}), 6: structAs({}) }))),
    says: "a column in it has several types",
  },
  {
    name: "a second list of row groups, without rows",
    content: withSecond(FILE.groups, listOf(STRUCT, [])),
    says: "it states a value twice",
  },
  {
    name: "20,000 columns, 90 levels deep",
    content: withSchema((schema) => {
      const group = (children: number) =>
        structOf({ 3: i32(0), [ELEMENT.name]: binary("g"), [ELEMENT.children]: i32(children) });
      first(schema[0] as ThriftStruct, ELEMENT.children, i32(3));
      for (let level = 1; level < 90; level++) schema.push(group(1));
      schema.push(group(20_000));
      for (let leaf = 0; leaf < 20_000; leaf++)
        schema.push(structOf({ 1: i32(2), 3: i32(0), [ELEMENT.name]: binary("id") }));
    }),
    says: 'column "g": this column is in the file but not in the table',
  },
].map((attack) => ({ ...attack, format: "PARQUET", columns: TWO_COLUMNS }));

const STATED = { 1: i32(3), 2: i32(0), 3: i32(3), 4: i32(3) };

/** Files that are accepted, because they are within all limits, but take long. */
export const LARGE_PARQUET_ATTACKS: FileAttack[] = [
  { name: "200 million rows in 200 row groups that share a page", content: () => bomb(200, 1_000_000) },
  { name: "200 million rows in one run", content: () => bomb(1, 200_000_000) },
].map((attack) => ({ ...attack, format: "PARQUET", columns: [{ name: "id", type: "INT64" }] }));

/** Pages that are smaller or larger than their headers state. */
export const PAGE_ATTACKS: FileAttack[] = [
  {
    name: "columns in another file",
    content: () => changed((file) => first(chunk(file, 1), CHUNK.path, binary("/etc/passwd"))),
    columns: TWO_COLUMNS,
    says: "its columns are in another file",
  },
  {
    name: "a thousand row groups that share a page of a million rows",
    content: () => bomb(1_000, 1_000_000),
    says: "the file has more than 200,000,000 rows",
  },
  {
    name: "a page of 2 GB in 24 bytes",
    content: () => lyingPage(0, structOf(STATED), 2_147_483_647),
    says: "the file has Parquet pages of more than 1 GB",
  },
  {
    name: "a page with longer levels than the page",
    content: () =>
      lyingPage(
        3,
        structOf({ 1: i32(3), 2: i32(0), 3: i32(3), 4: i32(0), 5: i32(1 << 30), 6: i32(1 << 30) }),
        24,
      ),
    says: "the file could not be read: Out of buffer",
  },
  {
    name: "a page with a second number of values in a field id beyond 16 bits",
    content: () => lyingPage(0, new Map([...structOf(STATED), [65_537, i32(1)]]), 24),
    says: "it has a field with the invalid id 65537",
  },
].map((attack) => ({ columns: [{ name: "id", type: "INT64" }], ...attack, format: "PARQUET" }));

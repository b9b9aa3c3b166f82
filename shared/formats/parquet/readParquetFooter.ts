import { type FileHandle, open } from "node:fs/promises";
import { type FileMetaData, parquetMetadata, parquetSchema, type SchemaTree } from "hyparquet";
import { checkParquetFooter, type FooterFields, MAX_FOOTER_BYTES } from "./checkParquetFooter.ts";

export interface ParquetFooter {
  schema: SchemaTree;
  rows: number;
}

/** Maximum nesting depth of groups. A table column has at most 8 levels, each with at most 3 groups. */
const MAX_SCHEMA_DEPTH = 100;
const MAGIC = "PAR1";
/** Size of the footer length and the magic bytes at the end of the file. */
const TAIL_BYTES = 8;

/**
 * Reads a Parquet file's schema and row count. Returns the reason for a problem if the file is not valid Parquet. The footer
 * is checked before it is parsed, because the parser's time and memory are not bounded by the footer's length.
 */
export async function readParquetFooter(path: string): Promise<ParquetFooter | string> {
  const footer = await readFooterBytes(path);
  if (typeof footer === "string") return footer;
  const fields = checkParquetFooter(footer.bytes);
  return typeof fields === "string" ? fields : parseFields(fields);
}

/** Reads the bytes of a footer and their position in the file, or returns the reason for a problem. */
export async function readFooterBytes(path: string): Promise<{ bytes: Buffer; position: number } | string> {
  await using file = await open(path, "r");
  const { size } = await file.stat();
  if (size === 0) return "the file is empty";
  if (size < MAGIC.length + TAIL_BYTES) return "the file is not Parquet: it is too short";
  const head = await readBytes(file, 0, MAGIC.length);
  const tail = await readBytes(file, size - TAIL_BYTES, TAIL_BYTES);
  const mark = tail.toString("latin1", 4);
  if (mark === "PARE") return "the file is encrypted";
  if (head.toString("latin1") !== MAGIC || mark !== MAGIC) return "the file is not Parquet, or it is cut off";
  const length = tail.readUInt32LE(0);
  if (length > size - MAGIC.length - TAIL_BYTES)
    return "the file's Parquet metadata cannot be read: it is longer than the file";
  if (length > MAX_FOOTER_BYTES) {
    const megabytes = MAX_FOOTER_BYTES / 1024 / 1024;
    return `the file's Parquet metadata exceeds ${megabytes} MB; write the file with fewer row groups, or split it`;
  }
  const position = size - TAIL_BYTES - length;
  return { bytes: await readBytes(file, position, length), position };
}

async function readBytes(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

function parseFields(fields: FooterFields): ParquetFooter | string {
  const refuse = (reason: string): string => `the file's Parquet metadata cannot be read: ${reason}`;
  try {
    const metadata = parquetMetadata(footerOf(fields), { geoparquet: false });
    const fault = schemaFault(metadata.schema);
    if (fault !== undefined) return refuse(fault);
    const rows = Number(metadata.num_rows);
    if (rows < 0) return refuse("its number of rows is negative");
    return { schema: parquetSchema(metadata), rows };
  } catch {
    return refuse("its schema is damaged");
  }
}

/**
 * Returns a footer with only these fields, because the parser would otherwise create objects for every column in every row
 * group.
 */
function footerOf({ schema, rowCount }: FooterFields): Uint8Array {
  const noRowGroups = [0x19, 0x0c];
  const content = Buffer.concat([
    Buffer.of(0x29),
    schema,
    Buffer.of(0x16),
    rowCount,
    Buffer.of(...noRowGroups, 0),
  ]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(content.length);
  return new Uint8Array(Buffer.concat([content, length, Buffer.from(MAGIC)]));
}

/**
 * Returns the reason why the schema is not a valid tree. The schema is a list in which every group states its number of
 * children.
 */
function schemaFault(schema: FileMetaData["schema"]): string | undefined {
  const open: number[] = [];
  for (const [index, { name, num_children: children = 0 }] of schema.entries()) {
    if (typeof name !== "string") return "a column has no name";
    if (!Number.isInteger(children) || children < 0) return "a column has the wrong number of fields";
    if (index > 0 && open.length === 0) return "its schema has columns outside any group";
    if (open.length > 0) open.push((open.pop() as number) - 1);
    if (children > 0) open.push(children);
    if (open.length > MAX_SCHEMA_DEPTH)
      return `its schema is nested more than ${MAX_SCHEMA_DEPTH} levels deep`;
    while (open.at(-1) === 0) open.pop();
  }
  return open.length > 0 ? "its schema has fewer columns than it declares" : undefined;
}

import { formatCount } from "#shared/domain/wording.ts";
/** Relevant fields of a Parquet footer, as the bytes of their Thrift values. */
export interface FooterFields {
  schema: Uint8Array;
  rowCount: Uint8Array;
}

/**
 * Maximum length of a footer, in bytes. A file may have 100 MiB, and the footer of 2,000 columns in 100 row groups
 * takes about 30 MB.
 */
export const MAX_FOOTER_BYTES = 64 * 1024 * 1024;
/** Maximum number of fields and items. A file of 2,000 columns in 100 row groups has 5 million. */
const MAX_FOOTER_VALUES = 20_000_000;
/** Maximum number of fields and items in the schema, which becomes objects. A schema element has at most 18. */
const MAX_SCHEMA_VALUES = 500_000;
const MAX_SCHEMA_ELEMENTS = 50_000;
/** Maximum depth of structs and lists. The format needs 7. */
const MAX_THRIFT_DEPTH = 32;
/** Maximum length of a number of 64 bits, in bytes. */
const MAX_VARINT_BYTES = 10;

/** Types of Thrift's compact protocol that Parquet uses. */
const STOP = 0;
const TRUE = 1;
const FALSE = 2;
const BYTE = 3;
const I16 = 4;
const I32 = 5;
const I64 = 6;
const DOUBLE = 7;
const BINARY = 8;
const LIST = 9;
const STRUCT = 12;

/** Field ids of a footer. */
const SCHEMA = 2;
const ROW_COUNT = 3;
const ROW_GROUPS = 4;

/**
 * Validates the bytes of a footer in one pass without allocating values, so that the time is linear for any input.
 * Returns the relevant fields, or the reason of a problem.
 */
export function checkParquetFooter(footer: Uint8Array): FooterFields | string {
  try {
    return new FooterReader(footer).read();
  } catch (error) {
    if (error instanceof BrokenFooter) return error.message;
    throw error;
  }
}

class BrokenFooter extends Error {}

class FooterReader {
  private readonly bytes: Uint8Array;
  private at = 0;
  private values = 0;
  private valuesAllowed = MAX_FOOTER_VALUES;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  read(): FooterFields {
    const found = new Map<number, Uint8Array>();
    this.readFields(0, (field, type) => {
      const start = this.at;
      if (field === SCHEMA) this.readSchema(type);
      else this.skipValue(type, 1);
      if (field === ROW_COUNT && type !== I64)
        throw damagedFooter("its number of rows is no number of 64 bits");
      found.set(field, this.bytes.subarray(start, this.at));
    });
    const [schema, rowCount] = [found.get(SCHEMA), found.get(ROW_COUNT)];
    if (schema === undefined) throw damagedFooter("it has no schema");
    if (rowCount === undefined) throw damagedFooter("it has no number of rows");
    if (!found.has(ROW_GROUPS)) throw damagedFooter("it has no list of row groups");
    return { schema, rowCount };
  }

  private readSchema(type: number): void {
    if (type !== LIST) throw damagedFooter("its schema is no list");
    const { size, itemType } = this.readListHeader();
    if (itemType !== STRUCT) throw damagedFooter("its schema is no list of columns");
    if (size > MAX_SCHEMA_ELEMENTS) throw tooManyInSchema();
    this.valuesAllowed = this.values + MAX_SCHEMA_VALUES;
    for (let index = 0; index < size; index++) this.skipValue(STRUCT, 2);
    this.valuesAllowed = MAX_FOOTER_VALUES;
  }

  private readFields(depth: number, readValue: (field: number, type: number) => void): void {
    let field = 0;
    while (true) {
      const header = this.readByte();
      const type = header & 0x0f;
      if (type === STOP) return;
      const delta = header >> 4;
      field = delta === 0 ? zigZag(this.readVarint()) : field + delta;
      if (depth > MAX_THRIFT_DEPTH)
        throw damagedFooter(`it is nested more than ${MAX_THRIFT_DEPTH} levels deep`);
      readValue(field, type);
    }
  }

  private skipValue(type: number, depth: number): void {
    this.count();
    switch (type) {
      case TRUE:
      case FALSE:
        return;
      case BYTE:
        this.skip(1);
        return;
      case I16:
      case I32:
      case I64:
        this.readVarint();
        return;
      case DOUBLE:
        this.skip(8);
        return;
      case BINARY:
        this.skip(this.readVarint());
        return;
      case LIST:
        this.skipList(depth);
        return;
      case STRUCT:
        this.readFields(depth, (_, inner) => this.skipValue(inner, depth + 1));
        return;
      default:
        throw damagedFooter(`it has a value of the unknown type ${type}`);
    }
  }

  private skipList(depth: number): void {
    if (depth > MAX_THRIFT_DEPTH)
      throw damagedFooter(`it is nested more than ${MAX_THRIFT_DEPTH} levels deep`);
    const { size, itemType } = this.readListHeader();
    // In a list, a boolean has a byte.
    const type = itemType === TRUE || itemType === FALSE ? BYTE : itemType;
    for (let index = 0; index < size; index++) this.skipValue(type, depth + 1);
  }

  /** Reads the header of a list. Every item has at least one byte, which limits its length. */
  private readListHeader(): { size: number; itemType: number } {
    const header = this.readByte();
    const short = header >> 4;
    const size = short === 15 ? this.readVarint() : short;
    if (size > this.bytes.length - this.at) throw damagedFooter("a list in it is longer than the footer");
    return { size, itemType: header & 0x0f };
  }

  /** Reads the low 32 bits, unsigned, of a number of at most 64. */
  private readVarint(): number {
    let value = 0;
    for (let index = 0; index < MAX_VARINT_BYTES; index++) {
      const byte = this.readByte();
      if (index < 5) value |= (byte & 0x7f) << (7 * index);
      if (byte < 0x80) return value >>> 0;
    }
    throw damagedFooter("a number in it has more than 64 bits");
  }

  private readByte(): number {
    const byte = this.bytes[this.at];
    if (byte === undefined) throw damagedFooter("it ends too early");
    this.at++;
    return byte;
  }

  private skip(length: number): void {
    if (length > this.bytes.length - this.at) throw damagedFooter("a value in it is longer than the footer");
    this.at += length;
  }

  private count(): void {
    this.values++;
    if (this.values <= this.valuesAllowed) return;
    if (this.valuesAllowed !== MAX_FOOTER_VALUES) throw tooManyInSchema();
    throw new BrokenFooter(
      `the file's Parquet metadata has more than ${formatCount(MAX_FOOTER_VALUES, "value")}; write the file with fewer row groups, or split it`,
    );
  }
}

/** Decodes a zigzag number: 0, -1, 1, -2, … are encoded as 0, 1, 2, 3, … */
function zigZag(value: number): number {
  return (value >>> 1) ^ -(value & 1);
}

function damagedFooter(reason: string): BrokenFooter {
  return new BrokenFooter(`the file's Parquet metadata cannot be read: ${reason}`);
}

function tooManyInSchema(): BrokenFooter {
  return new BrokenFooter(
    `the file's schema has more than ${formatCount(MAX_SCHEMA_ELEMENTS, "column")} and fields, or too much is said about them`,
  );
}

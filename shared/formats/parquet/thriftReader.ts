/** Maximum number of fields and items. A file with 2,000 columns in 100 row groups has 5 million. */
const MAX_VALUES = 20_000_000;
/** Maximum nesting depth of structs and lists. The format needs 7. */
const MAX_DEPTH = 32;
/** Maximum length of a 64-bit number, in bytes. */
const MAX_VARINT_BYTES = 10;
/** Readers that store ids in 16 bits would read larger ones as the ids of other fields. */
const MAX_FIELD_ID = 32_767;

/** Types of Thrift's compact protocol. Parquet's metadata does not use sets or maps. */
export const STOP = 0;
export const TRUE = 1;
export const FALSE = 2;
export const BYTE = 3;
export const I16 = 4;
export const I32 = 5;
export const I64 = 6;
export const DOUBLE = 7;
export const BINARY = 8;
export const LIST = 9;
export const SET = 10;
export const MAP = 11;
export const STRUCT = 12;

/** Error for an invalid footer; the message is the reason for the problem. */
export class BrokenFooter extends Error {}

/** Reads the structure of Thrift's compact protocol in one pass, without allocating values. Throws BrokenFooter. */
export class ThriftReader {
  readonly bytes: Uint8Array;
  at = 0;
  /** Position of the current field's header. */
  fieldAt = 0;
  private values = 0;
  private valuesAllowed = MAX_VALUES;
  private tooMany: () => BrokenFooter = tooManyValues;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** Runs `read`, which may read at most `values` fields and items. */
  limit(values: number, tooMany: () => BrokenFooter, read: () => void): void {
    this.valuesAllowed = this.values + values;
    this.tooMany = tooMany;
    read();
    this.valuesAllowed = MAX_VALUES;
    this.tooMany = tooManyValues;
  }

  readFields(depth: number, readValue: (field: number, type: number) => void): void {
    let field = 0;
    while (true) {
      this.fieldAt = this.at;
      const header = this.readByte();
      const type = header & 0x0f;
      if (type === STOP) return;
      const delta = header >> 4;
      field = delta === 0 ? zigZag(this.readVarint()) : field + delta;
      if (field < 1 || field > MAX_FIELD_ID)
        throw damagedFooter(`it has a field with the invalid id ${field}`);
      if (depth > MAX_DEPTH) throw damagedFooter(`it is nested more than ${MAX_DEPTH} levels deep`);
      readValue(field, type);
    }
  }

  skipValue(type: number, depth: number): void {
    this.count();
    switch (type) {
      case TRUE:
      case FALSE:
        return;
      case BYTE:
        this.skip(1);
        return;
      case I32:
        this.skipInt32();
        return;
      case I16:
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
    if (depth > MAX_DEPTH) throw damagedFooter(`it is nested more than ${MAX_DEPTH} levels deep`);
    const { size, itemType } = this.readListHeader();
    for (let index = 0; index < size; index++) this.skipItem(itemType, depth + 1);
  }

  /** Skips a list item; in lists, each boolean occupies a byte. */
  skipItem(type: number, depth: number): void {
    this.skipValue(type === TRUE || type === FALSE ? BYTE : type, depth);
  }

  /** Reads a list header. Every item has at least one byte, which limits the length of the list. */
  readListHeader(): { size: number; itemType: number } {
    const header = this.readByte();
    const short = header >> 4;
    const size = short === 15 ? this.readVarint() : short;
    if (size > this.bytes.length - this.at) throw damagedFooter("a list in it is longer than the footer");
    return { size, itemType: header & 0x0f };
  }

  /** Reads the low 32 bits, unsigned, of a number of at most 64 bits. */
  readVarint(): number {
    let value = 0;
    for (let index = 0; index < MAX_VARINT_BYTES; index++) {
      const byte = this.readByte();
      if (index < 5) value |= (byte & 0x7f) << (7 * index);
      if (byte < 0x80) return value >>> 0;
    }
    throw damagedFooter("a number in it has more than 64 bits");
  }

  /** Reads a signed 64-bit number. */
  readInteger(): bigint {
    let value = 0n;
    for (let index = 0; index < MAX_VARINT_BYTES; index++) {
      const byte = this.readByte();
      value |= BigInt(byte & 0x7f) << BigInt(7 * index);
      if (byte < 0x80) return (value >> 1n) ^ -(value & 1n);
    }
    throw damagedFooter("a number in it has more than 64 bits");
  }

  readBytes(length: number): Uint8Array {
    const start = this.at;
    this.skip(length);
    return this.bytes.subarray(start, this.at);
  }

  readByte(): number {
    const byte = this.bytes[this.at];
    if (byte === undefined) throw damagedFooter("it ends too early");
    this.at++;
    return byte;
  }

  /** Readers differ in the bits that they drop from a larger number. */
  private skipInt32(): void {
    const start = this.at;
    this.readVarint();
    const length = this.at - start;
    if (length > 5 || (length === 5 && (this.bytes[this.at - 1] as number) > 0x0f))
      throw damagedFooter("a number in it has more than 32 bits");
  }

  private skip(length: number): void {
    if (length > this.bytes.length - this.at) throw damagedFooter("a value in it is longer than the footer");
    this.at += length;
  }

  private count(): void {
    this.values++;
    if (this.values > this.valuesAllowed) throw this.tooMany();
  }
}

/** Decodes a zigzag number: 0, -1, 1, -2, … are encoded as 0, 1, 2, 3, … */
function zigZag(value: number): number {
  return (value >>> 1) ^ -(value & 1);
}

export function damagedFooter(reason: string): BrokenFooter {
  return new BrokenFooter(`the file's Parquet metadata cannot be read: ${reason}`);
}

function tooManyValues(): BrokenFooter {
  return new BrokenFooter(
    `the file's Parquet metadata has more than ${MAX_VALUES.toLocaleString("en-US")} values; write the file with fewer row groups, or split it`,
  );
}

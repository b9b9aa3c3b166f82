/*
 * Thrift's compact protocol, in which Parquet writes its metadata, without a schema: what is read is written again as it
 * was. https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md
 */

export const ThriftType = {
  TRUE: 1,
  FALSE: 2,
  I8: 3,
  I16: 4,
  I32: 5,
  I64: 6,
  DOUBLE: 7,
  BINARY: 8,
  LIST: 9,
  SET: 10,
  MAP: 11,
  STRUCT: 12,
} as const;

/** Fields of a struct by their ids, in ascending order. */
export type ThriftStruct = Map<number, ThriftValue>;

export interface ThriftValue {
  type: number;
  content: boolean | bigint | Buffer | ThriftStruct | ThriftList | ThriftMap;
}

export interface ThriftList {
  itemType: number;
  items: ThriftValue["content"][];
}

export interface ThriftMap {
  keyType: number;
  valueType: number;
  entries: [ThriftValue["content"], ThriftValue["content"]][];
}

const T = ThriftType;

export function i32(value: number): ThriftValue {
  return { type: T.I32, content: BigInt(value) };
}

export function i64(value: number): ThriftValue {
  return { type: T.I64, content: BigInt(value) };
}

export function binary(value: string | Buffer): ThriftValue {
  return { type: T.BINARY, content: typeof value === "string" ? Buffer.from(value) : value };
}

export function listOf(itemType: number, items: ThriftValue["content"][]): ThriftValue {
  return { type: T.LIST, content: { itemType, items } };
}

export function structOf(fields: Record<number, ThriftValue>): ThriftStruct {
  return new Map(Object.entries(fields).map(([id, value]) => [Number(id), value]));
}

/** Reads one struct. The bytes are trusted. */
export function readThrift(bytes: Buffer): ThriftStruct {
  return new ThriftReader(bytes).struct();
}

/** Writes one struct. */
export function writeThrift(struct: ThriftStruct): Buffer {
  const writer = new ThriftWriter();
  writer.struct(struct);
  return writer.result();
}

class ThriftReader {
  private readonly bytes: Buffer;
  private at = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  struct(): ThriftStruct {
    const fields: ThriftStruct = new Map();
    let id = 0;
    for (;;) {
      const header = this.byte();
      if (header === 0) return fields;
      const delta = header >> 4;
      id = delta === 0 ? Number(this.zigzag()) : id + delta;
      const type = header & 15;
      const isBoolean = type === T.TRUE || type === T.FALSE;
      fields.set(id, { type, content: isBoolean ? type === T.TRUE : this.content(type) });
    }
  }

  private content(type: number): ThriftValue["content"] {
    switch (type) {
      case T.TRUE:
      case T.FALSE:
        return this.byte() === T.TRUE;
      case T.I8:
        return BigInt(this.byte());
      case T.I16:
      case T.I32:
      case T.I64:
        return this.zigzag();
      case T.DOUBLE:
        return this.take(8);
      case T.BINARY:
        return this.take(Number(this.varint()));
      case T.LIST:
      case T.SET:
        return this.list();
      case T.MAP:
        return this.map();
      case T.STRUCT:
        return this.struct();
      default:
        throw new Error(`Thrift has no type ${type}`);
    }
  }

  private list(): ThriftList {
    const header = this.byte();
    const count = header >> 4 === 15 ? Number(this.varint()) : header >> 4;
    const itemType = header & 15;
    return { itemType, items: Array.from({ length: count }, () => this.content(itemType)) };
  }

  private map(): ThriftMap {
    const count = Number(this.varint());
    const types = count === 0 ? 0 : this.byte();
    const [keyType, valueType] = [types >> 4, types & 15];
    const entries = Array.from({ length: count }, (): ThriftMap["entries"][number] => [
      this.content(keyType),
      this.content(valueType),
    ]);
    return { keyType, valueType, entries };
  }

  private byte(): number {
    return this.bytes.readUInt8(this.at++);
  }

  private take(length: number): Buffer {
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  private zigzag(): bigint {
    const value = this.varint();
    return (value >> 1n) ^ -(value & 1n);
  }

  private varint(): bigint {
    let [value, shift] = [0n, 0n];
    for (;;) {
      const byte = this.byte();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
      shift += 7n;
    }
  }
}

class ThriftWriter {
  private bytes = Buffer.alloc(1_024);
  private at = 0;

  result(): Buffer {
    return this.bytes.subarray(0, this.at);
  }

  struct(fields: ThriftStruct): void {
    let last = 0;
    for (const [id, { type, content }] of fields) {
      const isBoolean = typeof content === "boolean";
      const written = isBoolean ? (content ? T.TRUE : T.FALSE) : type;
      const delta = id - last;
      if (delta > 0 && delta <= 15) this.byte((delta << 4) | written);
      else {
        this.byte(written);
        this.zigzag(BigInt(id));
      }
      last = id;
      if (!isBoolean) this.content(type, content);
    }
    this.byte(0);
  }

  private content(type: number, content: ThriftValue["content"]): void {
    if (typeof content === "boolean") this.byte(content ? T.TRUE : T.FALSE);
    else if (typeof content === "bigint") {
      if (type === T.I8) this.byte(Number(content));
      else this.zigzag(content);
    } else if (Buffer.isBuffer(content)) {
      if (type === T.BINARY) this.varint(BigInt(content.length));
      this.put(content);
    } else if (content instanceof Map) this.struct(content);
    else if ("items" in content) this.list(content);
    else this.map(content);
  }

  private list({ itemType, items }: ThriftList): void {
    this.byte((Math.min(items.length, 15) << 4) | itemType);
    if (items.length >= 15) this.varint(BigInt(items.length));
    for (const item of items) this.content(itemType, item);
  }

  private map({ keyType, valueType, entries }: ThriftMap): void {
    this.varint(BigInt(entries.length));
    if (entries.length === 0) return;
    this.byte((keyType << 4) | valueType);
    for (const [key, value] of entries) {
      this.content(keyType, key);
      this.content(valueType, value);
    }
  }

  private zigzag(value: bigint): void {
    this.varint(value < 0n ? -2n * value - 1n : 2n * value);
  }

  private varint(value: bigint): void {
    let rest = value;
    while (rest >= 0x80n) {
      this.byte(Number(rest & 0x7fn) | 0x80);
      rest >>= 7n;
    }
    this.byte(Number(rest));
  }

  private put(bytes: Buffer): void {
    this.reserve(bytes.length);
    bytes.copy(this.bytes, this.at);
    this.at += bytes.length;
  }

  private byte(value: number): void {
    this.reserve(1);
    this.bytes[this.at++] = value;
  }

  private reserve(length: number): void {
    if (this.at + length <= this.bytes.length) return;
    const larger = Buffer.alloc(2 * this.bytes.length + length);
    this.bytes.copy(larger, 0, 0, this.at);
    this.bytes = larger;
  }
}

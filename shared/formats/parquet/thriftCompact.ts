/*
 * Thrift's compact protocol, in which Parquet writes its metadata, without a schema: what is read is written again as it
 * was. https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md
 */

import { ThriftBytes } from "./thriftBytes.ts";
import {
  BINARY,
  BYTE,
  DOUBLE,
  damagedFooter,
  FALSE,
  I16,
  I32,
  I64,
  LIST,
  MAP,
  SET,
  STOP,
  STRUCT,
  ThriftReader,
  TRUE,
} from "./thriftReader.ts";

/** Fields of a struct by id, in ascending order. */
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

export function i32(value: number): ThriftValue {
  return { type: I32, content: BigInt(value) };
}

export function i64(value: number): ThriftValue {
  return { type: I64, content: BigInt(value) };
}

export function binary(value: string | Buffer): ThriftValue {
  return { type: BINARY, content: typeof value === "string" ? Buffer.from(value) : value };
}

export function listOf(itemType: number, items: ThriftValue["content"][]): ThriftValue {
  return { type: LIST, content: { itemType, items } };
}

export function structOf(fields: Record<number, ThriftValue>): ThriftStruct {
  return new Map(Object.entries(fields).map(([id, value]) => [Number(id), value]));
}

/** Reads one struct. Throws BrokenFooter. */
export function readThrift(bytes: Buffer): ThriftStruct {
  return new TreeReader(bytes).struct(0);
}

/** Writes one struct. */
export function writeThrift(struct: ThriftStruct): Buffer {
  const writer = new ThriftWriter();
  writer.struct(struct);
  return writer.result();
}

class TreeReader extends ThriftReader {
  struct(depth: number): ThriftStruct {
    const fields: ThriftStruct = new Map();
    this.readFields(depth, (id, type) => {
      const isBoolean = type === TRUE || type === FALSE;
      fields.set(id, { type, content: isBoolean ? type === TRUE : this.content(type, depth + 1) });
    });
    return fields;
  }

  private content(type: number, depth: number): ThriftValue["content"] {
    switch (type) {
      case TRUE:
      case FALSE:
        return this.readByte() === TRUE;
      case BYTE:
        return BigInt(this.readByte());
      case I16:
      case I32:
      case I64:
        return this.readInteger();
      case DOUBLE:
        return Buffer.from(this.readBytes(8));
      case BINARY:
        return Buffer.from(this.readBytes(this.readVarint()));
      case LIST:
      case SET:
        return this.list(depth);
      case MAP:
        return this.map(depth);
      case STRUCT:
        return this.struct(depth);
      default:
        throw damagedFooter(`it has a value of the unknown type ${type}`);
    }
  }

  private list(depth: number): ThriftList {
    const { size, itemType } = this.readListHeader();
    return { itemType, items: Array.from({ length: size }, () => this.content(itemType, depth + 1)) };
  }

  private map(depth: number): ThriftMap {
    const count = this.readVarint();
    const types = count === 0 ? 0 : this.readByte();
    const [keyType, valueType] = [types >> 4, types & 15];
    const entries: ThriftMap["entries"] = [];
    for (let index = 0; index < count; index++)
      entries.push([this.content(keyType, depth + 1), this.content(valueType, depth + 1)]);
    return { keyType, valueType, entries };
  }
}

class ThriftWriter extends ThriftBytes {
  struct(fields: ThriftStruct): void {
    let last = 0;
    for (const [id, { type, content }] of fields) {
      const isBoolean = typeof content === "boolean";
      this.fieldHeader(id, last, isBoolean ? (content ? TRUE : FALSE) : type);
      last = id;
      if (!isBoolean) this.content(type, content);
    }
    this.byte(STOP);
  }

  private content(type: number, content: ThriftValue["content"]): void {
    if (typeof content === "boolean") this.byte(content ? TRUE : FALSE);
    else if (typeof content === "bigint") {
      if (type === BYTE) this.byte(Number(content));
      else this.zigzag(content);
    } else if (Buffer.isBuffer(content)) {
      if (type === BINARY) this.varint(BigInt(content.length));
      this.put(content);
    } else if (content instanceof Map) this.struct(content);
    else if ("items" in content) this.list(content);
    else this.map(content);
  }

  private list({ itemType, items }: ThriftList): void {
    this.listHeader(items.length, itemType);
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
}

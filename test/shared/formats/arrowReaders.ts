import { zstdDecompressSync } from "node:zlib";
import * as flechette from "@uwdata/flechette";
import * as apache from "apache-arrow";
import { decompressFrameSync } from "lz4-napi";

/**
 * Value as found in the buffers by the readers, in the same form for both: 64-bit integers, times and unscaled decimals as
 * bigints, dates as days, bytes as hexadecimal text, intervals, structs and lists as arrays, maps as arrays of pairs.
 */
export type Plain = null | boolean | number | bigint | string | Plain[];

export interface PlainTable {
  names: string[];
  types: string[];
  /** Rows per record batch. */
  batchRows: number[];
  rows: Plain[][];
}

export function readWithApache(stream: Uint8Array): PlainTable {
  apache.compressionRegistry.set(apache.CompressionType.ZSTD, { decode: inflateZstd });
  apache.compressionRegistry.set(apache.CompressionType.LZ4_FRAME, { decode: inflateLz4 });
  const reader = apache.RecordBatchReader.from(stream).open();
  const { fields } = reader.schema;
  const batches = [...reader];
  return {
    names: fields.map(({ name }) => name),
    types: fields.map(({ type }) => String(type)),
    batchRows: batches.map(({ numRows }) => numRows),
    rows: batches.flatMap(({ numRows, data }) =>
      Array.from({ length: numRows }, (_, row) => data.children.map((child) => apacheValue(child, row))),
    ),
  };
}

/** Read directly from the buffers: the reader's accessors round times to milliseconds. */
function apacheValue(data: apache.Data, row: number): Plain {
  if (!data.getValid(row) || apache.DataType.isNull(data.type)) return null;
  const { type, values, children } = data;
  if (apache.DataType.isStruct(type)) return children.map((child) => apacheValue(child, row));
  if (apache.DataType.isList(type) || apache.DataType.isMap(type)) {
    const [start, end] = [Number(data.valueOffsets[row]), Number(data.valueOffsets[row + 1])];
    return Array.from({ length: end - start }, (_, item) => apacheValue(children[0]!, start + item));
  }
  if (apache.DataType.isUtf8(type) || apache.DataType.isBinary(type)) {
    const bytes = Buffer.from(values.subarray(data.valueOffsets[row], data.valueOffsets[row + 1]));
    return bytes.toString(apache.DataType.isUtf8(type) ? "utf8" : "hex");
  }
  if (apache.DataType.isBool(type)) return ((values[row >> 3] ?? 0) & (1 << (row & 7))) !== 0;
  if (apache.DataType.isDecimal(type)) return int128(values.subarray(row * 4, row * 4 + 4));
  if (apache.DataType.isInterval(type)) {
    const [months = 0, days = 0, low = 0, high = 0] = values.subarray(row * 4, row * 4 + 4);
    return [months, days, (BigInt(high) << 32n) | BigInt(low >>> 0)];
  }
  return values[row];
}

function int128(words: Uint32Array): bigint {
  return BigInt.asIntN(
    128,
    words.reduceRight((sum, word) => (sum << 32n) | BigInt(word), 0n),
  );
}

export function readWithFlechette(stream: Uint8Array): PlainTable {
  const { ZSTD, LZ4_FRAME } = flechette.CompressionType;
  flechette.setCompressionCodec(ZSTD, { encode: refuse, decode: inflateZstd });
  flechette.setCompressionCodec(LZ4_FRAME, { encode: refuse, decode: inflateLz4 });
  const table = flechette.tableFromIPC(stream, {
    useBigInt: true,
    useBigIntTimestamp: true,
    useDecimalInt: true,
  });
  const { fields } = table.schema;
  return {
    names: fields.map(({ name }) => name),
    types: fields.map(({ type }) => String(type.typeId)),
    batchRows: table.children[0]?.data.map((batch) => batch.length) ?? [],
    rows: Array.from({ length: table.numRows }, (_, row) =>
      table.children.map((column) => flechetteValue(column.type, column.at(row))),
    ),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: values of any Arrow type
function flechetteValue(type: flechette.DataType, value: any): Plain {
  if (value === null) return null;
  const { Type } = flechette;
  switch (type.typeId) {
    case Type.Struct:
      return type.children.map(({ name, type: child }) => flechetteValue(child, value[name]));
    case Type.List:
      return Array.from(value, (item) => flechetteValue(type.children[0]!.type, item));
    case Type.Map: {
      const [key, item] = (type.children[0]!.type as flechette.StructType).children;
      return Array.from(value as Iterable<[unknown, unknown]>, ([k, v]) => [
        flechetteValue(key!.type, k),
        flechetteValue(item!.type, v),
      ]);
    }
    case Type.Binary:
      return Buffer.from(value).toString("hex");
    case Type.Date:
      return Math.round(value / 86_400_000);
    case Type.Interval:
      return [value[0], value[1], BigInt(value[2])];
    default:
      return value;
  }
}

function inflateZstd(bytes: Uint8Array): Uint8Array {
  return copyAligned(zstdDecompressSync(bytes));
}

function inflateLz4(bytes: Uint8Array): Uint8Array {
  return copyAligned(decompressFrameSync(Buffer.from(bytes)));
}

/** Small Node buffers share a pool, in which 64-bit values may be unaligned. */
function copyAligned(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes);
}

function refuse(): never {
  throw new Error("The tests' codecs only read.");
}

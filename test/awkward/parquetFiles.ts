import type { Column, ItemType } from "@pdp/basics/columns";
import {
  Table as ArrowTable,
  Dictionary,
  Int32,
  tableFromArrays,
  tableToIPC,
  Utf8,
  vectorFromArray,
} from "apache-arrow";
import { parquetWriteBuffer } from "hyparquet-writer";
import * as wasm from "parquet-wasm";
import { column } from "../shared/formats/ingesting.ts";
import { type AwkwardFile, columnsOf, recording } from "./awkwardFile.ts";

type HyparquetColumns = Parameters<typeof parquetWriteBuffer>[0]["columnData"];

/** Parquet file written by hyparquet-writer. */
function byHyparquet(columnData: HyparquetColumns): () => Promise<Uint8Array> {
  return async () => new Uint8Array(parquetWriteBuffer({ columnData }));
}

/** Parquet file written by parquet-wasm (arrow-rs). */
function byArrowRs(table: ArrowTable, compression: wasm.Compression): () => Promise<Uint8Array> {
  return async () => {
    const properties = new wasm.WriterPropertiesBuilder().setCompression(compression).build();
    return wasm.writeParquet(wasm.Table.fromIPCStream(tableToIPC(table, "stream")), properties);
  };
}

function list(name: string, item: ItemType): Column {
  return column(name, "ARRAY", { item_type: item });
}

const TEXT: ItemType = { type: "STRING", nullable: true };
const N = columnsOf({ n: "INT64" });
const DIGITS =
  "has more digits than FLOAT64 can store; load the column as INT64 or STRING, or round it before uploading";

/** Parquet files with awkward types, encodings or values. */
export const parquetFiles: AwkwardFile[] = [
  {
    title: "of pandas is loaded without its empty row",
    bytes: recording("pandas.parquet"),
    columns: columnsOf({ name: "STRING", tm: "FLOAT64", at: "TIMESTAMP" }),
    rows: [["WT", 58.9, "2024-02-29 10:00:00.123456"]],
    warnings: ["variants.parquet: 1 empty row was skipped."],
  },
  {
    title: "of pandas with an index of names has them as a column",
    bytes: recording("pandas-index.parquet"),
    columns: columnsOf({ tm: "FLOAT64", at: "TIMESTAMP", name: "STRING" }),
    rows: [[58.9, "2024-02-29 10:00:00.123456", "WT"]],
    warnings: ["variants.parquet: 1 empty row was skipped."],
  },
  {
    title: "of pandas with categories is loaded as text",
    bytes: recording("pandas-category.parquet"),
    columns: columnsOf({ kind: "STRING" }),
    rows: [["a"], ["b"], ["a"]],
  },
  {
    title: "of pandas with missing integers skips the row without a value",
    bytes: recording("pandas-int64.parquet"),
    columns: N,
    rows: [["1"], ["3"]],
    warnings: ["variants.parquet: 1 empty row was skipped."],
  },
  {
    title: "of polars with lists and structs is loaded",
    bytes: recording("polars.parquet"),
    columns: [
      column("name", "STRING"),
      column("u", "INT64"),
      list("l", { type: "FLOAT64", nullable: true }),
      column("s", "STRUCT", { columns: [column("k", "STRING")] }),
    ],
    rows: [
      ["WT", "1", [1], { k: "x" }],
      ["A2C", "2", [], { k: null }],
    ],
  },
  {
    title: "of polars with decimals of many digits names the one that is not exact",
    bytes: recording("polars-decimal.parquet"),
    columns: columnsOf({ d: "FLOAT64" }),
    sentences: [`variants.parquet, line 2, column "d": "123456789012345678.91" ${DIGITS}.`],
  },
  {
    title: "of hyparquet-writer with large integers names the one that is not exact",
    bytes: byHyparquet([{ name: "f", data: [1n, 9007199254740993n, null], type: "INT64", nullable: true }]),
    columns: columnsOf({ f: "FLOAT64" }),
    sentences: [`variants.parquet, line 2, column "f": "9007199254740993" ${DIGITS}.`],
  },
  {
    title: "of hyparquet-writer with integers is loaded as FLOAT64 where all are exact",
    bytes: byHyparquet([{ name: "f", data: [1n, -9007199254740992n], type: "INT64" }]),
    columns: columnsOf({ f: "FLOAT64" }),
    rows: [[1], [-9007199254740992]],
  },
  {
    title: "of hyparquet-writer with infinity is refused",
    bytes: byHyparquet([{ name: "f", data: [1, Number.NEGATIVE_INFINITY, Number.NaN], type: "DOUBLE" }]),
    columns: columnsOf({ f: "FLOAT64" }),
    sentences: ['variants.parquet, line 2, column "f": "-inf" is infinite, which is not a measurement.'],
  },
  {
    title: "of hyparquet-writer with JSON is loaded as text",
    bytes: byHyparquet([{ name: "s", data: [{ a: 1 }, [1, "x"]], type: "JSON" }]),
    columns: columnsOf({ s: "STRING" }),
    rows: [['{"a":1}'], ['[1,"x"]']],
  },
  {
    title: "of hyparquet-writer with words for missing values is loaded where they mean that",
    bytes: byHyparquet([
      { name: "s", data: ["n.d.", " N.D. ", "x", null], type: "STRING", nullable: true },
      { name: "n", data: [1, 2, 3, 4], type: "INT32" },
    ]),
    columns: columnsOf({ s: "STRING", n: "INT64" }),
    reading: { missing_values: ["n.d."] },
    rows: [
      [null, "1"],
      [null, "2"],
      ["x", "3"],
      [null, "4"],
    ],
  },
  {
    title: "of hyparquet-writer with words among the sequences is refused",
    bytes: byHyparquet([
      { name: "sequence", data: ["MKTAYIAKQR", "NA", "MKTAYIAKQL", "MKTAYIAKQV"], type: "STRING" },
    ]),
    columns: columnsOf({ sequence: "STRING" }),
    sentences: [
      'variants.parquet, line 2, column "sequence": "NA" looks like a word for a missing value and is much shorter than the column\'s other sequences; if it means a missing value, leave the cell empty or set "missing_values": ["NA"]; if it is a sequence, set the column\'s "kind" to NONE.',
    ],
  },
  {
    title: "of hyparquet-writer with columns that are not wanted is loaded without them",
    bytes: byHyparquet([
      { name: "n", data: [1], type: "INT32" },
      { name: "blob", data: [new Uint8Array([1])], type: "BYTE_ARRAY" },
    ]),
    columns: N,
    reading: { ignored_columns: ["blob"] },
    rows: [["1"]],
  },
  {
    title: "of arrow-rs compressed by zstd is loaded",
    bytes: byArrowRs(tableFromArrays({ n: Int32Array.of(1, 2), s: ["a", null] }), wasm.Compression.ZSTD),
    columns: columnsOf({ n: "INT64", s: "STRING" }),
    rows: [
      ["1", "a"],
      ["2", null],
    ],
  },
  {
    title: "of arrow-rs compressed by lz4, with a dictionary, is loaded",
    bytes: byArrowRs(
      new ArrowTable({ s: vectorFromArray(["x", "y", "x"], new Dictionary(new Utf8(), new Int32())) }),
      wasm.Compression.LZ4_RAW,
    ),
    columns: columnsOf({ s: "STRING" }),
    rows: [["x"], ["y"], ["x"]],
  },
  {
    title: "of pyarrow with NUL in a text is refused",
    bytes: recording("pyarrow-nul.parquet"),
    columns: columnsOf({ s: "STRING" }),
    sentences: ['variants.parquet, line 1, column "s": "a\ufffdb" contains an invalid text character.'],
  },
  {
    title: "of pyarrow with bytes is refused as text",
    bytes: recording("pyarrow-binary.parquet"),
    columns: columnsOf({ s: "STRING" }),
    sentences: [
      'variants.parquet, column "s": the file has the type BYTE_ARRAY, which cannot be converted to STRING without loss.',
    ],
  },
  {
    title: "of pyarrow with half precision is loaded",
    bytes: recording("pyarrow-float16.parquet"),
    columns: columnsOf({ h: "FLOAT64" }),
    rows: [[1.5]],
    warnings: ["variants.parquet: 1 empty row was skipped."],
  },
  {
    title: "of pyarrow with a map is refused",
    bytes: recording("pyarrow-map.parquet"),
    columns: [column("m", "STRUCT", { columns: [column("k", "INT64")] })],
    sentences: [
      'variants.parquet, column "m": the file has the type MAP (group), which cannot be converted to STRUCT without loss.',
    ],
  },
  {
    title: "of pyarrow with a dictionary and a column without values is loaded",
    bytes: recording("pyarrow-dictionary.parquet"),
    columns: columnsOf({ s: "STRING", e: "DATE" }),
    rows: [
      ["x", null],
      ["y", null],
      ["x", null],
    ],
    warnings: [
      "variants.parquet: 1 row is identical to another row in every column. If these are not repeated measurements, undo the load.",
    ],
  },
  {
    title: "of pyarrow with large lists, pages of version 2 and brotli is loaded",
    bytes: recording("pyarrow-large.parquet"),
    columns: [column("n", "INT64"), list("l", TEXT)],
    rows: [
      ["1", ["a"]],
      ["2", null],
      ["3", []],
    ],
  },
  {
    title: "of pyarrow with delta encodings and split streams is loaded",
    bytes: recording("pyarrow-delta.parquet"),
    columns: columnsOf({ s: "STRING", f: "FLOAT64" }),
    rows: [
      ["aa", 0.5],
      ["ab", 1.5],
    ],
  },
  {
    title: "of pyarrow with packed deltas and lz4 is loaded",
    bytes: recording("pyarrow-lz4.parquet"),
    columns: N,
    rows: [["1"], ["2"], ["3"]],
  },
  {
    title: "of pyarrow without rows is loaded with a warning",
    bytes: recording("pyarrow-no-rows.parquet"),
    columns: N,
    rows: [],
    warnings: ["variants.parquet has a header but no rows."],
  },
  {
    title: "of pyarrow with rows without values skips them",
    bytes: recording("pyarrow-empty-rows.parquet"),
    columns: columnsOf({ n: "INT64", s: "STRING" }),
    rows: [
      ["1", "a"],
      ["3", null],
    ],
    warnings: ["variants.parquet: 2 empty rows were skipped."],
  },
  {
    title: "of pyarrow with two columns of one name but for case is refused",
    bytes: recording("pyarrow-same-name.parquet"),
    columns: N,
    sentences: ['variants.parquet, column "N": the file contains this column twice.'],
  },
];

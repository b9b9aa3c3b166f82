import { parquetWriteBuffer } from "hyparquet-writer";
import { type AwkwardFile, columnsOf, recording } from "./awkwardFile.ts";

const AT = columnsOf({ at: "TIMESTAMP" });
const TOO_FINE = 'is finer than a microsecond; round it, or set "times": "ROUND"';
const YEARS = "is not a date in the years 1 to 9999";
const ROUNDED = [
  ["2023-11-14 22:13:20.123457"],
  ["1970-01-01 00:00:00"],
  ["1970-01-01 00:00:00"],
  ["2023-11-14 22:13:20.123457"],
];
const FINE = [
  `variants.parquet, line 1, column "at": "2023-11-14 22:13:20.123456789" ${TOO_FINE}.`,
  `variants.parquet, line 4, column "at": "1969-12-31 23:59:59.999999999" ${TOO_FINE}.`,
  `variants.parquet, line 5, column "at": "2023-11-14 22:13:20.1234565" ${TOO_FINE}.`,
];

/** Parquet files with awkward times. */
export const parquetTimes: AwkwardFile[] = [
  {
    title: "of pyarrow with times of nanoseconds is refused",
    bytes: recording("pyarrow-ns.parquet"),
    columns: AT,
    sentences: FINE,
  },
  {
    title: "of pyarrow with times of nanoseconds is rounded if that is said",
    bytes: recording("pyarrow-ns.parquet"),
    columns: AT,
    reading: { times: "ROUND" },
    rows: ROUNDED,
    warnings: ["variants.parquet: 1 empty row was skipped."],
  },
  {
    title: "of pyarrow with times of the type INT96 is refused",
    bytes: recording("pyarrow-int96.parquet"),
    columns: AT,
    sentences: FINE,
  },
  {
    title: "of pyarrow with times of the type INT96 is rounded if that is said",
    bytes: recording("pyarrow-int96.parquet"),
    columns: AT,
    reading: { times: "ROUND" },
    rows: ROUNDED,
    warnings: ["variants.parquet: 1 empty row was skipped."],
  },
  {
    title: "of pyarrow with whole microseconds of the type INT96 is loaded",
    bytes: recording("pyarrow-int96-whole.parquet"),
    columns: AT,
    rows: [["2023-11-14 22:13:20.123456"], ["1969-12-31 23:59:59.999999"]],
  },
  {
    title: "of pandas with nanoseconds in UTC is refused",
    bytes: recording("pandas-ns-utc.parquet"),
    columns: AT,
    sentences: [`variants.parquet, line 1, column "at": "2024-02-29 10:00:00.123456789" ${TOO_FINE}.`],
  },
  {
    title: "of pandas with nanoseconds in UTC is rounded if that is said",
    bytes: recording("pandas-ns-utc.parquet"),
    columns: AT,
    reading: { times: "ROUND" },
    rows: [["2024-02-29 10:00:00.123457"], ["2024-02-29 00:00:00"]],
  },
  {
    title: "of pyarrow with nanoseconds in lists and zones is refused",
    bytes: recording("pyarrow-ns-list.parquet"),
    columns: [
      ...AT,
      ...columnsOf({ l: "ARRAY" }).map((column) => {
        return { ...column, item_type: { type: "TIMESTAMP" as const, nullable: true } };
      }),
    ],
    sentences: [
      `variants.parquet, line 1, column "at": "2023-11-14 22:13:20.123456789" ${TOO_FINE}.`,
      `variants.parquet, line 1, column "l[]": "['2023-11-14 22:13:20.123456789', '1970-01-01 00:00:00']" ${TOO_FINE}.`,
    ],
  },
  {
    title: "of pyarrow with years beyond 1 to 9999 is refused",
    bytes: recording("pyarrow-years.parquet"),
    columns: columnsOf({ t: "TIMESTAMP", d: "DATE" }),
    sentences: [
      `variants.parquet, line 1, column "t": "10000-01-01 00:00:00" ${YEARS}.`,
      `variants.parquet, line 3, column "t": "0001-12-31 (BC) 23:59:59.999999" ${YEARS}.`,
      `variants.parquet, line 2, column "d": "10000-01-01" ${YEARS}.`,
      `variants.parquet, line 3, column "d": "0001-12-31 (BC)" ${YEARS}.`,
    ],
  },
  {
    title: "of hyparquet-writer with times is loaded",
    bytes: async () =>
      new Uint8Array(
        parquetWriteBuffer({
          columnData: [
            {
              name: "at",
              data: [new Date("2024-02-29T10:00:00.5Z"), null],
              type: "TIMESTAMP",
              nullable: true,
            },
            { name: "n", data: [1n, 2n], type: "INT64" },
          ],
        }),
      ),
    columns: columnsOf({ at: "TIMESTAMP", n: "INT64" }),
    rows: [
      ["2024-02-29 10:00:00.5", "1"],
      [null, "2"],
    ],
  },
  {
    title: "of polars with a duration has its microseconds",
    bytes: recording("polars-duration.parquet"),
    columns: columnsOf({ d: "INT64" }),
    rows: [["1000000"]],
  },
  {
    title: "of polars with a time of day is refused",
    bytes: recording("polars-time.parquet"),
    columns: columnsOf({ t: "TIMESTAMP" }),
    sentences: [
      'variants.parquet, column "t": the file has the type TIME (INT64), which cannot be converted to TIMESTAMP without loss.',
    ],
  },
];

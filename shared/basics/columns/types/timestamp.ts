import type { ScalarDescriptor } from "./scalarDescriptor.ts";

/** Time in UTC, without a zone, in microseconds. */
export const timestamp: ScalarDescriptor = {
  values: "time",
  label: "time",
  plural: "times",
  duckDb: "TIMESTAMP",
  // Without a precision, the type has milliseconds.
  trino: "TIMESTAMP(6)",
  // Athena reads timestamps in Parquet files as milliseconds; as a bigint, they keep their microseconds.
  glue: "bigint",
  iceberg: "timestamp",
  specified: "STRING",
};

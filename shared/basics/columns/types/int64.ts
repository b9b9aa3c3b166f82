import type { ScalarDescriptor } from "./scalarDescriptor.ts";

export const int64: ScalarDescriptor = {
  values: "whole",
  label: "whole number",
  plural: "whole numbers",
  duckDb: "BIGINT",
  trino: "BIGINT",
  glue: "bigint",
  iceberg: "long",
  specified: "INT64",
};

import type { ScalarDescriptor } from "./scalarDescriptor.ts";

export const float64: ScalarDescriptor = {
  values: "decimal",
  label: "decimal number",
  plural: "numbers",
  duckDb: "DOUBLE",
  trino: "DOUBLE",
  glue: "double",
  iceberg: "double",
  specified: "FLOAT64",
};

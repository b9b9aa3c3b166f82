import type { ScalarDescriptor } from "./scalarDescriptor.ts";

export const bool: ScalarDescriptor = {
  values: "boolean",
  label: "yes or no",
  plural: "truth values",
  duckDb: "BOOLEAN",
  trino: "BOOLEAN",
  glue: "boolean",
  iceberg: "boolean",
  specified: "BOOL",
};

import type { ScalarDescriptor } from "./scalarDescriptor.ts";

export const date: ScalarDescriptor = {
  values: "date",
  label: "date",
  plural: "dates",
  duckDb: "DATE",
  trino: "DATE",
  glue: "date",
  iceberg: "date",
  specified: "STRING",
};

import type { ScalarDescriptor } from "./scalarDescriptor.ts";

export const string: ScalarDescriptor = {
  values: "text",
  label: "text",
  plural: "text",
  duckDb: "VARCHAR",
  trino: "VARCHAR",
  glue: "string",
  iceberg: "string",
  specified: "STRING",
};

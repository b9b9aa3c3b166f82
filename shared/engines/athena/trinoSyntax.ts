import { SCALAR, type TypeSyntax } from "#shared/duckdb/columnTypes.ts";
import { identifier } from "#shared/duckdb/quoting.ts";

/** Trino types. Here, a TIMESTAMP has microseconds; Trino's TIMESTAMP without a precision has milliseconds. */
export const trinoSyntax: TypeSyntax = {
  scalar: { ...SCALAR, TIMESTAMP: "TIMESTAMP(6)" },
  array: (item) => `ARRAY(${item})`,
  struct: (fields) => `ROW(${fields.join(", ")})`,
  field: (name, type) => `${identifier(name)} ${type}`,
};

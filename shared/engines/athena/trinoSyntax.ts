import { SCALAR, type TypeSyntax } from "#shared/basics/columns/columnTypes.ts";
import { identifier } from "#shared/basics/columns/quoting.ts";

/** Trino types. Here, a TIMESTAMP has microsecond precision; Trino's TIMESTAMP without a precision has millisecond precision. */
export const trinoSyntax: TypeSyntax = {
  scalar: { ...SCALAR, TIMESTAMP: "TIMESTAMP(6)" },
  array: (item) => `ARRAY(${item})`,
  struct: (fields) => `ROW(${fields.join(", ")})`,
  field: (name, type) => `${identifier(name)} ${type}`,
};

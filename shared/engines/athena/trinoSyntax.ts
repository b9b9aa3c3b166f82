import type { TypeSyntax } from "#shared/basics/columns/columnTypes.ts";
import { identifier } from "#shared/basics/columns/quoting.ts";
import { SCALARS } from "#shared/basics/columns/scalarTypes.ts";

/** Trino types. */
export const trinoSyntax: TypeSyntax = {
  scalar: (type) => SCALARS[type].trino,
  array: (item) => `ARRAY(${item})`,
  struct: (fields) => `ROW(${fields.join(", ")})`,
  field: (name, type) => `${identifier(name)} ${type}`,
};

import { identifier, SCALARS, type TypeSyntax } from "@pdp/basics/columns";

/** Trino types. */
export const trinoSyntax: TypeSyntax = {
  scalar: (type) => SCALARS[type].trino,
  array: (item) => `ARRAY(${item})`,
  struct: (fields) => `ROW(${fields.join(", ")})`,
  field: (name, type) => `${identifier(name)} ${type}`,
};

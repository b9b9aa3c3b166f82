import type { TypeSyntax } from "#shared/duckdb/columnTypes.ts";
import type { TypeName } from "#shared/sql/parse/ast.ts";

/** Writes a type of CAST for an engine. `unnamed` writes a field of a ROW that has a type and no name. */
export function typeNameSql(type: TypeName, syntax: TypeSyntax, unnamed: (type: string) => string): string {
  const sub = (inner: TypeName): string => typeNameSql(inner, syntax, unnamed);
  switch (type.name) {
    case "DECIMAL":
      return `DECIMAL(${type.precision}, ${type.scale})`;
    case "ARRAY":
      return syntax.array(sub(type.item));
    case "ROW":
      return syntax.struct(
        type.fields.map((field) =>
          field.name ? syntax.field(field.name.text, sub(field.type)) : unnamed(sub(field.type)),
        ),
      );
    case "TIMESTAMP":
      return syntax.scalar.TIMESTAMP;
    default:
      return type.name;
  }
}

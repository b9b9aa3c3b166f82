import { identifier } from "#shared/duckdb/quoting.ts";
import type { TypeName } from "#shared/sql/parse/ast.ts";

/** Returns the Trino SQL of a type. A TIMESTAMP has microseconds; Trino's without a precision has milliseconds. */
export function trinoType(type: TypeName): string {
  switch (type.name) {
    case "DECIMAL":
      return `DECIMAL(${type.precision}, ${type.scale})`;
    case "ARRAY":
      return `ARRAY(${trinoType(type.item)})`;
    case "ROW": {
      const fields = type.fields.map((field) =>
        field.name ? `${identifier(field.name.text)} ${trinoType(field.type)}` : trinoType(field.type),
      );
      return `ROW(${fields.join(", ")})`;
    }
    case "TIMESTAMP":
      return "TIMESTAMP(6)";
    default:
      return type.name;
  }
}

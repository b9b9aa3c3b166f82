import { bindLong, eachSql } from "./bindSql.ts";
import { contains, isFloating, itemOf, type Type } from "./type.ts";

/**
 * Writes a sort key of an array or row in which NaN precedes all numbers, as in Trino's maxima. In the engine's order, and in
 * Trino's minima, it follows them.
 */
export function unorderedFirst(sql: string, type: Type): string {
  if (!contains(type, isFloating)) return sql;
  if (isFloating(type)) return bindLong([sql], (x) => `{'k': NOT isnan(${x}), 'v': ${x}}`);
  if (type.name === "array") return eachSql(sql, (item) => unorderedFirst(item, itemOf(type)));
  return bindLong([sql], (row) => {
    const fields = (type.of ?? []).map(
      (field, index) => `'f${index}': ${unorderedFirst(`struct_extract_at(${row}, ${index + 1})`, field)}`,
    );
    return `CASE WHEN ${row} IS NOT NULL THEN {${fields.join(", ")}} END`;
  });
}

import { filterSql } from "./bindSql.ts";
import { isFloating, itemOf, type Type } from "./type.ts";

/** Parts that make a value impossible to order in Trino. */
type Parts = "NULL" | "NULL or NaN";

/** Writes a condition that checks whether an array or row contains a NULL or NaN. The result is never NULL. */
export function hasNullPart(sql: string, type: Type, parts: Parts = "NULL"): string {
  switch (type.name) {
    case "array":
      return `coalesce(len(${filterSql(sql, (item) => isMissing(item, itemOf(type), parts))}) > 0, false)`;
    case "row": {
      const fields = (type.of ?? []).map((field, index) =>
        isMissing(`struct_extract_at(${sql}, ${index + 1})`, field, parts),
      );
      return `(${sql} IS NOT NULL AND (${fields.join(" OR ")}))`;
    }
    default:
      return "false";
  }
}

/** Writes a condition that checks whether a value is or contains a part that makes it impossible to order. */
export function isMissing(sql: string, type: Type, parts: Parts): string {
  const conditions = [`${sql} IS NULL`];
  if (parts === "NULL or NaN" && isFloating(type)) conditions.push(`isnan(${sql})`);
  if (type.of) conditions.push(hasNullPart(sql, type, parts));
  return conditions.join(" OR ");
}

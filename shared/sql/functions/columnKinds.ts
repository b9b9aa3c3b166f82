import type { Column } from "#shared/domain/column.ts";
import type { Query } from "#shared/sql/parse/ast.ts";
import type { ValueKind } from "./functionKinds.ts";

const KINDS: Record<Column["type"], ValueKind> = {
  BOOL: "boolean",
  INT64: "integer",
  FLOAT64: "double",
  STRING: "text",
  DATE: "time",
  TIMESTAMP: "time",
  STRUCT: undefined,
  ARRAY: undefined,
};

/**
 * Returns the known kinds of columns by their lower-case names: of names that have the same type in every table of the
 * query and are not redefined in the query.
 */
export function columnKinds(query: Query, tables: Column[][]): Map<string, ValueKind> {
  const kinds = new Map<string, ValueKind>();
  for (const { name, type } of tables.flat()) {
    const key = name.toLowerCase();
    const kind = KINDS[type];
    kinds.set(key, kinds.has(key) && kinds.get(key) !== kind ? undefined : kind);
  }
  for (const name of collectNames(query)) kinds.set(name, undefined);
  for (const name of kinds.keys()) if (/^_col\d+$|^ordinality$/.test(name)) kinds.set(name, undefined);
  return kinds;
}

/** Collects every alias and column list anywhere in the query. */
function collectNames(part: unknown, names = new Set<string>()): Set<string> {
  if (Array.isArray(part)) for (const item of part) collectNames(item, names);
  else if (typeof part === "object" && part !== null) {
    for (const [key, value] of Object.entries(part)) {
      if (key === "alias" || key === "columns")
        for (const name of [value].flat()) names.add(name.text.toLowerCase());
      else collectNames(value, names);
    }
  }
  return names;
}

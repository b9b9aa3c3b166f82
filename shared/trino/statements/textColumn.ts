import type { Column } from "@pdp/basics/columns";

/** Returns a column for the rows of a statement. */
export function textColumn(name: string): Column {
  return rowColumn(name, "STRING");
}

export function rowColumn(name: string, type: "STRING" | "INT64" | "FLOAT64" | "BOOL"): Column {
  return { name, type, nullable: true, metadata: { description: null, deprecated: false } };
}

import type { Problems } from "./problem.ts";

/** Problems in one column that have the same reason, as a table row. */
export interface ProblemRow {
  column: string | null;
  count: number;
  value: string | null;
  other_values: string[];
  lines: number[];
  reason: string;
}

/** Returns problems as a table: one row per column and reason. */
export function problemTable({ groups }: Pick<Problems, "groups">): ProblemRow[] {
  return groups.map(({ first: { column = null, value = null, reason }, count, lines, values }) => ({
    column,
    count,
    value,
    other_values: values,
    lines,
    reason,
  }));
}

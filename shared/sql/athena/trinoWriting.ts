import type { Expression, Query, SortItem } from "#shared/sql/parse/ast.ts";
import type { TextTree } from "../relation.ts";

/** Context for writing a query in Trino's dialect, with the mutually recursive writers. */
export interface TrinoWriting {
  tree: TextTree;
  /**
   * Writes an expression. `level` is the precedence of its position: an expression of lower precedence gets
   * parentheses.
   */
  expression: (expression: Expression, writing: TrinoWriting, level?: number) => string;
  query: (query: Query, writing: TrinoWriting) => string;
}

/** Precedence levels, as in the parser; all other expressions are atoms. */
export const LEVEL = { any: 0, and: 1, not: 2, predicate: 3, value: 4, sum: 5, product: 6, sign: 7, atom: 8 };

export function writeList(expressions: readonly Expression[], writing: TrinoWriting): string {
  return expressions.map((expression) => writing.expression(expression, writing)).join(", ");
}

/** Writes `ORDER BY …`, always with NULLS FIRST or LAST. */
export function writeTrinoOrder(items: readonly SortItem[], writing: TrinoWriting): string {
  const written = items.map(
    ({ of, descending, nullsFirst }) =>
      `${writing.expression(of, writing)} ${descending ? "DESC" : "ASC"} NULLS ${nullsFirst ? "FIRST" : "LAST"}`,
  );
  return `ORDER BY ${written.join(", ")}`;
}

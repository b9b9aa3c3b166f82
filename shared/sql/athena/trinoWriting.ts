import type { Expression, Query, SortItem } from "#shared/sql/parse/ast.ts";
import type { TextTree } from "../relation.ts";

/** What one text is written back into Trino's dialect with: its names, and the writers that call each other in a circle. */
export interface TrinoWriting {
  tree: TextTree;
  /** `level` is how tightly the place binds: what binds less tightly gets parentheses. */
  expression: (expression: Expression, writing: TrinoWriting, level?: number) => string;
  query: (query: Query, writing: TrinoWriting) => string;
}

/** How tightly things bind, as in the parser; what is not listed is an atom. */
export const LEVEL = { any: 0, and: 1, not: 2, predicate: 3, value: 4, sum: 5, product: 6, sign: 7, atom: 8 };

export function writeList(expressions: readonly Expression[], writing: TrinoWriting): string {
  return expressions.map((expression) => writing.expression(expression, writing)).join(", ");
}

/** `ORDER BY …`, with the place of missing values always said. */
export function writeTrinoOrder(items: readonly SortItem[], writing: TrinoWriting): string {
  const written = items.map(
    ({ of, descending, nullsFirst }) =>
      `${writing.expression(of, writing)} ${descending ? "DESC" : "ASC"} NULLS ${nullsFirst ? "FIRST" : "LAST"}`,
  );
  return `ORDER BY ${written.join(", ")}`;
}

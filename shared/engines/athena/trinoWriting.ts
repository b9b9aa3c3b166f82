import type { Expression, Query } from "@pdp/trino/parse";
import type { TextTree } from "@pdp/trino/relations";
import type { Dialect } from "@pdp/trino/write";

/** Context for writing a query in Trino's dialect, with the mutually recursive writers. */
export interface TrinoWriting extends Dialect {
  tree: TextTree;
  /**
   * Writes an expression. `level` is the precedence required at its position: an expression of lower precedence is
   * parenthesized.
   */
  expression: (expression: Expression, level?: number) => string;
  query: (query: Query) => string;
}

/** Precedence levels, as in the parser; all other expressions are atoms. */
export const LEVEL = { any: 0, and: 1, not: 2, predicate: 3, value: 4, sum: 5, product: 6, sign: 7, atom: 8 };

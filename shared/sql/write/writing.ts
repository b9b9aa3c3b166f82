import { identifier } from "#shared/duckdb/quoting.ts";
import type { Bindings } from "#shared/sql/bindTables.ts";
import type { Argument, ValueKind } from "#shared/sql/functions/functionKinds.ts";
import { checkCondition } from "#shared/sql/functions/typeChecks.ts";
import type { Expression, Query, TableName } from "#shared/sql/parse/ast.ts";
import { Refusal } from "#shared/sql/sqlError.ts";
import type { Dialect } from "./clauses.ts";

/** Context for writing a query in DuckDB's dialect, with the mutually recursive writers. */
export interface Writing {
  bindings: Bindings;
  /** Returns the generated name of the relation or view of a table name. */
  relationOf: (table: TableName) => string;
  kindOfColumn: (name: string) => ValueKind;
  /** Tells whether some table may have a column of this lower-case name. */
  hasColumn: (name: string) => boolean;
  /** Lambda parameters in scope: lower-case name → generated name. */
  parameters: ReadonlyMap<string, string>;
  /** Aliases of the SELECT with their expressions, by lower-case name; only within ORDER BY. */
  aliases?: ReadonlyMap<string, Expression> | undefined;
  /** Lower-case names of the windows that OVER can refer to. */
  windows?: ReadonlySet<string> | undefined;
  /** True within try(), where DuckDB does not allow error(). */
  inTry: boolean;
  /**
   * Number of characters that may still be generated, over all expressions of the query and of the views that it reads.
   */
  budget: { characters: number };
  expression: (expression: Expression, writing: Writing) => Argument;
  query: (query: Query, writing: Writing) => string;
}

/**
 * Maximum length of one generated expression, in characters. Translations repeat their arguments, so nested ones grow
 * fast.
 */
const MAX_GENERATED_LENGTH = 1_000_000;
/**
 * Maximum number of characters generated for all expressions; nested ones count for each level. An alias in ORDER BY
 * repeats its expression, and many long ones would make a text too long for any engine.
 */
export const MAX_GENERATED_CHARACTERS = 20_000_000;

export function checkLength(sql: string, at: number, { budget }: Writing): string {
  budget.characters -= sql.length;
  if (sql.length <= MAX_GENERATED_LENGTH && budget.characters >= 0) return sql;
  const sentence =
    "This is nested too deeply or repeated too often to be translated: compute parts of it in a WITH query";
  throw new Refusal(sentence, at, "query_too_complex");
}

/** Writes an expression that must be boolean. */
export function writeCondition(expression: Expression, writing: Writing): string {
  return checkCondition(writing.expression(expression, writing), expression.at).sql;
}

/** Returns DuckDB's writers for the clauses. */
export function duckDbDialect(writing: Writing): Dialect {
  return {
    expression: (expression) => writing.expression(expression, writing).sql,
    condition: (expression) => writeCondition(expression, writing),
    windowName: ({ text, at }) => {
      if (writing.windows?.has(text.toLowerCase())) return identifier(text);
      throw new Refusal(`There is no window ${text}: name it with WINDOW ${text} AS (…)`, at);
    },
  };
}

import type { DomainError } from "#shared/domain/errors.ts";
import type { Bindings } from "#shared/sql/bindTables.ts";
import { type Argument, Refusal, type ValueKind } from "#shared/sql/functions/functionKinds.ts";
import { checkCondition } from "#shared/sql/functions/typeChecks.ts";
import type { Expression, Query, TableName } from "#shared/sql/parse/ast.ts";
import { type SqlErrorCode, sqlError } from "#shared/sql/sqlError.ts";

/** What one text of a query is written with: its names, and the writers that call each other in a circle. */
export interface Writing {
  text: string;
  bindings: Bindings;
  /** The generated name of the relation or view that a table name means. */
  relationOf: (table: TableName) => string;
  kindOfColumn: (name: string) => ValueKind;
  /** Whether some table may have a column of this lower-case name. */
  hasColumn: (name: string) => boolean;
  /** Lambda parameters in scope: lower-case name → generated name. */
  parameters: ReadonlyMap<string, string>;
  /** Within ORDER BY: what the aliases of the SELECT stand for, by lower-case name. */
  aliases?: ReadonlyMap<string, Expression> | undefined;
  /** The lower-case names of the windows that OVER can mean here. */
  windows?: ReadonlySet<string> | undefined;
  /** Whether this is within try(), where DuckDB's error() cannot stand. */
  inTry: boolean;
  /** How many characters may still be generated, over all expressions of the query and of the views that it reads. */
  budget: { characters: number };
  expression: (expression: Expression, writing: Writing) => Argument;
  query: (query: Query, writing: Writing) => string;
}

/** How much text may be generated. Translations repeat their arguments, so nesting them grows fast. */
const MAX_GENERATED_LENGTH = 1_000_000;
/**
 * Maximum number of characters generated for all expressions, each counted again within those around it: an alias in
 * ORDER BY repeats its expression, and many long ones make a text that no engine takes.
 */
export const MAX_GENERATED_CHARACTERS = 20_000_000;

export function checkLength(sql: string, at: number, { text, budget }: Writing): string {
  budget.characters -= sql.length;
  if (sql.length <= MAX_GENERATED_LENGTH && budget.characters >= 0) return sql;
  throw sqlError(
    "query_too_complex",
    "This is nested too deeply or repeated too often to be translated: compute parts of it in a WITH query",
    text,
    at,
  );
}

export function refuse(code: SqlErrorCode, sentence: string, at: number, { text }: Writing): DomainError {
  return sqlError(code, sentence, text, at);
}

/** The text of an expression that must be true or false. */
export function writeCondition(expression: Expression, writing: Writing): string {
  const written = writing.expression(expression, writing);
  try {
    return checkCondition(written).sql;
  } catch (error) {
    if (error instanceof Refusal) throw refuse("invalid_sql", error.message, expression.at, writing);
    throw error;
  }
}

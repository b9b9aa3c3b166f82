import { identifier } from "@pdp/basics/columns";
import type { Bindings } from "../bindTables.ts";
import type { CurrentNames } from "../currentNames.ts";
import type { Argument } from "../functions/functionKinds.ts";
import type { Expression, Query, TableName } from "../parse/ast.ts";
import { MAX_QUERY_COLUMNS, MAX_SELECT_COLUMNS } from "../queryLimits.ts";
import { Refusal } from "../sqlError.ts";
import { ownError } from "../types/ownError.ts";
import { DAY_INTERVAL, duckdbType, isFine, MONTH_INTERVAL, type Type, typeText } from "../types/type.ts";
import type { Dialect } from "./clauses.ts";
import type { OutputColumn, Scope } from "./scope.ts";

/** Query in DuckDB's dialect with its result columns. */
export interface WrittenQuery {
  sql: string;
  columns: OutputColumn[];
}

/** SELECT item with its name; undefined for a computed item without an alias. */
export interface Item extends Argument {
  name: string | undefined;
}

/**
 * Check for an expression over grouped rows: its columns must be grouped or inside aggregates. Columns with names in `known`
 * are result columns.
 */
export type RequireGrouped = (expression: Expression, known?: ReadonlySet<string>) => void;

/** Query body, and what its ORDER BY can reference. */
export interface WrittenBody extends WrittenQuery {
  /** SELECT items and the context of their expressions; undefined if ORDER BY sees only the result. */
  select?: { items: Argument[]; writing: Writing; requireGrouped?: RequireGrouped | undefined } | undefined;
}

/** Rows of a table or view: generated name and columns. */
export interface WrittenRelation {
  name: string;
  columns: OutputColumn[];
}

/** Values computed before a try(), in the order in which its text refers to them. */
export interface Hoist {
  /** Number of enclosing try() calls, including this one. */
  depth: number;
  isGrouped: boolean;
  values: string[];
  /** Number of lambda parameters around the try(). */
  parameters: number;
}

/** Remaining budget for generated text, shared by the whole query and the views that it reads. */
export interface Budget {
  /** Characters in all expressions. */
  characters: number;
  /** Columns in all FROM clauses and SELECTs. */
  columns: number;
  /** Remaining budget for text generated for comparisons. */
  trials?: Budget;
}

/** Returns the text of an expression that is computed elsewhere; undefined for other expressions. */
export type KnownExpressions = (expression: Expression) => Argument | undefined;

/** Context for writing a query in DuckDB's dialect, including the mutually recursive writers. */
export interface Writing {
  bindings: Bindings;
  /** Returns the relation or view for a table name. */
  relationOf: (table: TableName) => WrittenRelation;
  /** Columns of the WITH queries written so far, by generated name. */
  ctes: Map<string, OutputColumn[]>;
  /** Names of the steps that recursive WITH queries read instead of themselves. */
  levels?: ReadonlyMap<string, string> | undefined;
  /** Returns a new name for a FROM item. */
  nextAlias: () => string;
  /** Columns that expressions can reference. */
  scope: Scope | undefined;
  /** Lambda parameters in scope, by lowercase name. */
  parameters: ReadonlyMap<string, Argument>;
  /** SELECT items by lowercase alias; only within ORDER BY. */
  aliases?: ReadonlyMap<string, Argument> | undefined;
  /** Lowercase names of the windows that OVER can reference. */
  windows?: ReadonlySet<string> | undefined;
  /** Values that the enclosing try() requires to be computed before an expression. */
  hoist?: Hoist | undefined;
  /** Expressions with a known text: groups that contain queries, which must always have the same text, and lifted queries. */
  known?: KnownExpressions | undefined;
  /** True for a WHERE, HAVING or ON condition that keeps only rows for which it is true: unknown counts as false. */
  isFilter?: boolean;
  current: CurrentNames;
  /** True within try(), where DuckDB does not allow error(). */
  inTry: boolean;
  /** True for a part that is written a second time for a text comparison; its groups were checked the first time. */
  isRepeated?: boolean;
  budget: Budget;
  expression: (expression: Expression, writing: Writing) => Argument;
  query: (query: Query, writing: Writing) => WrittenQuery;
}

type Given = Pick<Writing, "bindings" | "relationOf" | "current" | "budget" | "expression" | "query">;

/** Returns the context in which the writing of a query text starts. */
export function newWriting(given: Given): Writing {
  let aliases = 0;
  const nextAlias = (): string => {
    aliases += 1;
    return `f${aliases}`;
  };
  return { ...given, nextAlias, ctes: new Map(), scope: undefined, parameters: new Map(), inTry: false };
}

/**
 * Maximum length of one generated expression, in characters. Translations repeat their arguments, so nested expressions grow
 * fast.
 */
const MAX_GENERATED_LENGTH = 1_000_000;
/**
 * Maximum total number of characters generated for all expressions; a nested expression counts once per level. An alias in
 * ORDER BY repeats its expression, and many long expressions would make the text too long for any engine.
 */
const MAX_GENERATED_CHARACTERS = 20_000_000;

export function fullBudget(): Budget {
  return { characters: MAX_GENERATED_CHARACTERS, columns: MAX_QUERY_COLUMNS };
}

/** Context for parts that are written for a text comparison, with a shared budget. */
export function trialOf(writing: Writing): Writing {
  const { budget } = writing;
  if (!budget.trials) {
    budget.trials = fullBudget();
    budget.trials.trials = budget.trials;
  }
  return { ...writing, budget: budget.trials };
}

/** Writes a part for a text comparison; undefined if it cannot be written separately. */
export function writeTrial(of: Expression, writing: Writing): Argument | undefined {
  try {
    return writing.expression(of, trialOf(writing));
  } catch (error) {
    if (error instanceof Refusal && error.code !== "query_too_complex") return undefined;
    throw error;
  }
}

/** Counts columns before creating them, so that a short query over wide tables cannot exhaust memory. */
export function spendColumns(count: number, at: number, budget: Budget): void {
  budget.columns -= count;
  if (budget.columns >= 0) return;
  const sentence = `The tables, WITH queries and SELECTs of this query have more than ${MAX_QUERY_COLUMNS.toLocaleString("en")} columns together`;
  throw new Refusal(sentence, at, "query_too_complex", ". List the required columns instead of *.");
}

/** Rejects a SELECT with too many columns before they are created. */
export function requireSelectColumns(count: number, at: number): void {
  if (count <= MAX_SELECT_COLUMNS) return;
  const sentence = `A SELECT can have at most ${MAX_SELECT_COLUMNS.toLocaleString("en")} columns`;
  throw new Refusal(sentence, at, "query_too_complex", ". List the required columns instead of *.");
}

export function checkLength(sql: string, at: number, { budget }: Writing): string {
  budget.characters -= sql.length;
  if (sql.length <= MAX_GENERATED_LENGTH && budget.characters >= 0) return sql;
  const sentence =
    "This is nested too deeply or repeated too often to be translated: compute parts of it in a WITH query";
  throw new Refusal(sentence, at, "query_too_complex");
}

/** Writes an expression that must be boolean. */
export function writeCondition(expression: Expression, writing: Writing): string {
  return conditionSql(writing.expression(expression, writing), expression.at);
}

/** Returns the SQL of a value that must be boolean. */
export function conditionSql({ sql, type }: Argument, at?: number): string {
  if (type.name === "boolean") return sql;
  if (type.name === "unknown") return "CAST(NULL AS BOOLEAN)";
  throw new Refusal(`A condition must be true or false, not ${nameOf(type)}`, at);
}

function nameOf(type: Type): string {
  return `a value of type ${typeText(type)}`;
}

/**
 * Writes the distance of a frame bound as an interval of the engine; elsewhere, intervals are numbers of milliseconds or
 * months.
 */
function distanceSql(of: Expression, { sql, type }: Argument, sortedBy: Argument | undefined): string {
  if (sortedBy?.kind === "text" || sortedBy?.kind === "boolean")
    throw new Refusal(
      `A RANGE frame with an offset requires ORDER BY a number, date or time, not ${nameOf(sortedBy.type)}: use ROWS`,
      of.at,
    );
  if (sortedBy && isFine(sortedBy.type))
    throw new Refusal(
      "A RANGE frame requires times with at most 6 fractional digits: CAST the sort key",
      of.at,
    );
  const isDays = of.kind === "interval" && of.value % 86_400_000 === 0;
  if (type.name === DAY_INTERVAL.name && sortedBy?.type.name === "date" && !isDays)
    throw new Refusal("Dates differ by whole days: use an interval such as INTERVAL '7' DAY", of.at);
  if (type.name === DAY_INTERVAL.name) return `to_milliseconds(${sql})`;
  if (type.name === MONTH_INTERVAL.name) return `to_months(CAST(${sql} AS INTEGER))`;
  if (of.kind === "number") return sql;
  const isNull = ownError("The distance of a frame bound must not be NULL");
  return `CASE WHEN ${sql} IS NULL THEN CAST(${isNull} AS ${duckdbType(type)}) ELSE ${sql} END`;
}

const COLUMN = /^"(?:[^"]|"")+"\."(?:[^"]|"")+"$/;

/**
 * Returns the expressions of PARTITION BY without repetitions. DuckDB mistakes (a, a) for (a, b) if two windows of a query
 * have them, also if its optimizer finds that two expressions are equal. So several expressions become one row.
 */
function distinctParts(expressions: string[]): string[] {
  const parts = [...new Set(expressions)];
  if (parts.length < 2 || parts.every((part) => COLUMN.test(part))) return parts;
  return [`struct_pack(${parts.map((part, index) => `p${index} := ${part}`).join(", ")})`];
}

/** Returns DuckDB's writers for the clauses. */
export function duckDbDialect(writing: Writing): Dialect {
  return {
    expression: (expression) => writing.expression(expression, writing).sql,
    condition: (expression) => writeCondition(expression, writing),
    partition: distinctParts,
    distance: (expression, sortedBy) =>
      distanceSql(
        expression,
        writing.expression(expression, writing),
        sortedBy && writing.expression(sortedBy, writing),
      ),
    windowName: ({ text, at }) => {
      if (writing.windows?.has(text.toLowerCase())) return identifier(text);
      throw new Refusal(`There is no window ${text}: name it with WINDOW ${text} AS (…)`, at);
    },
  };
}

import { Refusal } from "#shared/sql/sqlError.ts";

/** Kind of a value's type as far as it is known before DuckDB binds the query; undefined if unknown. */
export type ValueKind = "integer" | "double" | "decimal" | "text" | "boolean" | "time" | "other" | undefined;

/** Argument with its SQL and what is known about it. */
export interface Argument {
  /** DuckDB SQL of the value; composite expressions are in parentheses. */
  sql: string;
  kind: ValueKind;
  /** Content of a text literal. */
  literal?: string;
  /** Value of an integer literal. */
  integer?: number;
  /** True for a literal text, number, date or the like. */
  isLiteral?: boolean;
  /** True for an INTERVAL literal. */
  isInterval?: boolean;
}

/** Returns an argument of SQL text and kind. */
export function sqlArgument(sql: string, kind?: ValueKind): Argument {
  return { sql, kind };
}

/** Functions by their names in Trino. */
export type FunctionTable = Record<string, TrinoFunction>;

export function sqlOf(args: Argument[]): string[] {
  return args.map(({ sql }) => sql);
}

/** Returns the kind of the first argument. */
export function kindOfFirst([argument]: Argument[]): ValueKind {
  return argument?.kind;
}

interface Common {
  least: number;
  most: number;
  returns?: ValueKind | ((args: Argument[]) => ValueKind);
}

export interface ScalarFunction extends Common {
  kind: "scalar";
  /** Number of parameters of each argument that is a lambda, by index. */
  lambdas?: Record<number, number>;
  write: (args: Argument[], context: { inTry: boolean }) => string;
}

/** Aggregate function: `name(arguments ORDER BY …) FILTER (…) OVER (…)`, then `finish`. */
export interface AggregateFunction extends Common {
  kind: "aggregate";
  name: string;
  arguments?: (args: Argument[]) => string[];
  finish?: (call: string, args: Argument[]) => string;
}

export interface WindowFunction extends Common {
  kind: "window";
  name: string;
  takesNulls?: boolean;
}

export type TrinoFunction = ScalarFunction | AggregateFunction | WindowFunction;

export function scalar(
  least: number,
  most: number,
  write: (sql: string[], args: Argument[], context: { inTry: boolean }) => string,
  returns?: Common["returns"],
): ScalarFunction {
  return {
    kind: "scalar",
    least,
    most,
    write: (args, context) => write(sqlOf(args), args, context),
    ...(returns && { returns }),
  };
}

/** Returns a function that has another name in DuckDB and the same meaning. */
export function renamedFunction(
  name: string,
  least: number,
  most = least,
  returns?: Common["returns"],
): ScalarFunction {
  return scalar(least, most, (args) => `${name}(${args.join(", ")})`, returns);
}

type Fail = (sentence: string) => string;

/**
 * Returns a function written by a template, in which `$1` is the SQL of the first argument; a template with errors is a
 * function of `failing`. `defaults` is the SQL of the last arguments where a call lacks them.
 */
export function template(
  sql: string | ((fail: Fail) => string),
  returns?: Common["returns"],
  ...defaults: string[]
): ScalarFunction {
  const write = typeof sql === "function" ? sql : () => sql;
  const places = [...write(() => "").matchAll(/\$(\d)/g)].map(([, place]) => Number(place));
  const most = Math.max(0, ...places);
  const least = most - defaults.length;
  const fill = (args: string[], _: Argument[], context: { inTry: boolean }): string => {
    const all = [...args, ...defaults.slice(args.length - least)];
    const text = write((sentence) => failSql(sentence, context));
    return text.replace(/\$(\d)/g, (_, place) => all[Number(place) - 1] as string);
  };
  return scalar(least, most, fill, returns);
}

export function aggregate(
  name: string,
  count: number | [number, number],
  more: Pick<AggregateFunction, "arguments" | "finish" | "returns"> = {},
): AggregateFunction {
  const [least, most] = typeof count === "number" ? [count, count] : count;
  return { kind: "aggregate", name, least, most, ...more };
}

/**
 * Writes an expression that fails with a message when it is evaluated, or is NULL within try(), which does not allow
 * error().
 */
export function failSql(sentence: string, context: { inTry: boolean }): string {
  return context.inTry ? "NULL" : `error('${sentence.replaceAll("'", "''")}')`;
}

/** Returns the text of an argument that must be a text literal. */
export function literalOf(argument: Argument | undefined, what: string): string {
  if (argument?.literal === undefined) throw new Refusal(`${what} must be a text literal`);
  return argument.literal;
}

import { Refusal } from "../sqlError.ts";
import { bindSql, hasQuery } from "../types/bindSql.ts";
import { ownError, ownErrorText } from "../types/ownError.ts";
import type { Type, TypeBase } from "../types/type.ts";

/** Kind of the value's type; undefined for an untyped NULL. */
export type ValueKind = "integer" | "double" | "decimal" | "text" | "boolean" | "time" | "other" | undefined;

/** Argument with its SQL and static properties. */
export interface Argument {
  /** DuckDB SQL for the value; composite expressions are parenthesized. */
  sql: string;
  type: Type;
  kind: ValueKind;
  /** Content of a text literal. */
  literal?: string;
  /** Value of an integer literal. */
  integer?: number;
  /** True for a literal such as a string, number or date. */
  isLiteral?: boolean;
  /** Writes the lambda body, given the SQL of its parameters. */
  body?: (parameters: string[]) => string;
}

const KINDS: Partial<Record<TypeBase, ValueKind>> = {
  unknown: undefined,
  tinyint: "integer",
  smallint: "integer",
  integer: "integer",
  bigint: "integer",
  real: "double",
  double: "double",
  decimal: "decimal",
  varchar: "text",
  char: "text",
  boolean: "boolean",
  date: "time",
  time: "time",
  "time with time zone": "time",
  timestamp: "time",
  "timestamp with time zone": "time",
};

export function kindOf({ name }: Type): ValueKind {
  return name in KINDS ? KINDS[name] : "other";
}

/** Returns an argument built from SQL text and a type. */
export function sqlArgument(sql: string, type: Type): Argument {
  return { sql, type, kind: kindOf(type) };
}

/** Context of an expression that can fail: try() catches only some errors. */
export interface Failing {
  inTry: boolean;
}

/** Functions by their Trino names. */
export type FunctionTable = Record<string, TrinoFunction>;

export function sqlOf(args: Argument[]): string[] {
  return args.map(({ sql }) => sql);
}

interface Common {
  minArguments: number;
  maxArguments: number;
  /** Result type of a function without signatures. */
  typeOf?: (args: Argument[]) => Type;
}

export interface ScalarFunction extends Common {
  kind: "scalar";
  /** Number of parameters of each lambda argument, by argument index. */
  lambdas?: Record<number, number>;
  write: (args: Argument[], context: Failing) => string;
}

/** Aggregate function: `name(arguments ORDER BY …) FILTER (…) OVER (…)`, then `finish`. */
export interface AggregateFunction extends Common {
  kind: "aggregate";
  name: string;
  arguments?: (args: Argument[]) => string[];
  /** Returns the DuckDB function name for the given argument types. */
  nameFor?: (args: Argument[]) => string;
  finish?: (call: string, args: Argument[], parts: AggregateParts) => string;
}

/** Parts of an aggregate's text: `name(content) FILTER (WHERE filter) over`. */
export interface AggregateParts {
  name: string;
  content: string;
  filter: string | undefined;
  over: string;
}

/** Writes an aggregate of different content over the same rows and window. */
export function again(
  { filter, over }: AggregateParts,
  name: string,
  content: string,
  also?: string,
): string {
  const conditions = [filter, also].filter((condition) => condition !== undefined);
  const where = conditions.length > 0 ? ` FILTER (WHERE ${conditions.join(" AND ")})` : "";
  return `${name}(${content})${where}${over}`;
}

export interface WindowFunction extends Common {
  kind: "window";
  name: string;
  takesNulls?: boolean;
}

export type TrinoFunction = ScalarFunction | AggregateFunction | WindowFunction;

export function scalar(
  minArguments: number,
  maxArguments: number,
  write: (sql: string[], args: Argument[], context: Failing) => string,
  typeOf?: Common["typeOf"],
): ScalarFunction {
  return {
    kind: "scalar",
    minArguments,
    maxArguments,
    write: (args, context) => write(sqlOf(args), args, context),
    ...(typeOf && { typeOf }),
  };
}

/** Returns a function that has a different name but the same meaning in DuckDB. */
export function renamedFunction(
  name: string,
  minArguments: number,
  maxArguments = minArguments,
): ScalarFunction {
  return scalar(minArguments, maxArguments, (args) => `${name}(${args.join(", ")})`);
}

type Fail = (sentence: string) => string;

/**
 * Returns a function defined by a template in which `$1` is the SQL of the first argument; a template that can raise errors is
 * given as a function of `failing`. `defaults` is the SQL of the trailing arguments that a call may omit. Long arguments that
 * are repeated are computed once.
 */
export function template(sql: string | ((fail: Fail) => string), ...defaults: string[]): ScalarFunction {
  const write = typeof sql === "function" ? sql : () => sql;
  const places = [...write(() => "").matchAll(/\$(\d)/g)].map(([, number]) => Number(number));
  const maxArguments = Math.max(0, ...places);
  const minArguments = maxArguments - defaults.length;
  const fill = (args: string[], given: Argument[], context: Failing): string => {
    const all = [...args, ...defaults.slice(args.length - minArguments)];
    const text = write((sentence) => failSql(sentence, context));
    const isBound = (value: string, index: number): boolean => {
      const isRepeated = places.filter((number) => number === index + 1).length > 1;
      const isLambda = given[index]?.type.name === "function";
      const isShort =
        value.length <= MAX_REPEATED_CHARACTERS && !value.includes("random(") && !hasQuery(value);
      return isRepeated && !isLambda && !isShort;
    };
    const bound = [...new Set(all.filter(isBound))];
    return bindSql(bound, (...names) =>
      text.replace(/\$(\d)/g, (_, digit: string) => {
        const value = all[Number(digit) - 1] as string;
        return names[bound.indexOf(value)] ?? value;
      }),
    );
  };
  return scalar(minArguments, maxArguments, fill);
}

const MAX_REPEATED_CHARACTERS = 300;

export function aggregate(
  name: string,
  count: number | [number, number],
  more: Pick<AggregateFunction, "arguments" | "finish" | "nameFor"> = {},
): AggregateFunction {
  const [minArguments, maxArguments] = typeof count === "number" ? [count, count] : count;
  return { kind: "aggregate", name, minArguments, maxArguments, ...more };
}

/**
 * Writes an expression of any type that fails with a message when evaluated. Inside try(), which does not allow error(), it
 * writes a failing conversion, which try() catches.
 */
export function failSql(sentence: string, context: Failing): string {
  return context.inTry
    ? `list_extract([NULL], CAST(${ownErrorText(sentence)} AS BIGINT))`
    : ownError(sentence);
}

/** Returns the text of an argument that must be a string literal. */
export function literalOf(argument: Argument | undefined, what: string): string {
  if (argument?.literal === undefined) throw new Refusal(`${what} must be a string literal`);
  return argument.literal;
}

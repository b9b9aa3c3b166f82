/** What is certain about a value's type before DuckDB has seen it; undefined where nothing is. */
export type ValueKind = "integer" | "double" | "decimal" | "text" | "boolean" | "time" | "other" | undefined;

/** A value as it is written, and what is known of it beforehand. */
export interface Argument {
  /** DuckDB text of the value; a composite one stands in parentheses. */
  sql: string;
  kind: ValueKind;
  /** The content of a text literal. */
  literal?: string;
  /** The value of an integer literal. */
  integer?: number;
  /** Whether it is written as a text, number, date or the like. */
  isLiteral?: boolean;
  /** Whether it is written as an INTERVAL. */
  isInterval: boolean;
  /** How many parameters it has, if it is a lambda. */
  lambda?: number;
}

/** Text with what is known about its type. */
export function known(sql: string, kind?: ValueKind): Argument {
  return { sql, kind, isInterval: false };
}

/** Thrown by a function that cannot be translated for these arguments; the writer adds the place. */
export class Refusal extends Error {}

interface Common {
  least: number;
  most: number;
  returns?: ValueKind | ((args: Argument[]) => ValueKind);
}

export interface ScalarFunction extends Common {
  kind: "scalar";
  /** Which argument is a lambda, and of how many parameters. */
  lambdas?: Record<number, number>;
  write: (args: Argument[], context: { inTry: boolean }) => string;
}

/** `name(arguments ORDER BY …) FILTER (…) OVER (…)`, then `finish`. */
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
  lambdas?: Record<number, number>,
): ScalarFunction {
  return {
    kind: "scalar",
    least,
    most,
    write: (args, context) =>
      write(
        args.map(({ sql }) => sql),
        args,
        context,
      ),
    ...(returns && { returns }),
    ...(lambdas && { lambdas }),
  };
}

/** The function of another name with the same meaning. */
export function renamed(
  name: string,
  least: number,
  most = least,
  returns?: Common["returns"],
): ScalarFunction {
  return scalar(least, most, (args) => `${name}(${args.join(", ")})`, returns);
}

export function aggregate(
  name: string,
  count: number | [number, number],
  more: Pick<AggregateFunction, "arguments" | "finish" | "returns"> = {},
): AggregateFunction {
  const [least, most] = typeof count === "number" ? [count, count] : count;
  return { kind: "aggregate", name, least, most, ...more };
}

/** An expression that fails with a sentence when it is evaluated, or is NULL within try(), which cannot hold an error(). */
export function failing(sentence: string, context: { inTry: boolean }): string {
  return context.inTry ? "NULL" : `error('${sentence.replaceAll("'", "''")}')`;
}

/** The text of an argument that must be a text literal. */
export function literalOf(argument: Argument | undefined, what: string): string {
  if (argument?.literal === undefined) throw new Refusal(`${what} must be a text literal`);
  return argument.literal;
}

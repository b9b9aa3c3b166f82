import { identifier } from "#shared/duckdb/quoting.ts";
import { shortName } from "#shared/sql/boundMessage.ts";
import {
  type AggregateFunction,
  type Argument,
  sqlArgument,
  sqlOf,
  type TrinoFunction,
  type WindowFunction,
} from "#shared/sql/functions/functionKinds.ts";
import { trinoFunctions } from "#shared/sql/functions/trinoFunctions.ts";
import { nearest } from "#shared/sql/nearest.ts";
import type { Call, Expression, Name, Window } from "#shared/sql/parse/ast.ts";
import { Refusal } from "#shared/sql/sqlError.ts";
import { writeOrder, writeOver } from "./clauses.ts";
import { duckDbDialect, type Writing } from "./writing.ts";

/** Writes a function call with Trino's meaning. Throws for functions that are not supported. */
export function writeCall(call: Call, writing: Writing): Argument {
  const found = trinoFunctions.get(call.name);
  if (!found) {
    const meant = nearest(call.name, trinoFunctions.keys());
    throw new Refusal(
      `Function ${shortName(call.name)} is not available${meant}`,
      call.at,
      "unknown_function",
    );
  }
  checkUse(call, found, writing);
  const within = call.name === "try" ? { ...writing, inTry: true } : writing;
  const lambdas = found.kind === "scalar" ? (found.lambdas ?? {}) : {};
  const args = call.args.map((argument, index) => writeArgument(call, argument, lambdas[index], within));
  const sql = writeFound(found, call, args, writing);
  const returns = typeof found.returns === "function" ? found.returns(args) : found.returns;
  return sqlArgument(`(${sql})`, returns);
}

function writeFound(found: TrinoFunction, call: Call, args: Argument[], writing: Writing): string {
  if (found.kind === "scalar") return found.write(args, writing);
  if (found.kind === "aggregate") return writeAggregate(found, call, args, writing);
  return writeWindowCall(found, call, args, writing);
}

/** Refuses a call in a form that the function does not have. */
function checkUse(call: Call, found: TrinoFunction, writing: Writing): void {
  const { name, args, star, distinct, orderBy, filter, nulls, over } = call;
  const isArranged = distinct || orderBy.length > 0;
  const takesNulls = found.kind === "window" && found.takesNulls;
  const rules: [isBroken: boolean, sentence: string][] = [
    [star && name !== "count", `* is an argument of count only, not of ${name}`],
    [
      args.length < found.least || args.length > found.most,
      `Function ${name} takes ${countText(found)}, not ${args.length}`,
    ],
    [
      found.kind !== "aggregate" && (isArranged || filter !== undefined),
      `${name} is no aggregate: DISTINCT, ORDER BY and FILTER do not apply to it`,
    ],
    [
      found.kind === "scalar" && over !== undefined,
      `${name} is no window function: OVER does not apply to it`,
    ],
    [found.kind === "window" && !over, `${name} needs a window: ${name}(…) OVER (ORDER BY …)`],
    [nulls !== undefined && !takesNulls, `${nulls} NULLS does not apply to ${name}`],
    [
      found.kind !== "scalar" && writing.parameters.size > 0,
      `${name} cannot stand within a lambda: use reduce`,
    ],
    [star && distinct, "count(DISTINCT *) is not available"],
    [
      name === "listagg" && orderBy.length === 0,
      "listagg needs an order: listagg(x, ',') WITHIN GROUP (ORDER BY x)",
    ],
    [
      over !== undefined && isArranged,
      "DISTINCT and ORDER BY within an aggregate do not go together with OVER",
    ],
  ];
  const broken = rules.find(([isBroken]) => isBroken);
  if (broken) throw new Refusal(broken[1]);
}

function countText({ least, most }: TrinoFunction): string {
  const plural = (count: number): string => (count === 1 ? "1 argument" : `${count} arguments`);
  return least === most ? plural(least) : `${least} to ${plural(most)}`;
}

/** Writes an argument; `parameters` is the number of parameters if it must be a lambda. */
function writeArgument(
  call: Call,
  argument: Expression,
  parameters: number | undefined,
  writing: Writing,
): Argument {
  if (parameters === undefined) return writing.expression(argument, writing);
  if (argument.kind !== "lambda") {
    throw new Refusal(`${call.name} needs a lambda here, such as x -> x + 1`, argument.at);
  }
  if (argument.parameters.length === parameters) return writeLambda(argument, writing);
  throw new Refusal(`This lambda of ${call.name} has ${parameters} parameters`, argument.at);
}

function writeLambda(lambda: Extract<Expression, { kind: "lambda" }>, writing: Writing): Argument {
  const inner = new Map(writing.parameters);
  const names = lambda.parameters.map((parameter) => {
    const name = `__p${inner.size + 1}`;
    inner.set(parameter.text.toLowerCase(), name);
    return identifier(name);
  });
  const body = writing.expression(lambda.body, { ...writing, parameters: inner }).sql;
  return sqlArgument(`lambda ${names.join(", ")}: ${body}`);
}

function writeAggregate(found: AggregateFunction, call: Call, args: Argument[], writing: Writing): string {
  const dialect = duckDbDialect(writing);
  const written = found.arguments?.(args) ?? sqlOf(args);
  const distinct = call.distinct ? "DISTINCT " : "";
  const order = call.orderBy.length > 0 ? ` ${writeOrder(call.orderBy, dialect)}` : "";
  const filter = call.filter ? ` FILTER (WHERE ${dialect.condition(call.filter)})` : "";
  const content = call.star || call.args.length === 0 ? "*" : `${distinct}${written.join(", ")}${order}`;
  const over = call.over ? ` ${writeOver(call.over, dialect)}` : "";
  const sql = `${found.name}(${content})${filter}${over}`;
  return found.finish?.(sql, args) ?? sql;
}

function writeWindowCall({ name }: WindowFunction, call: Call, args: Argument[], writing: Writing): string {
  const nulls = call.nulls === "IGNORE" ? " IGNORE NULLS" : "";
  const over = writeOver(call.over as Window | Name, duckDbDialect(writing));
  return `${name}(${sqlOf(args).join(", ")}${nulls}) ${over}`;
}

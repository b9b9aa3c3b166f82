import { identifier } from "@pdp/basics/columns";
import { shortName } from "../boundMessage.ts";
import { insteadOf } from "../foreign/foreignFunctions.ts";
import {
  type AggregateFunction,
  type Argument,
  sqlArgument,
  sqlOf,
  type TrinoFunction,
  type WindowFunction,
} from "../functions/functionKinds.ts";
import { writeSqlJson } from "../functions/json/sqlJson.ts";
import { matchSignature } from "../functions/matchSignature.ts";
import { coerced } from "../functions/operators/commonTypes.ts";
import type { Pattern } from "../functions/parseSignature.ts";
import { isVariable, typeOfPattern } from "../functions/parseSignature.ts";
import { resultOf } from "../functions/resultOf.ts";
import { signaturesOf } from "../functions/signatures.ts";
import { fineResult, inMicroseconds, withoutZone } from "../functions/times/fineArguments.ts";
import { trinoFunctions } from "../functions/trinoFunctions.ts";
import { UNAVAILABLE } from "../functions/unavailable.ts";
import { nearestFunction } from "../nearest.ts";
import type { Call, Expression, Name, Window } from "../parse/ast.ts";
import { Refusal } from "../sqlError.ts";
import { bindSql, hasQuery } from "../types/bindSql.ts";
import { canCoerce } from "../types/coerce.ts";
import { duckdbType, isFine, isNumeric, type Type, typeText, UNKNOWN, VARCHAR } from "../types/type.ts";
import { lambdaMissing, noSignature } from "./callRefusals.ts";
import { checkNesting } from "./checkAggregates.ts";
import { keyOf } from "./checkGrouped.ts";
import { checkExtracted, checkUse } from "./checkUse.ts";
import { writeOrder, writeOver } from "./clauses.ts";
import type { Scope } from "./scope.ts";
import { hoisted, writeTry } from "./writeTry.ts";
import { duckDbDialect, type Writing } from "./writing.ts";

/** Writes a function call with Trino semantics. Throws for unsupported functions. */
export function writeCall(call: Call, writing: Writing): Argument {
  if (call.json) return writeSqlJson(call, call.json, (inner) => writing.expression(inner, writing), writing);
  const definition = trinoFunctions.get(call.name);
  if (!definition) {
    const foreign = insteadOf(call.name);
    const instead = UNAVAILABLE.get(call.name) ?? (foreign && `write ${foreign}`);
    const meant = instead ? `: ${instead}` : nearestFunction(call.name, trinoFunctions.keys());
    const sentence = `Function ${shortName(call.name)} is not available${meant}`;
    throw new Refusal(sentence, call.at, "unknown_function");
  }
  checkUse(call, definition, writing);
  if (definition.kind !== "scalar") checkNesting(call);
  if (call.extracted) checkExtracted(call, writing);
  if (call.name === "try") return writeTry(call, writing);
  return (
    hoisted(call, definition.kind, writing, (outside) => writeKnown(definition, call, outside)) ??
    writeKnown(definition, call, writing)
  );
}

function writeKnown(definition: TrinoFunction, call: Call, writing: Writing): Argument {
  const { args, type, finish } = typedArguments(call, definition, writing);
  const plain = withBoundQueries(definition, call.name, args, (bound) =>
    writeFound(definition, call, bound, writing),
  );
  const sql = finish?.(plain) ?? plain;
  const result = type ?? resultOf(call.name, args);
  return sqlArgument(sql === "NULL" ? `CAST(NULL AS ${duckdbType(result)})` : `(${sql})`, result);
}

/** Functions that evaluate only the arguments that they need. */
const LAZY = new Set(["coalesce", "if", "nullif", "try"]);

/**
 * Writes a scalar function with arguments that contain queries. The arguments are bound to names, because the function's text
 * may repeat them and put them into lambdas.
 */
function withBoundQueries(
  definition: TrinoFunction,
  name: string,
  args: Argument[],
  write: (args: Argument[]) => string,
): string {
  const queries =
    definition.kind === "scalar" && !LAZY.has(name) ? args.filter(({ sql }) => hasQuery(sql)) : [];
  if (queries.length === 0) return write(args);
  return bindSql(
    queries.map(({ sql }) => sql),
    (...names) => write(args.map((arg) => ({ ...arg, sql: names[queries.indexOf(arg)] ?? arg.sql }))),
  );
}

/** Writes the arguments of a call with the types that its function accepts, and finds the result type. */
function typedArguments(call: Call, definition: TrinoFunction, writing: Writing): TypedArguments {
  const plain = call.args.map((argument) =>
    argument.kind === "lambda" ? undefined : withoutZone(call.name, writing.expression(argument, writing)),
  );
  const signatures = signaturesOf(call.name);
  if (!signatures) {
    if (plain.includes(undefined)) throw new Refusal(`${call.name} does not accept a lambda`, call.at);
    return { args: plain as Argument[], type: definition.typeOf?.(plain as Argument[]) };
  }
  const match = matchSignature(
    signatures,
    plain.map((argument) => argument?.type),
  );
  if (match === "ambiguous")
    throw new Refusal(`A NULL in ${call.name} must be cast to a type, for example CAST(NULL AS VARCHAR)`);
  if (!match)
    throw lambdaMissing(call.name, plain, signatures, call) ?? noSignature(call.name, plain, signatures);
  const { signature, targets, bound } = match;
  const typed = (): Argument[] =>
    call.args.map((argument, index) => {
      const value = plain[index];
      const pattern = signature.parameters[Math.min(index, signature.parameters.length - 1)] as Pattern;
      if (value)
        return coerced(value, (isVariable(pattern) && bound.get(pattern.name)) || (targets[index] as Type));
      return writeLambda(call, argument as Extract<Expression, { kind: "lambda" }>, pattern, bound, writing);
    });
  const before = new Map(bound);
  let args = typed();
  // A lambda may return a wider type than its initial state.
  if ([...before].some(([name, type]) => bound.get(name) !== type)) args = typed();
  const { parameters, result } = signature;
  const given = result.name.startsWith("$") ? args[Number(result.name[1]) - 1] : undefined;
  const coarse = args.map((value, index) =>
    isVariable(parameters[Math.min(index, parameters.length - 1)] as Pattern)
      ? value
      : inMicroseconds(call.name, value),
  );
  if (result.of[0]?.name.startsWith("$") && coarse.some((value, index) => value !== args[index])) {
    throw new Refusal(
      `${call.name} requires times with at most 6 fractional digits: CAST them to TIMESTAMP(6)`,
    );
  }
  const type =
    result.name === "@"
      ? definition.typeOf?.(args)
      : resultType(call.name, result, bound, given ? args : coarse);
  if (!type || !given || !isFine(type) || coarse.includes(given)) return { args: coarse, type };
  return { args: coarse, type, finish: (sql) => fineResult(call.name, sql, type, given) };
}

interface TypedArguments {
  args: Argument[];
  type: Type | undefined;
  /** Writes the result of a function that computes with microseconds as a value of its type. */
  finish?: (sql: string) => string;
}

function resultType(name: string, pattern: Pattern, bound: Map<string, Type>, args: Argument[]): Type {
  if (pattern.name.startsWith("@")) return resultOf(pattern.name.slice(1), args);
  if (pattern.name.startsWith("$")) return args[Number(pattern.name[1]) - 1]?.type ?? UNKNOWN;
  if (pattern.name === "array" && pattern.of[0]?.name.startsWith("$")) {
    return { name: "array", of: [resultType(name, pattern.of[0], bound, args)] };
  }
  return typeOfPattern(pattern, bound);
}

function writeFound(definition: TrinoFunction, call: Call, args: Argument[], writing: Writing): string {
  if (definition.kind === "scalar") return definition.write(args, writing);
  if (definition.kind === "aggregate") return writeAggregate(definition, call, args, writing);
  return writeWindowCall(definition, call, args, writing);
}

/** Writes a lambda with parameter and result types from a pattern. */
function writeLambda(
  call: Call,
  lambda: Extract<Expression, { kind: "lambda" }>,
  pattern: Pattern,
  bound: Map<string, Type>,
  writing: Writing,
): Argument {
  const parts = pattern.of.slice(0, -1);
  const result = pattern.of.at(-1) as Pattern;
  if (lambda.parameters.length !== parts.length) {
    throw new Refusal(`This lambda of ${call.name} has ${parts.length} parameters`, lambda.at);
  }
  const depth = writing.parameters.size;
  const names = lambda.parameters.map((_, index) => identifier(`__p${depth + 1}_${index}`));
  const types = parts.map((part) => typeOfPattern(part, bound));
  const bodyFor = (parameters: string[]): Argument => {
    const inner = new Map(writing.parameters);
    lambda.parameters.forEach(({ text }, index) => {
      inner.set(text.toLowerCase(), sqlArgument(parameters[index] as string, types[index] as Type));
    });
    return writing.expression(lambda.body, { ...writing, parameters: inner });
  };
  const body = bodyFor(names);
  const target = lambdaResult(result, body, bound);
  if (!target) {
    throw new Refusal(
      `The lambda of ${call.name} returns ${typeText(body.type)}, but a different type is required. Cast it`,
      lambda.at,
    );
  }
  return {
    ...sqlArgument(`lambda ${names.join(", ")}: ${coerced(body, target).sql}`, { name: "function" }),
    body: (parameters) => coerced(bodyFor(parameters), target).sql,
  };
}

function lambdaResult(pattern: Pattern, body: Argument, bound: Map<string, Type>): Type | undefined {
  if (!isVariable(pattern)) {
    const type = typeOfPattern(pattern, bound);
    return canCoerce(body.type, type) ? type : undefined;
  }
  const before = bound.get(pattern.name);
  if (!before) {
    bound.set(pattern.name, body.type);
    return body.type;
  }
  if (before.name === "varchar" && body.type.name === "varchar" && before.size !== body.type.size) {
    bound.set(pattern.name, VARCHAR);
    return VARCHAR;
  }
  if (canCoerce(body.type, before)) return before;
  if (!canCoerce(before, body.type) || !isNumeric(before) || body.type.name === "decimal") return undefined;
  bound.set(pattern.name, body.type);
  return body.type;
}

function writeAggregate(
  definition: AggregateFunction,
  call: Call,
  args: Argument[],
  writing: Writing,
): string {
  const dialect = duckDbDialect(writing);
  const written = definition.arguments?.(args) ?? sqlOf(args);
  const distinct = call.distinct ? "DISTINCT " : "";
  const order = call.orderBy.length > 0 ? ` ${writeOrder(call.orderBy, dialect)}` : "";
  const filter = call.filter ? ` FILTER (WHERE ${dialect.condition(call.filter)})` : "";
  const content = call.star || call.args.length === 0 ? "*" : `${distinct}${written.join(", ")}${order}`;
  const over = call.over ? ` ${writeOver(call.over, dialect)}` : "";
  if (call.distinct && call.orderBy.length > 0) requireSorted(call, writing);
  const name = definition.nameFor?.(args) ?? definition.name;
  const sql = `${name}(${content})${filter}${over}`;
  return (
    definition.finish?.(sql, args, {
      filter: call.filter ? dialect.condition(call.filter) : undefined,
      content,
      over,
      name,
    }) ?? sql
  );
}

/** With DISTINCT, an aggregate can only be ordered by its arguments. */
function requireSorted({ args, orderBy }: Call, { scope }: Writing): void {
  const columnScope: Scope = { columns: scope?.columns ?? [] };
  const known = new Set(args.map((of) => keyOf(of, columnScope)));
  const other = orderBy.find(({ of }) => !known.has(keyOf(of, columnScope)));
  if (other)
    throw new Refusal("With DISTINCT, ORDER BY in an aggregate can only use its arguments", other.of.at);
}

function writeWindowCall({ name }: WindowFunction, call: Call, args: Argument[], writing: Writing): string {
  const nulls = call.nulls === "IGNORE" ? " IGNORE NULLS" : "";
  const over = writeOver(call.over as Window | Name, duckDbDialect(writing));
  const [, offset] = args;
  const minOffset = name === "nth_value" ? 1 : 0;
  if (offset?.integer !== undefined && offset.integer < minOffset)
    throw new Refusal(`The offset of ${name} must be at least ${minOffset}`);
  return `${name}(${sqlOf(args).join(", ")}${nulls}) ${over}`;
}

import { identifier } from "@pdp/basics/columns";
import { type Argument, sqlArgument } from "../functions/functionKinds.ts";
import { trinoFunctions } from "../functions/trinoFunctions.ts";
import type { Call, Expression } from "../parse/ast.ts";
import { parameterSql } from "../types/bindSql.ts";
import type { Hoist, Writing } from "./writing.ts";

/** Functions that never fail in Trino: a string that cannot be parsed here is an error even within try(). */
const NEVER_FAILING = new Set(["json_extract", "json_extract_scalar", "json_size"]);

/**
 * Writes try(). DuckDB's try() accepts neither aggregates nor error(), so these are computed before it, in a row that is
 * passed as a lambda parameter. The row also contains the grouped columns used next to the aggregates.
 */
export function writeTry(call: Call, writing: Writing): Argument {
  const body = call.args[0] as Expression;
  const row = identifier(`__t${(writing.hoist?.depth ?? 0) + 1}`);
  const hoist: Hoist = {
    depth: (writing.hoist?.depth ?? 0) + 1,
    isGrouped: hasAggregate(body),
    values: [],
    parameters: writing.parameters.size,
  };
  const { sql, type } = writing.expression(body, { ...writing, inTry: true, hoist });
  const tried = `TRY(${sql})`;
  if (hoist.values.length === 0) return sqlArgument(`(${tried})`, type);
  const values = hoist.values.map((value, index) => `a${index} := ${outside(value, writing)}`);
  return sqlArgument(
    `(list_transform([struct_pack(${values.join(", ")})], lambda ${row}: ${tried})[1])`,
    type,
  );
}

/** Computes a value before the enclosing try() if necessary; undefined if it may be computed within it. */
export function hoisted(
  call: Call,
  kind: string,
  writing: Writing,
  write: (writing: Writing) => Argument,
): Argument | undefined {
  const { hoist } = writing;
  if (!hoist || hoist.parameters !== writing.parameters.size) return undefined;
  const isAggregate = kind !== "scalar" || call.name === "grouping";
  const [first] = call.args;
  const isRead = NEVER_FAILING.has(call.name) && (first?.kind === "column" || first?.kind === "string");
  if (!isAggregate && !isRead) return undefined;
  const { sql, type } = write({ ...writing, inTry: false, hoist: undefined });
  return sqlArgument(hoistedSql(sql, hoist), type);
}

/** Returns a column as read by a try() over aggregates. */
export function hoistedColumn(column: Argument, { hoist, parameters }: Writing): Argument {
  if (!hoist?.isGrouped || hoist.parameters !== parameters.size) return column;
  return { ...column, sql: hoistedSql(column.sql, hoist) };
}

/** Computes a query's value before the enclosing try(), because DuckDB's try() does not accept queries. */
export function hoistedQuery(writing: Writing, write: (writing: Writing) => Argument): Argument {
  const { hoist, parameters } = writing;
  if (!hoist || hoist.parameters !== parameters.size) return write(writing);
  const value = write({ ...writing, inTry: false, hoist: undefined });
  return { ...value, sql: hoistedSql(value.sql, hoist) };
}

function hoistedSql(sql: string, { values, depth }: Hoist): string {
  const known = values.indexOf(sql);
  const index = known >= 0 ? known : values.push(sql) - 1;
  return `${parameterSql(identifier(`__t${depth}`))}."a${index}"`;
}

/** Returns a value of an inner try() as read by the outer try(). */
function outside(sql: string, { hoist }: Writing): string {
  return hoist ? hoistedSql(sql, hoist) : sql;
}

/** Returns whether an expression contains aggregates or window functions, ignoring nested queries. */
function hasAggregate(part: unknown): boolean {
  if (Array.isArray(part)) return part.some(hasAggregate);
  if (typeof part !== "object" || part === null || "ctes" in part) return false;
  const { kind, name } = part as { kind?: string; name?: string };
  const definition = kind === "call" ? trinoFunctions.get(name ?? "") : undefined;
  return (definition !== undefined && definition.kind !== "scalar") || Object.values(part).some(hasAggregate);
}

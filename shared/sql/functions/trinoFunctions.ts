import { aggregateFunctions, windowFunctions } from "./aggregateFunctions.ts";
import { compare } from "./arithmetic.ts";
import { arrayFunctions } from "./arrayFunctions.ts";
import { dateFunctions } from "./dateFunctions.ts";
import {
  type Argument,
  type FunctionTable,
  kindOfFirst,
  scalar,
  type TrinoFunction,
  template,
  type ValueKind,
} from "./functionKinds.ts";
import { mathFunctions } from "./mathFunctions.ts";
import { textFunctions } from "./textFunctions.ts";
import { checkComparable, checkCondition } from "./typeChecks.ts";

const otherFunctions: FunctionTable = {
  coalesce: scalar(2, 127, writeCoalesce, oneKind),
  grouping: scalar(1, 31, (columns) => `CAST(grouping(${columns.join(", ")}) AS INTEGER)`, "integer"),
  if: scalar(2, 3, writeIf, ([, ...results]) => oneKind(results)),
  nullif: scalar(2, 2, nullIfEqual, kindOfFirst),
  try: template("TRY($1)", oneKind),
  typeof: template(typeName("typeof($1)"), "text"),
};

function oneKind(args: Argument[]): ValueKind {
  return new Set(args.map(({ kind }) => kind)).size === 1 ? args[0]?.kind : undefined;
}

function writeCoalesce(sql: string[], args: Argument[]): string {
  checkComparable(...args);
  return `coalesce(${sql.join(", ")})`;
}

function writeIf([test, yes, no]: string[], [condition, ...results]: Argument[]): string {
  checkCondition(condition as Argument);
  checkComparable(...results);
  return `CASE WHEN ${test} THEN ${yes} ELSE ${no ?? "NULL"} END`;
}

function nullIfEqual(_: string[], [value, other]: Argument[]): string {
  checkComparable(value as Argument, other as Argument);
  const isEqual = compare("=", value as Argument, other as Argument);
  return `CASE WHEN ${isEqual} THEN NULL ELSE ${value?.sql} END`;
}

function typeName(type: string): string {
  return (
    `CASE ${type} WHEN 'FLOAT' THEN 'real' WHEN 'HUGEINT' THEN 'bigint' WHEN 'TIMESTAMP' THEN 'timestamp(6)' ` +
    `ELSE regexp_replace(lower(${type}), '^([a-z]+)\\[\\]$', 'array(\\1)') END`
  );
}

/**
 * All functions that a query may call: Trino's, by name, with their translation to DuckDB. Any other function is
 * rejected, and so is any use of one that would silently have another meaning.
 */
export const trinoFunctions: ReadonlyMap<string, TrinoFunction> = new Map(
  Object.entries({
    ...mathFunctions,
    ...textFunctions,
    ...dateFunctions,
    ...arrayFunctions,
    ...aggregateFunctions,
    ...windowFunctions,
    ...otherFunctions,
  }),
);

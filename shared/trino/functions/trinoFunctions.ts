import { literal } from "@pdp/basics/columns";
import { Refusal } from "../sqlError.ts";
import { TRINO_RELEASE } from "../trinoRelease.ts";
import { INTEGER, typeText, UNKNOWN } from "../types/type.ts";
import { aggregateFunctions, windowFunctions } from "./aggregateFunctions.ts";
import { arrayFunctions } from "./arrayFunctions.ts";
import { binaryFunctions } from "./binaryFunctions.ts";
import { distributionFunctions } from "./distributionFunctions.ts";
import { formatFunctions } from "./formatFunctions.ts";
import { type Argument, type FunctionTable, scalar, type TrinoFunction, template } from "./functionKinds.ts";
import { jsonFunctions } from "./json/jsonFunctions.ts";
import { listFunctions } from "./listFunctions.ts";
import { mapFunctions } from "./mapFunctions.ts";
import { mathFunctions } from "./mathFunctions.ts";
import { coerced, commonOf } from "./operators/commonTypes.ts";
import { compare } from "./operators/comparison.ts";
import { regexFunctions } from "./regexFunctions.ts";
import { statisticsFunctions } from "./statisticsFunctions.ts";
import { textFunctions } from "./textFunctions.ts";
import { dateFunctions } from "./times/dateFunctions.ts";
import { timeFunctions } from "./times/timeFunctions.ts";
import { weightedFunctions } from "./weightedFunctions.ts";

const otherFunctions: FunctionTable = {
  coalesce: scalar(2, 127, (values) => `coalesce(${values.join(", ")})`),
  grouping: scalar(
    1,
    31,
    (columns) => `CAST(grouping(${columns.join(", ")}) AS INTEGER)`,
    () => INTEGER,
  ),
  if: scalar(2, 3, writeIf, ([, ...results]) => commonOf(results)),
  nullif: scalar(2, 2, nullIfEqual, ([value]) => value?.type ?? UNKNOWN),
  try: template("TRY($1)"),
  uuid: template("CAST(uuid() AS VARCHAR)"),
  version: template(`'${TRINO_RELEASE}'`),
  typeof: scalar(1, 1, (_, [value]) => literal(typeText(value?.type ?? UNKNOWN))),
};

function writeIf(_: string[], [condition, ...results]: Argument[]): string {
  const type = commonOf(results);
  const [yes, no] = results.map((result) => coerced(result, type).sql);
  return `CASE WHEN ${conditionOf(condition as Argument)} THEN ${yes} ELSE ${no ?? "NULL"} END`;
}

function conditionOf({ sql, type }: Argument): string {
  if (type.name === "boolean" || type.name === "unknown") return sql;
  throw new Refusal(`A condition must be true or false, not a value of type ${typeText(type)}`);
}

function nullIfEqual(_: string[], [value, other]: Argument[]): string {
  return `CASE WHEN ${compare("=", value as Argument, other as Argument, true).sql} THEN NULL ELSE ${value?.sql} END`;
}

/**
 * All functions that a query may call: Trino's functions by name, with their translation to DuckDB. Calls to any other
 * function are rejected, as is any call that would silently change meaning.
 */
export const trinoFunctions: ReadonlyMap<string, TrinoFunction> = new Map(
  Object.entries({
    ...mathFunctions,
    ...textFunctions,
    ...regexFunctions,
    ...dateFunctions,
    ...arrayFunctions,
    ...aggregateFunctions,
    ...windowFunctions,
    ...otherFunctions,
    ...binaryFunctions,
    ...distributionFunctions,
    ...formatFunctions,
    ...jsonFunctions,
    ...listFunctions,
    ...mapFunctions,
    ...statisticsFunctions,
    ...timeFunctions,
    ...weightedFunctions,
  }),
);

import type { TrinoFunction } from "../functions/functionKinds.ts";
import type { Call, Expression } from "../parse/ast.ts";
import { Refusal } from "../sqlError.ts";
import { isOfDay } from "../types/picoseconds.ts";
import { TIME_WITH_ZONE, typeText } from "../types/type.ts";
import type { Writing } from "./writing.ts";

/** Rejects a call in a form that the function does not support. */
export function checkUse(call: Call, definition: TrinoFunction, writing: Writing): void {
  const { name, args, star, distinct, orderBy, filter, nulls, over } = call;
  const isArranged = distinct || orderBy.length > 0;
  const takesNulls = definition.kind === "window" && definition.takesNulls;
  const rules: [isBroken: boolean, sentence: string][] = [
    [star && name !== "count", `* is only allowed as an argument of count, not of ${name}`],
    [
      name === "count" && distinct && args.length > 1,
      "count(DISTINCT …) accepts one value: write count(DISTINCT (x, y)), which also counts rows with NULL",
    ],
    [
      args.length < definition.minArguments || args.length > definition.maxArguments,
      `Function ${name} takes ${countText(definition)}, not ${args.length}`,
    ],
    [
      definition.kind !== "aggregate" && (isArranged || filter !== undefined),
      `${name} is not an aggregate: DISTINCT, ORDER BY and FILTER do not apply to it`,
    ],
    [
      definition.kind === "scalar" && over !== undefined,
      `${name} is not a window function: OVER does not apply to it`,
    ],
    [
      (name === "lag" || name === "lead") && args[1]?.kind === "null",
      `The distance of ${name} must not be NULL`,
    ],
    [definition.kind === "window" && !over, `${name} requires a window: ${name}(…) OVER (ORDER BY …)`],
    [nulls !== undefined && !takesNulls, `${nulls} NULLS does not apply to ${name}`],
    [
      definition.kind !== "scalar" && writing.parameters.size > 0,
      `${name} cannot be used in a lambda: use reduce`,
    ],
    [
      name === "grouping" && args.some(({ kind }) => kind !== "column"),
      "grouping() accepts only columns: name the grouped expressions in a subquery in FROM",
    ],
    [star && distinct, "count(DISTINCT *) is not available"],
    [
      name === "listagg" && orderBy.length === 0,
      "listagg requires an order: listagg(x, ',') WITHIN GROUP (ORDER BY x)",
    ],
    [name === "listagg" && over !== undefined, "listagg cannot be followed by OVER"],
    [over !== undefined && isArranged, "DISTINCT and ORDER BY in an aggregate cannot be combined with OVER"],
    [
      over !== undefined && filter !== undefined,
      "FILTER cannot be combined with OVER: use CASE in the aggregate",
    ],
  ];
  const broken = rules.find(([isBroken]) => isBroken);
  if (broken) throw new Refusal(broken[1]);
}

/** Rejects EXTRACT of a field that the type does not have: functions convert dates to times, but EXTRACT does not. */
export function checkExtracted({ name, args: [of] }: Call, writing: Writing): void {
  const { type } = writing.expression(of as Expression, writing);
  const isTime = ["hour", "minute", "second"].includes(name);
  const isZoned = type.name === "timestamp with time zone" || type.name === TIME_WITH_ZONE;
  const isOfZone = name.startsWith("timezone_") && !isZoned;
  const isDay = !isTime && !name.startsWith("timezone_");
  if (type.name === "unknown" || (type.name === "date" && isTime) || (isOfDay(type) && isDay) || isOfZone) {
    throw new Refusal(`EXTRACT cannot extract ${name.toUpperCase()} from ${typeText(type)}`);
  }
}

function countText({ minArguments, maxArguments }: TrinoFunction): string {
  const plural = (count: number): string => (count === 1 ? "1 argument" : `${count} arguments`);
  return minArguments === maxArguments ? plural(minArguments) : `${minArguments} to ${plural(maxArguments)}`;
}

import { trinoFunctions } from "../functions/trinoFunctions.ts";
import type { Call } from "../parse/ast.ts";

/** Returns whether a part of a syntax tree is a query; expressions in queries are handled separately. */
export function isQueryPart(part: object): boolean {
  return "ctes" in part;
}

export function isCall(part: object): part is Call {
  return (part as { kind?: string }).kind === "call";
}

/** Returns whether a call aggregates rows; with OVER it is a window function. */
export function isAggregate(call: Call): boolean {
  return call.over === undefined && trinoFunctions.get(call.name)?.kind === "aggregate";
}

export function isWindow(call: Call): boolean {
  return call.over !== undefined || trinoFunctions.get(call.name)?.kind === "window";
}

/** Returns the first call in a part of a tree that meets a condition, ignoring calls in nested queries. */
export function findCall(part: unknown, matches: (call: Call) => boolean): Call | undefined {
  if (Array.isArray(part)) {
    for (const item of part) {
      const call = findCall(item, matches);
      if (call) return call;
    }
    return undefined;
  }
  if (typeof part !== "object" || part === null || isQueryPart(part)) return undefined;
  return isCall(part) && matches(part) ? part : findCall(Object.values(part), matches);
}

import type { Json } from "./definition.ts";
import { runtimeError } from "./stateError.ts";
import type { StatePlan } from "./statePlan.ts";

const MAX_WAIT_SECONDS = 99_999_999;
const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/** When a Wait that begins now ends, ms since 1970. */
export async function waitEnd(plan: StatePlan, input: Json, context: Json): Promise<number> {
  const seconds = await plan.seconds?.(input, context);
  if (seconds !== undefined) {
    if (typeof seconds !== "number" || !(seconds >= 0 && seconds <= MAX_WAIT_SECONDS)) {
      throw runtimeError(
        `A Wait takes from 0 to ${MAX_WAIT_SECONDS} seconds, not ${JSON.stringify(seconds)}.`,
      );
    }
    return Date.now() + seconds * 1000;
  }
  const timestamp = await plan.timestamp?.(input, context);
  const time = typeof timestamp === "string" && RFC3339.test(timestamp) ? Date.parse(timestamp) : Number.NaN;
  if (Number.isNaN(time)) throw runtimeError(`A Wait cannot end at ${JSON.stringify(timestamp)}.`);
  return time;
}

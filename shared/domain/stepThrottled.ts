import { DomainError } from "@pdp/basics/errors";

/** Lambda's error name for throttling, on which state machines retry. */
const THROTTLED = "Lambda.TooManyRequestsException";

/**
 * Returns the error for a step that failed because it was throttled, in the form that its state machine expects; null for
 * other errors.
 */
export function stepThrottled(error: unknown): Error | null {
  if (!(error instanceof DomainError) || error.kind !== "throttled") return null;
  const throttled = new Error(error.message, { cause: error });
  throttled.name = THROTTLED;
  return throttled;
}

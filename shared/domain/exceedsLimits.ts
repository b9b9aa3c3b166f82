/** Error names that state machines report for steps that crashed or were stopped by the platform. */
export const STOPPED_STEPS = {
  memory: "Worker.OutOfMemory",
  time: "Worker.TimedOut",
  crash: "Worker.Ended",
} as const;

/**
 * Error names for a function that ran out of memory or time: locally, on Lambda, and in Step Functions.
 */
const ERRORS: readonly string[] = [
  "Worker.OutOfMemory",
  "Worker.TimedOut",
  "Runtime.ExitError",
  "Runtime.OutOfMemory",
  "Sandbox.Timedout",
  "States.Timeout",
];

/** Returns whether a step failed because its data needs more memory or time than a function can use. */
export function exceedsLimits({ Error: error }: { Error?: string | undefined }): boolean {
  return error !== undefined && ERRORS.includes(error);
}

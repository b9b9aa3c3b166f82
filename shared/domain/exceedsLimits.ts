/** Error names for state machines, of steps whose process the platform stopped or that crashed. */
export const STOPPED_STEPS = {
  memory: "Worker.OutOfMemory",
  time: "Worker.TimedOut",
  crash: "Worker.Ended",
} as const;

/**
 * Error names of state machines for a function that ran out of memory or time: locally, on Lambda, and in Step
 * Functions.
 */
const ERRORS: readonly string[] = [
  "Worker.OutOfMemory",
  "Worker.TimedOut",
  "Runtime.ExitError",
  "Runtime.OutOfMemory",
  "Sandbox.Timedout",
  "States.Timeout",
];

/** Tells whether a step failed because its data needs more memory or time than a function has. */
export function exceedsLimits({ Error: error }: { Error?: string | undefined }): boolean {
  return error !== undefined && ERRORS.includes(error);
}

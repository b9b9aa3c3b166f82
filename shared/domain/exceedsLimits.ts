/** What state machines call the end of a function that took all its memory or time: locally, on Lambda, and their own. */
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

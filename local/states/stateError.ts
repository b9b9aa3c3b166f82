/** States Language error: `code` is the name that Retry and Catch match, `message` the cause. */
export class StateError extends Error {
  override readonly name = "StateError";
  /** Error name; undefined if a Fail state omits it. */
  readonly code: string | undefined;

  constructor(code: string | undefined, cause: string) {
    super(cause);
    this.code = code;
  }
}

/**
 * Returns the error for a fault in the definition or its data. The error fails the execution: neither Retry nor Catch applies.
 */
export function runtimeError(cause: string): StateError {
  return new StateError("States.Runtime", cause);
}

/** Converts a Lambda exception: its name becomes the error name, and its message the cause. */
export function thrownByTask(thrown: unknown): StateError {
  if (thrown instanceof StateError) return thrown;
  if (thrown instanceof Error) return new StateError(thrown.name || "Error", thrown.message);
  return new StateError("Error", String(thrown));
}

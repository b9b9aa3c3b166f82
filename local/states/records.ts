import type { Position } from "./scope.ts";

/** Start of an execution. */
interface StartedExecution {
  machineArn: string;
  name: string;
  /** Text supplied by the caller. */
  input: string;
  /** Identifies the definition with which it was started. */
  definition: string;
  /** Milliseconds since 1970. */
  start: number;
}

/** State that an execution needs to resume after a restart. */
export interface RunningExecution extends StartedExecution {
  status: "RUNNING";
  position: Position;
}

/** Outcome of an execution. */
export interface Outcome {
  status: "SUCCEEDED" | "FAILED" | "TIMED_OUT" | "ABORTED";
  /** JSON; only if it SUCCEEDED. */
  output?: string;
  error?: string | undefined;
  cause?: string | undefined;
}

export interface ClosedExecution extends StartedExecution, Outcome {
  /** Milliseconds since 1970. */
  stop: number;
}

export type ExecutionRecord = RunningExecution | ClosedExecution;

import type { Position } from "./scope.ts";

/** Start of an execution. */
interface StartedExecution {
  machineArn: string;
  name: string;
  /** Text from the caller. */
  input: string;
  /** Names the definition that it was started with. */
  definition: string;
  /** Milliseconds since 1970. */
  start: number;
}

/** State that an execution needs to resume after a restart. */
export interface RunningExecution extends StartedExecution {
  status: "RUNNING";
  position: Position;
}

/** End of an execution. */
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

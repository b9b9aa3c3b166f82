import type { RecordLog } from "./recordLog.ts";
import type { Position } from "./scope.ts";

export type ClosedStatus = "SUCCEEDED" | "FAILED" | "TIMED_OUT" | "ABORTED";

/** Progress of an execution, in memory. Times are ms since 1970. */
export interface ExecutionHead {
  status: "RUNNING" | ClosedStatus;
  start: number;
  stop?: number;
}

export interface ExecutionRecord {
  machineArn: string;
  name: string;
  /** As it was given. */
  input: string;
  /** Names the definition that it was started with. */
  definition: string;
}

/** Record of all that an execution needs to go on after a restart. */
export interface RunningRecord extends ExecutionRecord {
  position: Position;
}

/** End of an execution. */
export interface Outcome {
  status: ClosedStatus;
  /** JSON; only where it SUCCEEDED. */
  output?: string;
  error?: string;
  cause?: string;
}

export interface ClosedRecord extends ExecutionRecord {
  outcome: Outcome;
}

/** Log of executions, and without heads of definitions. */
export type StatesLog = RecordLog<ExecutionHead | null>;

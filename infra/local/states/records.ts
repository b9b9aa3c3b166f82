import type { RecordLog } from "./recordLog.ts";
import type { Position } from "./scope.ts";

export type ClosedStatus = "SUCCEEDED" | "FAILED" | "TIMED_OUT" | "ABORTED";

/** Holds in memory how far every execution is. Times are ms since 1970. */
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

/** Holds all that an execution needs to go on after a restart. */
export interface RunningRecord extends ExecutionRecord {
  position: Position;
}

/** Says how an execution ended. */
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

/** Keeps executions, and without heads definitions. */
export type StatesLog = RecordLog<ExecutionHead | null>;

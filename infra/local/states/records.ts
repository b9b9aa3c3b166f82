import type { HistoryEvent } from "./history.ts";
import type { RecordLog } from "./recordLog.ts";
import type { Position } from "./scope.ts";

export type ClosedStatus = "SUCCEEDED" | "FAILED" | "TIMED_OUT" | "ABORTED";

/** What is held in memory of every execution. Times are ms since 1970. */
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
  /** Of the definition that it was started with. */
  definition: string;
}

/** What an execution needs to go on after a restart. */
export interface RunningRecord extends ExecutionRecord {
  position: Position;
}

/** How an execution ended. */
export interface Outcome {
  status: ClosedStatus;
  /** JSON; only of SUCCEEDED. */
  output?: string;
  error?: string;
  cause?: string;
}

export interface ClosedRecord extends ExecutionRecord {
  outcome: Outcome;
  events: HistoryEvent[];
}

/** Machines and definitions have no head. */
export type StatesLog = RecordLog<ExecutionHead | null>;

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export interface Retrier {
  ErrorEquals: string[];
  IntervalSeconds?: number;
  MaxAttempts?: number;
  BackoffRate?: number;
  MaxDelaySeconds?: number;
  JitterStrategy?: "FULL" | "NONE";
}

export interface Catcher {
  ErrorEquals: string[];
  Next: string;
  ResultPath?: string | null;
}

/** Comparison in a Choice state. */
export interface ChoiceRule {
  Variable: string;
  StringEquals?: string;
  BooleanEquals?: boolean;
  Next: string;
}

/** Amazon States Language state. `checkDefinition` has checked the fields of its type. */
export interface State {
  Type: "Task" | "Map" | "Choice" | "Wait" | "Succeed" | "Fail";
  Next?: string;
  End?: boolean;
  ResultPath?: string | null;
  Retry?: Retrier[];
  Catch?: Catcher[];
  Resource?: string;
  TimeoutSeconds?: number;
  ItemProcessor?: StateGroup;
  ItemsPath?: string;
  ItemSelector?: Json;
  MaxConcurrency?: number;
  TimestampPath?: string;
  Choices?: ChoiceRule[];
  Default?: string;
  Error?: string;
  Cause?: string;
}

/** States of a machine or of a Map item. */
export interface StateGroup {
  StartAt: string;
  States: Record<string, State>;
}

export interface Definition extends StateGroup {
  Comment?: string;
  /** Counted from the start of the execution, including restarts of this endpoint. */
  TimeoutSeconds?: number;
}

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

/** A rule of a Choice: one comparison of a Variable, or And, Or, Not of such rules. */
export interface ChoiceRule {
  Variable?: string;
  And?: ChoiceRule[];
  Or?: ChoiceRule[];
  Not?: ChoiceRule;
  Next?: string;
  [operator: string]: unknown;
}

/** A state of the Amazon States Language with JSONPath. Which fields a type has, `checkDefinition` has checked. */
export interface State {
  Type: "Task" | "Parallel" | "Map" | "Pass" | "Wait" | "Choice" | "Succeed" | "Fail";
  Next?: string;
  End?: boolean;
  InputPath?: string | null;
  OutputPath?: string | null;
  ResultPath?: string | null;
  Parameters?: Json;
  ResultSelector?: Json;
  Result?: Json;
  Retry?: Retrier[];
  Catch?: Catcher[];
  Resource?: string;
  TimeoutSeconds?: number;
  TimeoutSecondsPath?: string;
  Branches?: StateGroup[];
  ItemProcessor?: StateGroup;
  Iterator?: StateGroup;
  ItemsPath?: string;
  ItemSelector?: Json;
  MaxConcurrency?: number;
  MaxConcurrencyPath?: string;
  Seconds?: number;
  SecondsPath?: string;
  Timestamp?: string;
  TimestampPath?: string;
  Choices?: ChoiceRule[];
  Default?: string;
  Error?: string;
  ErrorPath?: string;
  Cause?: string;
  CausePath?: string;
}

/** The states of a machine, of a Parallel's branch or of a Map's item. */
export interface StateGroup {
  StartAt: string;
  States: Record<string, State>;
}

export interface Definition extends StateGroup {
  Comment?: string;
  /** From the start of the execution, restarts of this endpoint included. */
  TimeoutSeconds?: number;
}

/** What `$$` reads. */
export interface ContextObject {
  [key: string]: Json;
  Execution: { [key: string]: Json };
  StateMachine: { [key: string]: Json };
}

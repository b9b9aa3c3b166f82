import type { Json, StateGroup } from "./definition.ts";

/** Runs a Lambda function. Its errors have the error's name as `name` and its cause as `message`. */
export type Invoke = (
  functionArn: string,
  payload: unknown,
  context: { signal: AbortSignal },
) => Promise<unknown>;

/** Position of an execution, from which it can resume. */
export interface Position {
  state: string;
  input: Json;
  /** End of the current Wait, ms since 1970. */
  until?: number;
}

/** Context in which the states of one group (a machine, an item) run. */
export interface Scope {
  readonly invoke: Invoke;
  /** Counts the events of AWS's execution history in this process. */
  readonly history: { events: number };
  /** Aborts when the execution ends early, or the enclosing Map has failed. */
  readonly signal: AbortSignal;
  /** Runs a group of states within a Map. */
  readonly runGroup: (group: StateGroup, input: Json, scope: Scope) => Promise<Json>;
}

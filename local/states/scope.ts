import type { Json, StateGroup } from "./definition.ts";

/** Runs a Lambda function. Its errors contain the error name as `name` and the cause as `message`. */
export type Invoke = (
  functionArn: string,
  payload: unknown,
  context: { signal: AbortSignal },
) => Promise<unknown>;

/** Position from which an execution can resume. */
export interface Position {
  state: string;
  input: Json;
  /** End time of the current Wait, in ms since 1970. */
  until?: number;
}

/** Context in which a group of states (of a machine or an item) runs. */
export interface Scope {
  readonly invoke: Invoke;
  /** Counts, for this process, the events that AWS would record in the execution history. */
  readonly history: { events: number };
  /** Aborts when the execution stops early or the enclosing Map fails. */
  readonly signal: AbortSignal;
  /** Runs a group of states within a Map. */
  readonly runGroup: (group: StateGroup, input: Json, scope: Scope) => Promise<Json>;
}

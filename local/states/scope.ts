import type { Json, StateGroup } from "./definition.ts";

/** Runs a Lambda function. What it throws has the error's name as `name` and its cause as `message`. */
export type Invoke = (
  functionArn: string,
  payload: unknown,
  context: { signal: AbortSignal },
) => Promise<unknown>;

/** Position of an execution: all that it needs to go on. */
export interface Position {
  state: string;
  input: Json;
  /** When a Wait that was entered ends, ms since 1970. */
  until?: number;
}

/** Context in which the states of one group (a machine, an item) run. */
export interface Scope {
  readonly invoke: Invoke;
  /** Counts what AWS would write into the execution's history, since this process runs it. */
  readonly history: { events: number };
  /** Fires when the execution ends early, or the Map around this group has failed. */
  readonly signal: AbortSignal;
  /** Runs a group of states within a Map. */
  readonly runGroup: (group: StateGroup, input: Json, scope: Scope) => Promise<Json>;
}

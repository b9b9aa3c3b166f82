import type { ContextObject, Json, StateGroup } from "./definition.ts";
import type { History } from "./history.ts";

/** Runs a Lambda function. What it throws has the error's name as `name` and its cause as `message`. */
export type Invoke = (
  functionArn: string,
  payload: unknown,
  context: { executionArn: string; signal: AbortSignal },
) => Promise<unknown>;

/** Where an execution is: what it needs to go on. */
export interface Position {
  state: string;
  input: Json;
  /** When a Wait that was entered ends, ms since 1970. */
  until?: number;
}

/** What the states of one group (a machine, a branch, an item) run in. */
export interface Scope {
  readonly executionArn: string;
  readonly invoke: Invoke;
  readonly history: History;
  /** `$$`, but for `$$.State`. */
  readonly context: ContextObject;
  /** Fires when the execution ends early, or the Parallel or Map around this group has failed. */
  readonly signal: AbortSignal;
  /** The event that the next one of this group follows. */
  lastEvent: number;
  /** Runs a group of states within a Parallel or Map. */
  readonly runGroup: (group: StateGroup, input: Json, scope: Scope) => Promise<Json>;
}

export function record(scope: Scope, type: string, name?: string, details?: Record<string, unknown>): void {
  scope.lastEvent = scope.history.add(type, scope.lastEvent, name, details);
}

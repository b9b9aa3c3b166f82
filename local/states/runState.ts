import type { ChoiceRule, Json, State } from "./definition.ts";
import { placeResult, readPath } from "./paths.ts";
import { findCatcher, Retries } from "./retry.ts";
import { runMap } from "./runMap.ts";
import { runTask } from "./runTask.ts";
import type { Scope } from "./scope.ts";
import { sleepUntil } from "./sleepUntil.ts";
import { runtimeError, StateError, thrownByTask } from "./stateError.ts";

const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

export interface Visit {
  state: State;
  input: Json;
  /** End time of a Wait, set on entry so that it survives this process. */
  until?: number;
}

export interface Exit {
  output: Json;
  /** Absent at the end of the group of states. */
  next?: string;
}

/** Runs one state with its retries and catchers. Rejects with a StateError or with the reason of the scope's signal. */
export async function runState(visit: Visit, scope: Scope): Promise<Exit> {
  const retries = new Retries(visit.state);
  for (;;) {
    try {
      return await attempt(visit, scope);
    } catch (thrown) {
      scope.signal.throwIfAborted();
      const error = thrownByTask(thrown);
      const delay = retries.next(error);
      if (delay === undefined) return catchError(visit, error);
      await sleepUntil(Date.now() + delay, scope.signal);
    }
  }
}

/** Returns the end time of a Wait state (ms since 1970); undefined for other states. */
export function endOfWait({ Type, TimestampPath = "$" }: State, input: Json): number | undefined {
  if (Type !== "Wait") return undefined;
  const timestamp = readPath(TimestampPath, input);
  const time = typeof timestamp === "string" && RFC3339.test(timestamp) ? Date.parse(timestamp) : Number.NaN;
  if (Number.isNaN(time)) throw runtimeError(`Invalid Wait timestamp: ${JSON.stringify(timestamp)}.`);
  return time;
}

/** Evaluates a Choice and returns the name of the next state. */
export function choose({ Choices = [], Default }: State, input: Json): string {
  const next = Choices.find((rule) => holds(rule, input))?.Next ?? Default;
  if (next !== undefined) return next;
  throw new StateError("States.NoChoiceMatched", "No rule of the Choice matches, and it has no Default.");
}

/** Compares strictly: a value never matches a rule for a different type. */
function holds({ Variable, StringEquals, BooleanEquals }: ChoiceRule, input: Json): boolean {
  return readPath(Variable, input) === (StringEquals ?? BooleanEquals);
}

function catchError({ state, input }: Visit, error: StateError): Exit {
  const catcher = findCatcher(state, error);
  if (!catcher) throw error;
  const errorOutput: Json = { Error: error.code ?? "", Cause: error.message };
  return { output: placeResult(catcher.ResultPath, input, errorOutput), next: catcher.Next };
}

async function attempt({ state, input, until = 0 }: Visit, scope: Scope): Promise<Exit> {
  switch (state.Type) {
    case "Task":
      return leave(state, placeResult(state.ResultPath, input, await runTask(state, input, scope)));
    case "Map":
      return leave(state, placeResult(state.ResultPath, input, await runMap(state, input, scope)));
    case "Choice":
      return { output: input, next: choose(state, input) };
    case "Wait":
      await sleepUntil(until, scope.signal);
      return leave(state, input);
    case "Succeed":
      return { output: input };
    case "Fail":
      throw new StateError(state.Error, state.Cause ?? "");
  }
}

function leave({ Next }: State, output: Json): Exit {
  return Next === undefined ? { output } : { output, next: Next };
}

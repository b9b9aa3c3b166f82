import type { ContextObject, Json, State } from "./definition.ts";
import { applyResultPath } from "./evaluate.ts";
import { findCatcher, Retries } from "./retry.ts";
import { runMap, runParallel } from "./runFanOut.ts";
import { runTask } from "./runTask.ts";
import type { Scope } from "./scope.ts";
import { sleepUntil } from "./sleepUntil.ts";
import { StateError, thrownByTask } from "./stateError.ts";
import { planOf, type StatePlan } from "./statePlan.ts";
import { waitEnd } from "./waitEnd.ts";

export interface Visit {
  name: string;
  state: State;
  input: Json;
  /** When a Wait ends; set on the way in, so that it outlives this process. */
  until?: number;
}

export interface Exit {
  output: Json;
  /** Absent where the group of states ends. */
  next?: string;
}

/** Runs one state with its retries and catchers. Rejects with a StateError, or with the reason of the scope's signal. */
export async function runState(visit: Visit, scope: Scope): Promise<Exit> {
  const { name, state } = visit;
  const retries = new Retries(state);
  const enteredTime = new Date().toISOString();
  for (let retryCount = 0; ; retryCount++) {
    const context = contextOf(scope, name, enteredTime, retryCount);
    try {
      return await attempt(visit, planOf(state), context, scope);
    } catch (thrown) {
      scope.signal.throwIfAborted();
      const error = thrownByTask(thrown);
      const delay = retries.next(error);
      if (delay === undefined) return await catchError(visit, error);
      await sleepUntil(Date.now() + delay, scope.signal);
    }
  }
}

/** When a Wait state that is entered now ends, ms since 1970; undefined for other states. */
export async function endOfWait(visit: Visit, scope: Scope): Promise<number | undefined> {
  if (visit.state.Type !== "Wait") return undefined;
  const plan = planOf(visit.state);
  const context = contextOf(scope, visit.name, new Date().toISOString(), 0);
  return await waitEnd(plan, await plan.inputPath(visit.input, context), context);
}

function contextOf(scope: Scope, name: string, enteredTime: string, retryCount: number): ContextObject {
  return { ...scope.context, State: { Name: name, EnteredTime: enteredTime, RetryCount: retryCount } };
}

async function catchError({ state, input }: Visit, error: StateError): Promise<Exit> {
  const catcher = findCatcher(state, error);
  if (!catcher) throw error;
  const errorOutput: Json = { Error: error.code ?? "", Cause: error.message };
  return { output: await applyResultPath(catcher.ResultPath, input, errorOutput), next: catcher.Next };
}

async function attempt(visit: Visit, plan: StatePlan, context: ContextObject, scope: Scope): Promise<Exit> {
  const { state } = visit;
  const input = await plan.inputPath(visit.input, context);
  switch (state.Type) {
    case "Succeed":
      return { output: await plan.outputPath(input, context) };
    case "Fail":
      throw await failure(plan, input, context);
    case "Choice":
      return { output: await plan.outputPath(input, context), next: await plan.choose(input, context) };
    case "Wait":
      await sleepUntil(visit.until ?? 0, scope.signal);
      return leave(state, await plan.outputPath(input, context));
    default: {
      const effective = plan.parameters ? await plan.parameters(input, context) : input;
      const result = await work(visit, plan, effective, context, scope);
      const selected = plan.resultSelector ? await plan.resultSelector(result, context) : result;
      const placed = await applyResultPath(state.ResultPath, visit.input, selected);
      return leave(state, await plan.outputPath(placed, context));
    }
  }
}

async function work(
  { name, state }: Visit,
  plan: StatePlan,
  input: Json,
  context: ContextObject,
  scope: Scope,
): Promise<Json> {
  switch (state.Type) {
    case "Task":
      return await runTask(state, input, await timeoutOf(plan, input, context), scope);
    case "Parallel":
      return await runParallel(state, input, scope);
    case "Map":
      return await runMap(state, plan, input, context, name, scope);
    default:
      return state.Result === undefined ? input : state.Result;
  }
}

function leave(state: State, output: Json): Exit {
  return state.Next === undefined ? { output } : { output, next: state.Next };
}

async function timeoutOf(plan: StatePlan, input: Json, context: Json): Promise<number | undefined> {
  const seconds = await plan.timeoutSeconds?.(input, context);
  if (seconds === undefined) return undefined;
  if (typeof seconds === "number" && Number.isInteger(seconds) && seconds > 0) return seconds;
  throw new StateError("States.Runtime", "TimeoutSecondsPath must lead to a positive whole number.");
}

async function failure(plan: StatePlan, input: Json, context: Json): Promise<StateError> {
  const error = await plan.error?.(input, context);
  const cause = await plan.cause?.(input, context);
  return new StateError(
    error === undefined ? undefined : String(error),
    cause === undefined ? "" : String(cause),
  );
}

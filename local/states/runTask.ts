import type { Json, State } from "./definition.ts";
import type { Scope } from "./scope.ts";
import { sleepUntil } from "./sleepUntil.ts";
import { StateError, thrownByTask } from "./stateError.ts";

/** Runs the Lambda function of a Task. Without a timeout, it may take as long as it needs. */
export async function runTask(state: State, input: Json, scope: Scope): Promise<Json> {
  const { Resource: functionArn = "", TimeoutSeconds } = state;
  scope.history.events += 2;
  if (TimeoutSeconds === undefined) return await invokeOnce(functionArn, input, scope, scope.signal);
  const timer = new AbortController();
  const stopTimer = new AbortController();
  sleepUntil(Date.now() + TimeoutSeconds * 1000, stopTimer.signal).then(
    () => timer.abort(new StateError("States.Timeout", `The task took longer than ${TimeoutSeconds} s.`)),
    () => undefined,
  );
  try {
    return await invokeOnce(functionArn, input, scope, AbortSignal.any([scope.signal, timer.signal]));
  } finally {
    stopTimer.abort();
  }
}

/** Calls a function, and stops waiting for it after the signal aborts. */
function invokeOnce(
  functionArn: string,
  payload: Json,
  { invoke }: Scope,
  signal: AbortSignal,
): Promise<Json> {
  return new Promise((done, fail) => {
    const stop = () => fail(signal.reason);
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop, { once: true });
    // A copy, so that a function cannot change the state's input or, later, the result that it returned.
    Promise.resolve(asJson(payload))
      .then((copy) => invoke(functionArn, copy, { signal }))
      .then((result) => done(asJson(result)))
      .catch((thrown: unknown) => fail(thrownByTask(thrown)))
      .finally(() => signal.removeEventListener("abort", stop));
  });
}

/** Serializes a value as if sent over the network: a missing response becomes null. */
function asJson(value: unknown): Json {
  const json = JSON.stringify(value);
  return json === undefined ? null : (JSON.parse(json) as Json);
}

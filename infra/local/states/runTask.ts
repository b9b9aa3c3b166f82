import type { Json, State } from "./definition.ts";
import { type Invoke, record, type Scope } from "./scope.ts";
import { sleepUntil } from "./sleepUntil.ts";
import { runtimeError, StateError, thrownByTask } from "./stateError.ts";

/** The integration that takes the function's name from the parameters and wraps its answer. */
export const LAMBDA_INVOKE = "arn:aws:states:::lambda:invoke";

/** Runs the Lambda of a Task. Without a timeout it may take as long as it needs. */
export async function runTask(
  state: State,
  input: Json,
  timeoutSeconds: number | undefined,
  scope: Scope,
): Promise<Json> {
  const wrapped = state.Resource === LAMBDA_INVOKE;
  const call = wrapped ? unwrap(input) : { functionArn: state.Resource ?? "", payload: input };
  const events = wrapped ? WRAPPED_EVENTS : PLAIN_EVENTS;
  record(scope, ...events.scheduled(call, scope));
  try {
    const result = await invokeWithin(call, timeoutSeconds, scope);
    const output = wrapped ? { Payload: result, StatusCode: 200 } : result;
    record(scope, ...events.succeeded(output, scope));
    return output;
  } catch (thrown) {
    if (!scope.signal.aborted) {
      const { code, message } = thrownByTask(thrown);
      record(scope, ...events.failed(code, message));
    }
    throw thrown;
  }
}

interface Call {
  functionArn: string;
  payload: Json;
}

function unwrap(input: Json): Call {
  const { FunctionName, Payload = {} } = (input ?? {}) as { FunctionName?: Json; Payload?: Json };
  if (typeof FunctionName !== "string") throw runtimeError("The parameters name no FunctionName.");
  return { functionArn: FunctionName, payload: Payload };
}

async function invokeWithin(call: Call, timeoutSeconds: number | undefined, scope: Scope): Promise<Json> {
  const { executionArn, invoke, signal } = scope;
  if (timeoutSeconds === undefined) return await invokeOnce(invoke, call, { executionArn, signal });
  const timer = new AbortController();
  const timeout = new StateError("States.Timeout", `The task took longer than ${timeoutSeconds} s.`);
  const either = AbortSignal.any([signal, timer.signal]);
  const stopTimer = new AbortController();
  sleepUntil(Date.now() + timeoutSeconds * 1000, stopTimer.signal).then(
    () => timer.abort(timeout),
    () => undefined,
  );
  try {
    return await invokeOnce(invoke, call, { executionArn, signal: either });
  } finally {
    stopTimer.abort();
  }
}

/** Does not wait for a function that goes on after its signal has fired. */
function invokeOnce(
  invoke: Invoke,
  { functionArn, payload }: Call,
  context: { executionArn: string; signal: AbortSignal },
): Promise<Json> {
  const { signal } = context;
  return new Promise((done, fail) => {
    const stop = () => fail(signal.reason);
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop, { once: true });
    // A copy, so that a function can change neither the state's input nor, later, its own result.
    Promise.resolve(asJson(payload))
      .then((copy) => invoke(functionArn, copy, context))
      .then((result) => done(asJson(result)))
      .catch((thrown: unknown) => fail(thrownByTask(thrown)))
      .finally(() => signal.removeEventListener("abort", stop));
  });
}

/** What is left of a value on a wire: functions that answer nothing answer null. */
function asJson(value: unknown): Json {
  const json = JSON.stringify(value);
  return json === undefined ? null : (JSON.parse(json) as Json);
}

type EventArguments = [type: string, name: string, details: Record<string, unknown>];

const PLAIN_EVENTS = {
  scheduled: ({ functionArn, payload }: Call, { history }: Scope): EventArguments => [
    "LambdaFunctionScheduled",
    "lambdaFunctionScheduled",
    { resource: functionArn, ...history.data("input", payload) },
  ],
  succeeded: (output: Json, { history }: Scope): EventArguments => [
    "LambdaFunctionSucceeded",
    "lambdaFunctionSucceeded",
    history.data("output", output),
  ],
  failed: (error: string | undefined, cause: string): EventArguments =>
    error === "States.Timeout"
      ? ["LambdaFunctionTimedOut", "lambdaFunctionTimedOut", { error, cause }]
      : ["LambdaFunctionFailed", "lambdaFunctionFailed", { error, cause }],
};

const WRAPPED = { resourceType: "lambda", resource: "invoke" };

const WRAPPED_EVENTS: typeof PLAIN_EVENTS = {
  scheduled: (call) => {
    const parameters = JSON.stringify({ FunctionName: call.functionArn });
    return ["TaskScheduled", "taskScheduled", { ...WRAPPED, region: "local", parameters }];
  },
  succeeded: (output, { history }) => [
    "TaskSucceeded",
    "taskSucceeded",
    { ...WRAPPED, ...history.data("output", output) },
  ],
  failed: (error, cause) =>
    error === "States.Timeout"
      ? ["TaskTimedOut", "taskTimedOut", { ...WRAPPED, error, cause }]
      : ["TaskFailed", "taskFailed", { ...WRAPPED, error, cause }],
};

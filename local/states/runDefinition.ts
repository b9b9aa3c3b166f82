import { setImmediate } from "node:timers/promises";
import type { Json, State, StateGroup } from "./definition.ts";
import { type Exit, endOfWait, runState } from "./runState.ts";
import type { Position, Scope } from "./scope.ts";
import { runtimeError, StateError } from "./stateError.ts";

/** Maximum size of a state's input and output, in bytes, as on AWS. */
export const MAX_DATA_BYTES = 256 * 1024;
/** Maximum number of events in an execution, as on AWS. */
const MAX_EVENTS = 25_000;
/** Maximum number of consecutive states, because states without work could block the event loop. */
const MAX_STATES_IN_A_ROW = 50;

/** Called with each position before its state runs; the state waits until the promise resolves. */
export type Entering = (position: Position, state: State) => Promise<void>;

/** Runs a group of states from a position to the end. Rejects with a StateError or with the reason of the scope's signal. */
export async function runDefinition(
  group: StateGroup,
  from: Position,
  scope: Scope,
  entering?: Entering,
): Promise<Json> {
  let position = from;
  for (let count = 1; ; count++) {
    scope.signal.throwIfAborted();
    if (count % MAX_STATES_IN_A_ROW === 0) await setImmediate();
    const state = group.States[position.state];
    if (!state) throw runtimeError(`There is no state ${position.state}.`);
    const { output, next } = await visitState(position, state, scope, entering);
    if (next === undefined) return output;
    position = { state: next, input: output };
  }
}

async function visitState(
  position: Position,
  state: State,
  scope: Scope,
  entering: Entering | undefined,
): Promise<Exit> {
  const { history } = scope;
  if (history.events >= MAX_EVENTS) {
    throw runtimeError(`The execution reached the maximum number of history events (${MAX_EVENTS}).`);
  }
  const until = position.until ?? endOfWait(state, position.input);
  const entered: Position = until === position.until ? position : { ...position, until: until as number };
  await entering?.(entered, state);
  scope.signal.throwIfAborted();
  const exit = await runState({ ...entered, state }, scope);
  checkSize(position.state, exit.output);
  // One event for entering the state, one for leaving it.
  history.events += 2;
  return exit;
}

function checkSize(name: string, output: Json): void {
  if (Buffer.byteLength(JSON.stringify(output)) <= MAX_DATA_BYTES) return;
  const cause = `The output of the state ${name} exceeds ${MAX_DATA_BYTES} bytes.`;
  throw new StateError("States.DataLimitExceeded", cause);
}

import { setImmediate } from "node:timers/promises";
import type { Json, State, StateGroup } from "./definition.ts";
import { type Exit, endOfWait, runState, type Visit } from "./runState.ts";
import { type Position, record, type Scope } from "./scope.ts";
import { runtimeError, StateError } from "./stateError.ts";

/** What AWS allows as a state's input or output, bytes. */
export const MAX_DATA_BYTES = 256 * 1024;
/** States that do no work could keep the event loop to themselves. */
const STATES_IN_A_ROW = 50;

/** Is told each position before its state is run, and holds the state back until it resolves. */
export type Entering = (position: Position, state: State) => Promise<void>;

/** Runs a group of states from a position to its end. Rejects with a StateError or the reason of the scope's signal. */
export async function runStates(
  group: StateGroup,
  from: Position,
  scope: Scope,
  entering?: Entering,
): Promise<Json> {
  let position = from;
  for (let count = 1; ; count++) {
    scope.signal.throwIfAborted();
    if (count % STATES_IN_A_ROW === 0) await setImmediate();
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
  const name = position.state;
  const { history } = scope;
  if (history.isFull) {
    throw runtimeError(
      `The execution reached the maximum number of history events (${history.events.length}).`,
    );
  }
  const visit: Visit = { name, state, input: position.input };
  const until = position.until ?? (await endOfWait(visit, scope));
  if (until !== undefined) visit.until = until;
  await entering?.(until === position.until ? position : { ...position, until: until as number }, state);
  record(scope, `${state.Type}StateEntered`, "stateEntered", {
    name,
    ...history.data("input", position.input),
  });
  scope.signal.throwIfAborted();
  const exit = await runState(visit, scope);
  checkSize(name, exit.output);
  record(scope, `${state.Type}StateExited`, "stateExited", { name, ...history.data("output", exit.output) });
  return exit;
}

function checkSize(name: string, output: Json): void {
  if (Buffer.byteLength(JSON.stringify(output)) <= MAX_DATA_BYTES) return;
  const cause = `The output of the state ${name} exceeds ${MAX_DATA_BYTES} bytes.`;
  throw new StateError("States.DataLimitExceeded", cause);
}

import type { Json, State } from "./definition.ts";
import { runTogether } from "./runTogether.ts";
import { record, type Scope } from "./scope.ts";
import { runtimeError } from "./stateError.ts";
import type { StatePlan } from "./statePlan.ts";

/** How many items or branches AWS runs at once where the definition does not say. */
const DEFAULT_CONCURRENCY = 40;

/** Runs the branches of a Parallel on one input; resolves to their outputs in order. */
export async function runParallel(state: State, input: Json, scope: Scope): Promise<Json> {
  const branches = state.Branches ?? [];
  record(scope, "ParallelStateStarted");
  const started = scope.lastEvent;
  const results = await runTogether(
    branches.length,
    DEFAULT_CONCURRENCY,
    scope.signal,
    async (index, signal) => {
      const branch = branches[index];
      if (!branch) throw runtimeError(`There is no branch ${index}.`);
      return await scope.runGroup(branch, input, { ...scope, signal, lastEvent: started });
    },
  );
  record(scope, "ParallelStateSucceeded");
  return results;
}

/** Runs the item processor of a Map on each item; resolves to their outputs in order. */
export async function runMap(
  state: State,
  plan: StatePlan,
  input: Json,
  context: Json,
  name: string,
  scope: Scope,
): Promise<Json> {
  const items = plan.itemsPath ? await plan.itemsPath(input, context) : input;
  if (!Array.isArray(items)) throw runtimeError("What a Map works on must be an array.");
  const limit = await concurrency(plan, input, context);
  const processor = state.ItemProcessor ?? state.Iterator;
  if (!processor) throw runtimeError("A Map has no ItemProcessor.");
  record(scope, "MapStateStarted", "mapStateStarted", { length: items.length });
  const started = scope.lastEvent;
  const results = await runTogether(items.length, limit, scope.signal, async (index, signal) => {
    const item = { Map: { Item: { Index: index, Value: items[index] as Json } } };
    const inner: Scope = { ...scope, signal, lastEvent: started, context: { ...scope.context, ...item } };
    const selected = await plan.itemSelector?.(input, { ...(context as object), ...item });
    return await runItem(inner, { name, index }, () =>
      scope.runGroup(processor, selected ?? (items[index] as Json), inner),
    );
  });
  record(scope, "MapStateSucceeded");
  return results;
}

async function runItem(
  scope: Scope,
  iteration: { name: string; index: number },
  run: () => Promise<Json>,
): Promise<Json> {
  record(scope, "MapIterationStarted", "mapIterationStarted", iteration);
  try {
    const output = await run();
    record(scope, "MapIterationSucceeded", "mapIterationSucceeded", iteration);
    return output;
  } catch (error) {
    if (scope.signal.aborted) record(scope, "MapIterationAborted", "mapIterationAborted", iteration);
    else record(scope, "MapIterationFailed", "mapIterationFailed", iteration);
    throw error;
  }
}

async function concurrency(plan: StatePlan, input: Json, context: Json): Promise<number> {
  const limit = (await plan.maxConcurrency?.(input, context)) ?? 0;
  if (typeof limit !== "number" || !Number.isInteger(limit) || limit < 0) {
    throw runtimeError("MaxConcurrency must be a whole number, 0 or more.");
  }
  return limit === 0 ? DEFAULT_CONCURRENCY : limit;
}

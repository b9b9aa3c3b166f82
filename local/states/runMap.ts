import type { Json, State } from "./definition.ts";
import { readPath, selectItem } from "./paths.ts";
import type { Scope } from "./scope.ts";
import { runtimeError } from "./stateError.ts";

/** AWS's default limit of concurrent items. */
const DEFAULT_CONCURRENCY = 40;

/** Runs the item processor of a Map on each item, and resolves to the outputs in order. */
export async function runMap(state: State, input: Json, scope: Scope): Promise<Json> {
  const { ItemsPath = "$", ItemSelector, ItemProcessor: processor } = state;
  const items = readPath(ItemsPath, input);
  if (!Array.isArray(items)) throw runtimeError("The input of a Map must be an array.");
  if (!processor) throw runtimeError("A Map has no ItemProcessor.");
  scope.history.events += 2;
  // 0 means the same as absent.
  const limit = state.MaxConcurrency || DEFAULT_CONCURRENCY;
  return await runTogether(items.length, limit, scope.signal, async (index, signal) => {
    scope.history.events += 2;
    const item = items[index] as Json;
    const selected =
      ItemSelector === undefined ? item : selectItem(ItemSelector, input, { Index: index, Value: item });
    return await scope.runGroup(processor, selected, { ...scope, signal });
  });
}

/**
 * Runs `count` tasks, at most `limit` of them concurrently, and resolves to their results in order. The first failure aborts
 * the others, prevents further ones from starting, and is thrown when all have settled.
 */
async function runTogether<T>(
  count: number,
  limit: number,
  outer: AbortSignal,
  work: (index: number, signal: AbortSignal) => Promise<T>,
): Promise<T[]> {
  const failure = new AbortController();
  const signal = AbortSignal.any([outer, failure.signal]);
  const results: T[] = [];
  let next = 0;
  const runner = async () => {
    while (next < count && !signal.aborted) {
      const index = next++;
      try {
        results[index] = await work(index, signal);
      } catch (error) {
        failure.abort(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, count) }, runner));
  signal.throwIfAborted();
  return results;
}

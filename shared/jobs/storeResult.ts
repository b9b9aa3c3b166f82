import { randomUUID } from "node:crypto";
import { resultKey } from "#shared/objects/keys.ts";
import { putStream } from "#shared/objects/putStream.ts";
import type { WorkClock, WorkspaceScope } from "#shared/runtime/scope.ts";

/** Result stored as a whole in the object store. */
export interface StoredResult {
  key: string;
}

export type Result = AsyncIterable<Uint8Array> | StoredResult;

/** Maximum size of a result that is not stored, in bytes. */
const MAX_DIRECT_BYTES = 4 * 2 ** 20;

/** Maximum time for writing a result, excluding the time for computing it, in milliseconds. */
export const STORE_MS = 240_000;

/**
 * Writes a query result to the object store, in parts and in constant memory. A result of at most 4 MB is returned directly
 * instead. The object only exists once it is complete.
 */
export async function storeResult(
  scope: WorkspaceScope,
  result: AsyncIterable<Uint8Array>,
  clock?: WorkClock,
): Promise<Result> {
  const iterator = result[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let isWhole = false;
  for (let bytes = 0; bytes <= MAX_DIRECT_BYTES && !isWhole; ) {
    const { done, value } = await iterator.next();
    if (done) isWhole = true;
    else {
      first.push(value);
      bytes += value.byteLength;
    }
  }
  if (isWhole) return partsOf(first);
  const key = resultKey(scope.id, randomUUID());
  await putStream(scope, key, inOrder(first, iterator, clock));
  return { key };
}

export function isStored(result: Result): result is StoredResult {
  return "key" in result;
}

async function* partsOf(parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts;
}

/** Yields the parts that have already been read, then the others. The clock only runs while a part is being computed. */
async function* inOrder(
  first: Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
  clock?: WorkClock,
): AsyncGenerator<Uint8Array> {
  const compute = async (): Promise<IteratorResult<Uint8Array>> => {
    clock?.setWriting(false);
    const next = await rest.next();
    clock?.setWriting(true);
    return next;
  };
  try {
    clock?.setWriting(true);
    for (let part = first.shift(); part; part = first.shift()) yield part;
    for (let next = await compute(); !next.done; next = await compute()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

import type { QueryCost } from "#shared/domain/queries/query.ts";

/** Size of the cost prefix of a result, in bytes: two 64-bit integers. */
const COST_BYTES = 16;

/** Returns a result prefixed with its cost, because the result of a job is either a value or bytes. */
export async function* withCost(
  { files, bytes_read }: QueryCost,
  parts: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const cost = Buffer.alloc(COST_BYTES);
  cost.writeBigUInt64LE(BigInt(files), 0);
  cost.writeBigUInt64LE(BigInt(bytes_read), COST_BYTES / 2);
  yield cost;
  yield* parts;
}

/** Reads the cost prefix of a result. Resolves with the bytes that follow it, and leaves the rest unread. */
export async function takeCost(
  parts: AsyncIterable<Uint8Array>,
): Promise<{ cost: QueryCost; body: AsyncIterable<Uint8Array> }> {
  const iterator = parts[Symbol.asyncIterator]();
  let read = Buffer.alloc(0);
  while (read.byteLength < COST_BYTES) {
    const { done, value } = await iterator.next();
    if (done) throw new Error("The result of a query has no cost");
    read = Buffer.concat([read, value]);
  }
  const cost = {
    files: Number(read.readBigUInt64LE(0)),
    bytes_read: Number(read.readBigUInt64LE(COST_BYTES / 2)),
  };
  const rest = read.subarray(COST_BYTES);
  return {
    cost,
    body: rest.byteLength > 0 ? continued(rest, iterator) : { [Symbol.asyncIterator]: () => iterator },
  };
}

async function* continued(
  first: Uint8Array,
  iterator: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield first;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}

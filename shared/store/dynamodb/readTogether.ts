import { BatchGetCommand, GetCommand } from "@aws-sdk/lib-dynamodb";
import { backoff } from "#shared/runtime/backoff.ts";
import type { Database } from "./database.ts";
import type { Key } from "./keyParts.ts";

/** Attributes of an item as stored. */
type Item = Record<string, unknown>;

interface Waiting {
  key: Key;
  settle: (item: Item | undefined) => void;
  fail: (error: unknown) => void;
}

/** Maximum number of items per BatchGet. */
const MAX_KEYS = 100;
/** Maximum number of additional requests for items that a BatchGet did not process. */
const MAX_REPEATS = 8;

/** Reads that wait for the end of the current event loop turn, by client and table. */
const waiting = new WeakMap<Database["client"], Map<string, Waiting[]>>();

/**
 * Reads one item consistently; undefined if there is none. Reads that start in the same event loop turn share a request,
 * because the request accounts for most of the cost of a read.
 */
export function readOne(database: Database, key: Key): Promise<Item | undefined> {
  return new Promise((settle, fail) => {
    const tables = waiting.get(database.client) ?? new Map<string, Waiting[]>();
    waiting.set(database.client, tables);
    const reads = tables.get(database.table) ?? [];
    reads.push({ key, settle, fail });
    if (reads.length > 1) return;
    tables.set(database.table, reads);
    setImmediate(() => {
      tables.delete(database.table);
      readAll(database, reads);
    });
  });
}

function readAll(database: Database, reads: readonly Waiting[]): void {
  const byName = Map.groupBy(reads, ({ key }) => nameOf(key));
  const groups = [...byName.values()];
  for (let start = 0; start < groups.length; start += MAX_KEYS) {
    const some = groups.slice(start, start + MAX_KEYS);
    if (some.length === 1) void readEach(database, some);
    // A request fails as a whole, but each read needs a separate error.
    else readBatch(database, some).catch(() => readEach(database, some));
  }
}

async function readEach(database: Database, groups: readonly (readonly Waiting[])[]): Promise<void> {
  await Promise.all(
    groups.map(async (group) => {
      const [first] = group;
      if (!first) return;
      try {
        const command = new GetCommand({ TableName: database.table, Key: first.key, ConsistentRead: true });
        give(group, (await database.client.send(command)).Item);
      } catch (error) {
        for (const { fail } of group) fail(error);
      }
    }),
  );
}

async function readBatch(database: Database, groups: readonly (readonly Waiting[])[]): Promise<void> {
  const found = new Map<string, Item>();
  let wanted = groups.flatMap(([first]) => (first ? [first.key] : []));
  for (let attempt = 0; wanted.length > 0; attempt += 1) {
    if (attempt > MAX_REPEATS) throw new Error(`${wanted.length} items were not read in ${attempt} requests`);
    if (attempt > 0) await backoff(attempt);
    const { Responses, UnprocessedKeys } = await database.client.send(
      new BatchGetCommand({ RequestItems: { [database.table]: { Keys: wanted, ConsistentRead: true } } }),
    );
    for (const item of Responses?.[database.table] ?? []) found.set(nameOf(item as unknown as Key), item);
    wanted = (UnprocessedKeys?.[database.table]?.Keys as Key[] | undefined) ?? [];
  }
  for (const group of groups) if (group[0]) give(group, found.get(nameOf(group[0].key)));
}

/** Passes an item to its readers, giving each a separate object. */
function give(group: readonly Waiting[], item: Item | undefined): void {
  for (const [index, { settle }] of group.entries()) settle(index === 0 ? item : structuredClone(item));
}

function nameOf({ pk, sk }: Key): string {
  return `${pk}\n${sk}`;
}

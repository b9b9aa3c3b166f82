import { BatchGetCommand, GetCommand } from "@aws-sdk/lib-dynamodb";
import type { Database } from "./database.ts";
import type { Key } from "./keyParts.ts";
import { untilProcessed } from "./untilProcessed.ts";

/** Attributes of an item as stored. */
type Item = Record<string, unknown>;

interface Waiting {
  key: Key;
  settle: (item: Item | undefined) => void;
  fail: (error: unknown) => void;
}

/** Maximum number of items per BatchGet. */
const MAX_KEYS = 100;

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
    else readGroups(database, some).catch(() => readEach(database, some));
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

async function readGroups(database: Database, groups: readonly (readonly Waiting[])[]): Promise<void> {
  const items = new Map<string, Item>();
  const keys = groups.flatMap(([first]) => (first ? [first.key] : []));
  await untilProcessed(keys, (wanted) => readBatch(database, wanted, (name, item) => items.set(name, item)));
  for (const group of groups) if (group[0]) give(group, items.get(nameOf(group[0].key)));
}

/** Reads at most 100 items with one request, and returns the keys of those that the database did not process. */
export async function readBatch(
  database: Database,
  keys: readonly Key[],
  take: (name: string, item: Item) => void,
): Promise<Key[]> {
  const { Responses, UnprocessedKeys } = await database.client.send(
    new BatchGetCommand({ RequestItems: { [database.table]: { Keys: [...keys], ConsistentRead: true } } }),
  );
  for (const item of Responses?.[database.table] ?? []) take(nameOf(item as unknown as Key), item);
  return (UnprocessedKeys?.[database.table]?.Keys as Key[] | undefined) ?? [];
}

/** Passes an item to its readers, giving each a separate object. */
function give(group: readonly Waiting[], item: Item | undefined): void {
  for (const [index, { settle }] of group.entries()) settle(index === 0 ? item : structuredClone(item));
}

/** Returns the name of an item within a table. */
export function nameOf({ pk, sk }: Key): string {
  return `${pk}\n${sk}`;
}

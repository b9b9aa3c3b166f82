import { TransactionCanceledException, TransactionConflictException } from "@aws-sdk/client-dynamodb";
import {
  BatchWriteCommand,
  PutCommand,
  QueryCommand,
  TransactGetCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from "@aws-sdk/lib-dynamodb";
import { backoff } from "#shared/runtime/backoff.ts";
import type { Database } from "./database.ts";
import { fieldUpdate } from "./fieldUpdate.ts";
import { packLargeFields, unpackFields } from "./jsonFields.ts";
import type { Key } from "./keyParts.ts";
import { nameOf, readBatch, readOne } from "./readTogether.ts";
import { untilProcessed } from "./untilProcessed.ts";

/** Item as it was read. Its revision is incremented with every write, for optimistic locking. */
export interface Stored<T> {
  item: T;
  revision: number;
}

/** Write in a transaction. */
export type Write = { key: Key } & (
  | { kind: "create"; item: object; refusal?: Refusal }
  /**
   * Fails if the item has changed since it was read; with `failsOnConflict`, also fails if another transaction is changing it.
   * Large fields that are the same in `before`, the item as it was read, are not sent.
   */
  | {
      kind: "replace";
      item: object;
      revision: number;
      before?: object;
      refusal?: Refusal;
      failsOnConflict?: true;
    }
  | { kind: "put"; item: object }
  | { kind: "delete" }
  /**
   * Adds to numbers in an item, which is created if it is missing; fails if a number already exceeds its limit in `atMost`
   * before the addition.
   */
  | { kind: "add"; amounts: Record<string, number>; atMost?: Record<string, number>; refusal?: Refusal }
  /** Checks that the item exists with these values (null: absent or null), without writing anything. */
  | { kind: "check"; equals: Record<string, string | number | null>; refusal?: Refusal }
);

/** Returns the error that a transaction throws if the condition of this write fails. */
type Refusal = () => Error | Promise<Error>;

/** Error for a failed transaction condition. Nothing was written. */
export class ConditionFailed extends Error {
  override readonly name = "ConditionFailed";
}

/** Returns the write that creates an item, or replaces it if it has not changed since it was read. */
export function itemWrite(key: Key, before: Stored<unknown> | null, item: object): Write {
  return before === null
    ? { kind: "create", key, item }
    : { kind: "replace", key, item, revision: before.revision, before: before.item as object };
}

/** Returns the write that keeps a list entry up to date. */
export function entryWrite(key: Key, isListed: boolean, item: object): Write {
  return isListed ? { kind: "put", key, item } : { kind: "delete", key };
}

/** Reads one item; null if there is none. Simultaneous reads share a request. */
export async function getItem<T>(database: Database, key: Key): Promise<Stored<T> | null> {
  const pending = database.pending?.read(key);
  if (pending !== undefined) return pending as Stored<T> | null;
  const item = await readOne(database, key);
  return item ? toStored<T>(item) : null;
}

/** Reads items in one transaction; retries if one of them is being written. */
export async function getTogether(
  database: Database,
  keys: readonly Key[],
): Promise<(Stored<unknown> | null)[]> {
  database.pending?.requireUnchanged(keys);
  const command = new TransactGetCommand({
    TransactItems: keys.map((key) => ({ Get: { TableName: database.table, Key: key } })),
  });
  const { Responses } = await retryOnConflict(() => database.client.send(command));
  return keys.map((_, index) => {
    const item = Responses?.[index]?.Item;
    return item ? toStored(item) : null;
  });
}

/** Reads many items in batches, in key order, omitting those that do not exist. */
export async function getItems<T>(database: Database, keys: readonly Key[]): Promise<T[]> {
  database.pending?.requireUnchanged(keys);
  const items = new Map<string, T>();
  for (let start = 0; start < keys.length; start += 100) {
    await untilProcessed(keys.slice(start, start + 100), (wanted) =>
      readBatch(database, wanted, (name, item) => items.set(name, toStored<T>(item).item)),
    );
  }
  return keys.flatMap((key) => items.get(nameOf(key)) ?? []);
}

export interface Listed<T> {
  sk: string;
  item: T;
}

export interface ListOptions {
  /** Sort key after which the list starts. */
  after?: string | undefined;
  descending?: boolean;
  limit?: number;
}

/** Reads one range of a list, at most 1 MB; `more` tells whether further items follow. */
export async function listItems<T>(
  database: Database,
  pk: string,
  options: ListOptions = {},
): Promise<{ items: Listed<T>[]; more: boolean }> {
  database.pending?.requireUnchangedList(pk);
  const { Items, LastEvaluatedKey } = await database.client.send(
    new QueryCommand({
      TableName: database.table,
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": pk },
      ConsistentRead: true,
      ScanIndexForward: !options.descending,
      ...(options.limit === undefined ? {} : { Limit: options.limit }),
      ...(options.after === undefined ? {} : { ExclusiveStartKey: { pk, sk: options.after } }),
    }),
  );
  const items = (Items ?? []).map((item) => ({ sk: item.sk as string, item: toStored<T>(item).item }));
  return { items, more: LastEvaluatedKey !== undefined };
}

/** Reads a complete list, which must be short. */
export async function listAll<T>(database: Database, pk: string): Promise<T[]> {
  const all: T[] = [];
  for (let after: string | undefined; ; ) {
    const { items, more } = await listItems<T>(database, pk, { after });
    all.push(...items.map(({ item }) => item));
    if (!more) return all;
    after = items.at(-1)?.sk;
  }
}

/** Deletes items unconditionally. Can be interrupted and repeated. */
export async function deleteItems(database: Database, keys: readonly Key[]): Promise<void> {
  await writeInBatches(
    database,
    keys.map((Key) => ({ DeleteRequest: { Key } })),
  );
}

/** Writes new items unconditionally, the last one for each key. Can be interrupted and repeated. */
export async function putItems(
  database: Database,
  items: readonly { key: Key; item: object }[],
): Promise<void> {
  const latest = new Map(items.map(({ key, item }) => [nameOf(key), { key, item }]));
  await writeInBatches(
    database,
    [...latest.values()].map(({ key, item }) => ({
      PutRequest: { Item: putAttributes({ key, item }) },
    })),
  );
}

async function writeInBatches<T extends object>(database: Database, writes: readonly T[]): Promise<void> {
  requireWritable(database);
  for (let start = 0; start < writes.length; start += 25) {
    await untilProcessed(writes.slice(start, start + 25), async (requests) => {
      const { UnprocessedItems } = await database.client.send(
        new BatchWriteCommand({ RequestItems: { [database.table]: [...requests] } }),
      );
      return (UnprocessedItems?.[database.table] as T[] | undefined) ?? [];
    });
  }
}

/**
 * Writes all items or none. If a condition fails, throws the refusal of that write, or a `ConditionFailed` if it has none.
 * Conflicts with concurrent transactions are retried. A single write without a condition needs no transaction, which would cost
 * twice as much.
 */
export async function transact(database: Database, writes: readonly Write[]): Promise<void> {
  requireWritable(database);
  const [only, ...others] = writes;
  if (only?.kind === "put" && others.length === 0) return putItem(database, only);
  const command = new TransactWriteCommand({
    TransactItems: writes.map((write) => transactItem(database.table, write)),
  });
  await retryOnConflict(() => database.client.send(command), writes);
}

async function putItem({ client, table }: Database, write: Extract<Write, { kind: "put" }>): Promise<void> {
  const command = new PutCommand({ TableName: table, Item: putAttributes(write) });
  await retryOnConflict(() => client.send(command), [write]);
}

function putAttributes({ item, key }: { item: object; key: Key }): Record<string, unknown> {
  return { revision: 1, ...packLargeFields(item), ...key };
}

/** Throws if the database has changes waiting for a transaction, because they may never be written. */
function requireWritable({ pending }: Database): void {
  if (pending) throw new Error("Nothing may be written while a commit is built");
}

const MAX_CONFLICTS = 8;

/** Sends a transaction, retrying on conflicts with concurrent transactions. */
async function retryOnConflict<T>(send: () => Promise<T>, writes: readonly Write[] = []): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      const codes = codesOf(error);
      if (codes === null) throw error;
      const failed = codes.indexOf("ConditionalCheckFailed");
      if (failed >= 0) throw await conditionError(writes[failed]);
      const conflicts = codes.flatMap((code, index) =>
        code === "TransactionConflict" ? [writes[index]] : [],
      );
      if (conflicts.some((write) => write && "failsOnConflict" in write))
        throw new ConditionFailed("Another transaction is changing data that this one has read");
      if (conflicts.length === 0 || attempt >= MAX_CONFLICTS) throw error;
      await backoff(attempt);
    }
  }
}

/** Returns why each write failed; null if the error is not about writes. */
function codesOf(error: unknown): (string | undefined)[] | null {
  if (error instanceof TransactionConflictException) return ["TransactionConflict"];
  if (!(error instanceof TransactionCanceledException)) return null;
  return (error.CancellationReasons ?? []).map(({ Code }) => Code);
}

async function conditionError(write: Write | undefined): Promise<Error> {
  const refusal = write && "refusal" in write ? write.refusal : undefined;
  return (await refusal?.()) ?? new ConditionFailed("A write condition was not met");
}

type TransactItem = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

function transactItem(table: string, write: Write): TransactItem {
  const target = { TableName: table };
  switch (write.kind) {
    case "create":
      return {
        Put: {
          ...target,
          Item: { ...packLargeFields(write.item), revision: 1, ...write.key },
          ConditionExpression: "attribute_not_exists(pk)",
        },
      };
    case "replace": {
      const item = { ...packLargeFields(write.item), revision: write.revision + 1 };
      const ConditionExpression = "revision = :revision";
      const values = { ":revision": write.revision };
      const update = write.before && fieldUpdate(packLargeFields(write.before), item);
      if (update) {
        const ExpressionAttributeValues = { ...update.ExpressionAttributeValues, ...values };
        return {
          Update: { ...target, Key: write.key, ...update, ConditionExpression, ExpressionAttributeValues },
        };
      }
      const Item = { ...item, ...write.key };
      return { Put: { ...target, Item, ConditionExpression, ExpressionAttributeValues: values } };
    }
    case "put":
      return { Put: { ...target, Item: putAttributes(write) } };
    case "delete":
      return { Delete: { ...target, Key: write.key } };
    case "add":
      return {
        Update: { ...target, Key: write.key, ...addition({ ...write.amounts, revision: 1 }, write.atMost) },
      };
    case "check":
      return { ConditionCheck: { ...target, Key: write.key, ...equalsCondition(write.equals) } };
  }
}

function addition(amounts: Record<string, number>, atMost: Record<string, number> = {}) {
  const entries = Object.entries(amounts);
  const bounds = Object.entries(atMost);
  const clauses = bounds.map(([, bound], index) =>
    // A missing number counts as 0.
    bound < 0 ? `#b${index} <= :b${index}` : `(attribute_not_exists(#b${index}) OR #b${index} <= :b${index})`,
  );
  return {
    UpdateExpression: `ADD ${entries.map((_, index) => `#n${index} :v${index}`).join(", ")}`,
    ExpressionAttributeNames: Object.fromEntries([
      ...entries.map(([name], index) => [`#n${index}`, name]),
      ...bounds.map(([name], index) => [`#b${index}`, name]),
    ]),
    ExpressionAttributeValues: Object.fromEntries([
      ...entries.map(([, value], index) => [`:v${index}`, value]),
      ...bounds.map(([, value], index) => [`:b${index}`, value]),
    ]),
    ...(clauses.length > 0 && { ConditionExpression: clauses.join(" AND ") }),
  };
}

function equalsCondition(equals: Record<string, string | number | null>) {
  const clauses = ["attribute_exists(pk)"];
  const names: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  for (const [index, [name, value]] of Object.entries(equals).entries()) {
    names[`#n${index}`] = name;
    values[`:v${index}`] = value;
    const same = `#n${index} = :v${index}`;
    clauses.push(value === null ? `(attribute_not_exists(#n${index}) OR ${same})` : same);
  }
  return {
    ConditionExpression: clauses.join(" AND "),
    ...(Object.keys(names).length > 0
      ? { ExpressionAttributeNames: names, ExpressionAttributeValues: values }
      : {}),
  };
}

function toStored<T>(attributes: Record<string, unknown>): Stored<T> {
  const { pk: _pk, sk: _sk, revision, ...item } = unpackFields(attributes);
  return { item: item as T, revision: revision as number };
}

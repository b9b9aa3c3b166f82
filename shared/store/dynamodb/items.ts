import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import {
  BatchGetCommand,
  BatchWriteCommand,
  GetCommand,
  QueryCommand,
  TransactGetCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from "@aws-sdk/lib-dynamodb";
import { backoff } from "#shared/runtime/backoff.ts";
import type { Database } from "./database.ts";
import type { Key } from "./keys.ts";

/** Item as it is stored. Its revision is incremented with every write, for optimistic locking. */
export type Stored<T> = T & { revision: number };

/** Write of a transaction. */
export type Write =
  | { kind: "create"; key: Key; item: object }
  | { kind: "replace"; key: Key; item: object; revision: number }
  | { kind: "put"; key: Key; item: object }
  | { kind: "delete"; key: Key }
  /** Adds to numbers of an item, which is created if it is missing. */
  | { kind: "add"; key: Key; amounts: Record<string, number> }
  /** Checks that the item exists with these values (null: absent or null), and writes nothing. */
  | { kind: "check"; key: Key; equals: Record<string, string | number | null> };

/** Error if the condition of the write at `index` failed. Nothing was written. */
export class ConditionFailed extends Error {
  override readonly name = "LostRace";
  readonly index: number;

  constructor(index: number) {
    super(`The condition of write ${index} did not hold`);
    this.index = index;
  }
}

export async function getItem<T>(database: Database, key: Key): Promise<Stored<T> | null> {
  const { Item } = await database.client.send(
    new GetCommand({ TableName: database.table, Key: key, ConsistentRead: true }),
  );
  return Item ? (withoutKey(Item) as Stored<T>) : null;
}

/** Reads items in one transaction; retried if one of them is being written. */
export async function getTogether(
  database: Database,
  keys: readonly Key[],
): Promise<(Stored<Record<string, unknown>> | null)[]> {
  const command = new TransactGetCommand({
    TransactItems: keys.map((key) => ({ Get: { TableName: database.table, Key: key } })),
  });
  const { Responses } = await retryOnConflict(() => database.client.send(command));
  return keys.map((_, index) => {
    const item = Responses?.[index]?.Item;
    return item ? (withoutKey(item) as Stored<Record<string, unknown>>) : null;
  });
}

/** Reads many items in batches, in the order of the keys, without those that do not exist. */
export async function getItems<T>(database: Database, keys: readonly Key[]): Promise<Stored<T>[]> {
  const found = new Map<string, Stored<T>>();
  for (let start = 0; start < keys.length; start += 100) {
    let wanted: Key[] = keys.slice(start, start + 100);
    for (let attempt = 0; wanted.length > 0; attempt += 1) {
      if (attempt > 0) await backoff(attempt);
      const { Responses, UnprocessedKeys } = await database.client.send(
        new BatchGetCommand({ RequestItems: { [database.table]: { Keys: wanted, ConsistentRead: true } } }),
      );
      for (const item of Responses?.[database.table] ?? []) {
        found.set(`${item.pk}\n${item.sk}`, withoutKey(item) as Stored<T>);
      }
      wanted = (UnprocessedKeys?.[database.table]?.Keys as Key[] | undefined) ?? [];
    }
  }
  return keys.flatMap((key) => found.get(`${key.pk}\n${key.sk}`) ?? []);
}

export interface Listed<T> {
  sk: string;
  item: Stored<T>;
}

export interface ListOptions {
  /** Sort key after which the list starts. */
  after?: string | undefined;
  descending?: boolean;
  limit?: number;
}

/** Reads one range of a list, at most 1 MB; `more` tells whether items follow the last one. */
export async function listItems<T>(
  database: Database,
  pk: string,
  options: ListOptions = {},
): Promise<{ items: Listed<T>[]; more: boolean }> {
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
  const items = (Items ?? []).map((item) => ({ sk: item.sk as string, item: withoutKey(item) as Stored<T> }));
  return { items, more: LastEvaluatedKey !== undefined };
}

/** Reads a complete list, which must be short. */
export async function listAll<T>(database: Database, pk: string): Promise<Stored<T>[]> {
  const all: Stored<T>[] = [];
  for (let after: string | undefined; ; ) {
    const { items, more } = await listItems<T>(database, pk, { after });
    all.push(...items.map(({ item }) => item));
    if (!more) return all;
    after = items.at(-1)?.sk;
  }
}

/** Deletes items without a condition; may be interrupted and repeated. */
export async function deleteItems(database: Database, keys: readonly Key[]): Promise<void> {
  for (let start = 0; start < keys.length; start += 25) {
    let requests = keys.slice(start, start + 25).map((Key) => ({ DeleteRequest: { Key } }));
    for (let attempt = 0; requests.length > 0; attempt += 1) {
      if (attempt > 0) await backoff(attempt);
      const { UnprocessedItems } = await database.client.send(
        new BatchWriteCommand({ RequestItems: { [database.table]: requests } }),
      );
      requests = (UnprocessedItems?.[database.table] as typeof requests | undefined) ?? [];
    }
  }
}

/**
 * Writes all items or none. A failed condition is a `ConditionFailed`; a conflict with a concurrent transaction is
 * retried. A conflict on the item at index `decisive` is a `ConditionFailed` too: its writer changes what this
 * transaction has read, so that a retry would fail.
 */
export async function transact(
  database: Database,
  writes: readonly Write[],
  decisive?: number,
): Promise<void> {
  const command = new TransactWriteCommand({
    TransactItems: writes.map((write) => transactItem(database.table, write)),
  });
  await retryOnConflict(() => database.client.send(command), decisive);
}

const MAX_CONFLICTS = 8;

/** Sends a transaction, with retries on conflicts with concurrent transactions. */
async function retryOnConflict<T>(send: () => Promise<T>, decisive?: number): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const codes = (error.CancellationReasons ?? []).map(({ Code }) => Code);
      const lost = codes.indexOf("ConditionalCheckFailed");
      if (lost >= 0) throw new ConditionFailed(lost);
      if (decisive !== undefined && codes[decisive] === "TransactionConflict")
        throw new ConditionFailed(decisive);
      if (!codes.includes("TransactionConflict") || attempt >= MAX_CONFLICTS) throw error;
      await backoff(attempt);
    }
  }
}

type TransactItem = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

function transactItem(table: string, write: Write): TransactItem {
  const place = { TableName: table };
  switch (write.kind) {
    case "create":
      return {
        Put: {
          ...place,
          Item: { ...write.item, revision: 1, ...write.key },
          ConditionExpression: "attribute_not_exists(pk)",
        },
      };
    case "replace":
      return {
        Put: {
          ...place,
          Item: { ...write.item, revision: write.revision + 1, ...write.key },
          ConditionExpression: "revision = :revision",
          ExpressionAttributeValues: { ":revision": write.revision },
        },
      };
    case "put":
      return { Put: { ...place, Item: { revision: 1, ...write.item, ...write.key } } };
    case "delete":
      return { Delete: { ...place, Key: write.key } };
    case "add":
      return { Update: { ...place, Key: write.key, ...addition({ ...write.amounts, revision: 1 }) } };
    case "check":
      return { ConditionCheck: { ...place, Key: write.key, ...equalsCondition(write.equals) } };
  }
}

function addition(amounts: Record<string, number>) {
  const entries = Object.entries(amounts);
  return {
    UpdateExpression: `ADD ${entries.map((_, index) => `#n${index} :v${index}`).join(", ")}`,
    ExpressionAttributeNames: Object.fromEntries(entries.map(([name], index) => [`#n${index}`, name])),
    ExpressionAttributeValues: Object.fromEntries(entries.map(([, value], index) => [`:v${index}`, value])),
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

function withoutKey(item: Record<string, unknown>): Record<string, unknown> {
  const { pk: _pk, sk: _sk, ...rest } = item;
  return rest;
}

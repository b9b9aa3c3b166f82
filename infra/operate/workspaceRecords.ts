import { type AttributeValue, type DynamoDBClient, paginateQuery } from "@aws-sdk/client-dynamodb";
import { sortableId } from "#shared/domain/id.ts";
import {
  frozenKey,
  headKey,
  pendingTasks,
  queries,
  replacedManifests,
  transfers,
} from "#shared/store/dynamodb/keys.ts";
import { RECORD_FILES } from "#shared/store/exportedLists.ts";
import { leadingKeys } from "../constructs/permissions/leadingKeys.ts";

export type Item = Record<string, AttributeValue>;

/**
 * Reads the records and marks of a workspace by key. Only its own lists are read, never a whole table. Leases, which expire,
 * records of requests and their sums, which are only added, and the mark of a freeze are not included.
 */
export async function workspaceRecords(
  client: DynamoDBClient,
  table: string,
  id: string,
): Promise<Map<string, Item>> {
  const items = new Map<string, Item>();
  const keep = (item: Item): void => {
    items.set(JSON.stringify([item.pk?.S, item.sk?.S]), item);
  };
  const each = async function* (list: string) {
    for await (const { id: recordId, attempt, reference } of listItems(client, table, list))
      yield {
        id: recordId?.S ?? "",
        ...(attempt?.N !== undefined && { attempt: Number(attempt.N) }),
        ...(reference?.S !== undefined && { reference: reference.S }),
      };
  };
  for (const { walk } of Object.values(RECORD_FILES))
    for await (const list of walk({ id, each }))
      for await (const item of listItems(client, table, list)) keep(item);
  const others = [headKey(id).pk, pendingTasks(id), replacedManifests(id), queries(id), transfers(id)];
  for (const list of others) for await (const item of listItems(client, table, list)) keep(item);
  for (const list of leadingKeys.marks)
    for await (const item of listItems(client, table, list, `${sortableId(id)}#`)) keep(item);
  return items;
}

async function* listItems(
  client: DynamoDBClient,
  table: string,
  list: string,
  beginning = "",
): AsyncGenerator<Item> {
  const pages = paginateQuery(
    { client },
    {
      TableName: table,
      ConsistentRead: true,
      KeyConditionExpression: beginning === "" ? "pk = :pk" : "pk = :pk AND begins_with(sk, :sk)",
      ExpressionAttributeValues: { ":pk": { S: list }, ...(beginning !== "" && { ":sk": { S: beginning } }) },
    },
  );
  for await (const { Items = [] } of pages) yield* Items;
}

/** Returns whether a workspace is closed, so that nothing writes its records. */
export async function isClosedIn(client: DynamoDBClient, table: string, id: string): Promise<boolean> {
  for await (const { mode } of listItems(client, table, frozenKey(id).pk)) return mode?.S === "CLOSED";
  return false;
}

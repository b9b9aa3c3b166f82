import * as v from "valibot";
import { log } from "#shared/runtime/log.ts";
import type { DatabaseCall } from "#shared/runtime/scope.ts";
import { PURGE } from "../database/databaseEngine.ts";
import { isWorkspaceKey, isWorkspaceList } from "./workspaceKeys.ts";

/**
 * Limits database requests to the records of one workspace: its lists, and its entries in the lists of work in progress and of
 * counters. On AWS, the tenant role has the same limits (`dynamodb:LeadingKeys`). Requests are parsed strictly, so an
 * operation or a parameter that the store does not use is denied, and what was parsed is what the database receives. With
 * `mayPurge`, the process may also have deleted items overwritten, which makes all other requests wait.
 */
export function workspaceDatabaseCall(
  call: DatabaseCall,
  workspaceId: string,
  table: string,
  mayPurge: boolean,
): DatabaseCall {
  const requests = requestsOf(workspaceId, table);
  let isReported = false;
  return async (operation, body) => {
    if (mayPurge && operation === PURGE) return call(PURGE, Buffer.from("{}"));
    const schema = Object.hasOwn(requests, operation) ? requests[operation as Operation] : undefined;
    const request = schema && v.safeParse(schema, parseJson(body));
    if (request?.success) return call(operation, Buffer.from(JSON.stringify(request.output)));
    // Once for each process: one in an attacker's hands would otherwise fill the log.
    if (!isReported) {
      log().error("a worker process requested records outside its workspace", { operation, workspaceId });
    }
    isReported = true;
    return DENIED;
  };
}

/** Updates that the store makes: they name every attribute by a placeholder. */
const UPDATE =
  /^(?:SET #\w+ = :\w+(?:, #\w+ = :\w+)*(?: REMOVE #\w+(?:, #\w+)*)?|ADD #\w+ :\w+(?:, #\w+ :\w+)*)$/;

const DENIED = {
  status: 400,
  body: JSON.stringify({
    __type: "AccessDeniedException",
    message: "The request is not limited to the records of this workspace.",
  }),
};

type Operation = keyof ReturnType<typeof requestsOf>;

function requestsOf(workspaceId: string, table: string) {
  const text = v.strictObject({ S: v.string() });
  const isOwn = (item: { pk: { S: string }; sk: { S: string } }) =>
    isWorkspaceKey(workspaceId, item.pk.S, item.sk.S);
  const Key = v.pipe(v.strictObject({ pk: text, sk: text }), v.check(isOwn));
  const Item = v.pipe(v.looseObject({ pk: text, sk: text }), v.check(isOwn));
  const TableName = v.literal(table);
  const keyed = { TableName, Key };
  // The embedded database lets an update change the key of its item.
  const isNoKey = (name: string) => name !== "pk" && name !== "sk";
  const names = v.optional(v.record(v.string(), v.pipe(v.string(), v.check(isNoKey))));
  const values = v.optional(v.record(v.string(), v.unknown()));
  const condition = {
    ConditionExpression: v.optional(v.string()),
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: values,
  };
  const consistent = v.optional(v.boolean());
  const list = v.pipe(
    text,
    v.check(({ S }) => isWorkspaceList(workspaceId, S)),
  );
  const byTable = <Schema extends v.GenericSchema>(entries: Schema) => v.strictObject({ [table]: entries });
  return {
    GetItem: v.strictObject({ ...keyed, ConsistentRead: consistent }),
    BatchGetItem: v.strictObject({
      RequestItems: byTable(v.strictObject({ Keys: v.array(Key), ConsistentRead: consistent })),
    }),
    TransactGetItems: v.strictObject({
      TransactItems: v.array(v.strictObject({ Get: v.strictObject(keyed) })),
    }),
    Query: v.strictObject({
      TableName,
      KeyConditionExpression: v.literal("pk = :pk"),
      ExpressionAttributeValues: v.strictObject({ ":pk": list }),
      ConsistentRead: consistent,
      ScanIndexForward: v.optional(v.boolean()),
      Limit: v.optional(v.number()),
      ExclusiveStartKey: v.optional(v.strictObject({ pk: list, sk: text })),
    }),
    PutItem: v.strictObject({ TableName, Item }),
    BatchWriteItem: v.strictObject({
      RequestItems: byTable(
        v.array(
          v.union([
            v.strictObject({ DeleteRequest: v.strictObject({ Key }) }),
            v.strictObject({ PutRequest: v.strictObject({ Item }) }),
          ]),
        ),
      ),
    }),
    TransactWriteItems: v.strictObject({
      TransactItems: v.array(
        v.union([
          v.strictObject({ Put: v.strictObject({ TableName, Item, ...condition }) }),
          v.strictObject({ Delete: v.strictObject({ ...keyed, ...condition }) }),
          v.strictObject({ ConditionCheck: v.strictObject({ ...keyed, ...condition }) }),
          v.strictObject({
            Update: v.strictObject({
              ...keyed,
              UpdateExpression: v.pipe(v.string(), v.regex(UPDATE)),
              ...condition,
            }),
          }),
        ]),
      ),
      ClientRequestToken: v.optional(v.string()),
    }),
  };
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}

import fc from "fast-check";
import { expect, test } from "vitest";
import { PURGE } from "#local/database/databaseEngine.ts";
import { workspaceDatabaseCall } from "#local/workers/workspaceDatabaseCall.ts";
import { sortableId } from "#shared/domain/id.ts";
import { loadKey, taskCounterKey, taskUnderWayKey, versions } from "#shared/store/dynamodb/keys.ts";

const TABLE = "workspaces-eu";
const OWN = "17";
const received: { operation: string; body: string }[] = [];
const call = workspaceDatabaseCall(
  async (operation, body) => {
    received.push({ operation, body: body.toString() });
    return { status: 200, body: "{}" };
  },
  OWN,
  TABLE,
  false,
);

interface Place {
  pk: string;
  sk: string;
}

const marshalled = ({ pk, sk }: Place) => ({ pk: { S: pk }, sk: { S: sk } });

function updateOf(Key: object, expression: string, names: Record<string, string>, TableName = TABLE): object {
  return { Update: { TableName, Key, UpdateExpression: expression, ExpressionAttributeNames: names } };
}

/** Requests for one key, in every form that the store uses. */
function requestsFor(place: Place, TableName = TABLE): [operation: string, request: object][] {
  const Key = marshalled(place);
  return [
    ["GetItem", { TableName, Key, ConsistentRead: true }],
    ["BatchGetItem", { RequestItems: { [TableName]: { Keys: [Key], ConsistentRead: true } } }],
    ["TransactGetItems", { TransactItems: [{ Get: { TableName, Key } }] }],
    ["PutItem", { TableName, Item: { ...Key, state: { S: "READY" } } }],
    ["BatchWriteItem", { RequestItems: { [TableName]: [{ DeleteRequest: { Key } }] } }],
    [
      "TransactWriteItems",
      { TransactItems: [{ Put: { TableName, Item: { ...Key, state: { S: "READY" } } } }] },
    ],
    ["TransactWriteItems", { TransactItems: [{ Delete: { TableName, Key } }] }],
    ["TransactWriteItems", { TransactItems: [updateOf(Key, "ADD #n0 :v0", { "#n0": "count" }, TableName)] }],
    [
      "TransactWriteItems",
      {
        TransactItems: [
          updateOf(Key, "SET #s0 = :s0 REMOVE #r0", { "#s0": "state", "#r0": "error" }, TableName),
        ],
      },
    ],
    [
      "TransactWriteItems",
      {
        TransactItems: [{ ConditionCheck: { TableName, Key, ConditionExpression: "attribute_exists(pk)" } }],
      },
    ],
  ];
}

const queryOf = (pk: string, more: object = {}) => ({
  TableName: TABLE,
  KeyConditionExpression: "pk = :pk",
  ExpressionAttributeValues: { ":pk": { S: pk } },
  ...more,
});

async function isDenied(operation: string, request: unknown): Promise<boolean> {
  const before = received.length;
  const { status, body } = await call(operation, Buffer.from(JSON.stringify(request)));
  const denied = status === 400 && String(body).includes("AccessDeniedException");
  expect(received.length - before).toBe(denied ? 0 : 1);
  return denied;
}

test("a worker process reaches every record of its workspace, as it requested", async () => {
  for (const key of [loadKey(OWN, "5"), taskUnderWayKey(OWN, "8"), taskCounterKey(OWN)]) {
    for (const [operation, request] of requestsFor(key)) {
      expect(await isDenied(operation, request)).toBe(false);
      expect(JSON.parse(received.at(-1)?.body ?? "")).toEqual(request);
    }
  }
  expect(await isDenied("Query", queryOf(versions(OWN), { Limit: 3, ScanIndexForward: false }))).toBe(false);
});

test("a worker process reaches no record of another workspace, of the platform or of another table", async () => {
  const foreign: Place[] = [
    loadKey("18", "5"),
    loadKey("170", "5"),
    loadKey("1", "5"),
    taskUnderWayKey("18", "8"),
    taskCounterKey("18"),
    { pk: "UNDER_WAY#TASK", sk: sortableId(OWN) },
    { pk: "UNDER_WAY#WORKSPACE", sk: sortableId(OWN) },
    { pk: "WORKSPACE", sk: sortableId(OWN) },
    { pk: "USER", sk: "-user_1" },
    { pk: `W#${OWN}8`, sk: "HEAD" },
    { pk: `w#${OWN}`, sk: "HEAD" },
  ];
  for (const key of foreign) {
    for (const [operation, request] of requestsFor(key))
      expect(await isDenied(operation, request)).toBe(true);
    expect(await isDenied("Query", queryOf(key.pk))).toBe(true);
  }
  for (const table of ["platform", "workspaces-us"]) {
    for (const [operation, request] of requestsFor(loadKey(OWN, "5"), table)) {
      expect(await isDenied(operation, request)).toBe(true);
    }
  }
});

test("a foreign key among the worker's own keys denies the whole request", async () => {
  const own = marshalled(loadKey(OWN, "5"));
  const foreign = marshalled(loadKey("18", "5"));
  const mixed: [string, object][] = [
    ["BatchGetItem", { RequestItems: { [TABLE]: { Keys: [own, foreign] } } }],
    ["BatchGetItem", { RequestItems: { [TABLE]: { Keys: [own] }, platform: { Keys: [own] } } }],
    [
      "TransactGetItems",
      { TransactItems: [own, foreign].map((Key) => ({ Get: { TableName: TABLE, Key } })) },
    ],
    [
      "TransactWriteItems",
      {
        TransactItems: [
          { Delete: { TableName: TABLE, Key: own } },
          { Put: { TableName: TABLE, Item: { ...foreign, a: { N: "1" } } } },
        ],
      },
    ],
    [
      "TransactWriteItems",
      {
        TransactItems: [{ Delete: { TableName: TABLE, Key: own }, Put: { TableName: TABLE, Item: foreign } }],
      },
    ],
    ["Query", queryOf(versions(OWN), { ExclusiveStartKey: foreign })],
  ];
  for (const [operation, request] of mixed) expect(await isDenied(operation, request)).toBe(true);
});

test("operations and parameters that the store does not use are denied", async () => {
  const pk = versions(OWN);
  const unused: [string, unknown][] = [
    ["Scan", { TableName: TABLE }],
    ["ExecuteStatement", { Statement: `SELECT * FROM "${TABLE}"` }],
    ["DeleteTable", { TableName: TABLE }],
    ["ListTables", {}],
    [PURGE, {}],
    ["constructor", {}],
    ["Query", queryOf(pk, { IndexName: "other" })],
    ["Query", queryOf(pk, { KeyConditions: {} })],
    ["Query", { ...queryOf(pk), KeyConditionExpression: "pk = :pk OR pk = :pk" }],
    ["Query", { ...queryOf(pk), ExpressionAttributeValues: { ":pk": { S: pk }, ":other": { S: "W#18" } } }],
    ["GetItem", { TableName: TABLE, Key: { pk: { S: pk }, sk: { B: "AA==" } } }],
    [
      "GetItem",
      {
        TableName: `arn:aws:dynamodb:eu-central-1:000000000000:table/${TABLE}`,
        Key: marshalled(loadKey(OWN, "5")),
      },
    ],
    ["GetItem", null],
    ["GetItem", "text"],
  ];
  for (const [operation, request] of unused) expect(await isDenied(operation, request)).toBe(true);
  const { status } = await call("GetItem", Buffer.from("{not JSON"));
  expect(status).toBe(400);
});

test("no text that is not the key of the workspace passes as one", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), fc.string(), async (pk, sk) => {
      const isOwn = pk === `W#${OWN}` || pk.startsWith(`W#${OWN}#`);
      fc.pre(!isOwn);
      expect(await isDenied("GetItem", { TableName: TABLE, Key: marshalled({ pk, sk }) })).toBe(true);
    }),
  );
});

// The embedded database applies an update of the key, and so would move the record to another workspace.
test.each([
  ["SET pk = :s0", {}],
  ["SET #s0 = :s0", { "#s0": "pk" }],
  ["SET #s0 = :s0, #s1 = :s0", { "#s0": "state", "#s1": "sk" }],
  ["SET #s0 = :s0 REMOVE pk", { "#s0": "state" }],
  ["SET #s0 = :s0 REMOVE #r0", { "#s0": "state", "#r0": "pk" }],
  ["ADD sk :v0", {}],
])("a worker process cannot move a record by %s %o", async (expression, names) => {
  const Key = marshalled(loadKey(OWN, "5"));
  const TransactItems = [updateOf(Key, expression, names)];
  expect(await isDenied("TransactWriteItems", { TransactItems })).toBe(true);
});

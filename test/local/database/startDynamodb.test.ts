import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import {
  DynamoDBClient,
  GetItemCommand,
  TransactionCanceledException,
  TransactWriteItemsCommand,
} from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PURGE } from "#local/database/databaseEngine.ts";
import { startDynamodb } from "#local/database/startDynamodb.ts";
import { inProcessDatabase } from "#shared/store/dynamodb/inProcessDatabase.ts";
import { commandOf, listenersOf } from "#test/support/listeners.ts";
import { processTree } from "../../../bench/support/processMemory.ts";
import { invalidCalls, send, sendSigned, signedHeaders } from "../signature/signedJson.ts";
import { expectPurged } from "./purgedEngine.ts";

const CREDENTIALS = { accessKeyId: "AKIDLOCAL", secretAccessKey: "a/secret+of=its own" };
const TABLE = "records";
const KEY = { pk: { S: "USER" }, sk: { S: "-user_1" } };
const call = {
  service: "dynamodb",
  target: "DynamoDB_20120810.GetItem",
  body: { TableName: TABLE, Key: KEY },
  credentials: CREDENTIALS,
};

let directory: string;
let database: Awaited<ReturnType<typeof startDynamodb>>;
/** Clients for both ways to reach the engine. */
let clients: Record<"through the proxy" | "in its process", DynamoDBClient>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "dynamodb-"));
  database = await startDynamodb(directory, [TABLE], CREDENTIALS);
  const common = { region: "eu-central-1", credentials: CREDENTIALS, maxAttempts: 1 };
  clients = {
    "through the proxy": new DynamoDBClient({ ...common, endpoint: database.url }),
    "in its process": inProcessDatabase(common, database.call),
  };
});

afterAll(async () => {
  for (const client of Object.values(clients)) client.destroy();
  await database.close();
  await rm(directory, { recursive: true, force: true });
});

const put = (text: string, condition?: string) =>
  new TransactWriteItemsCommand({
    TransactItems: [
      {
        Put: {
          TableName: TABLE,
          Item: { ...KEY, text: { S: text } },
          ...(condition ? { ConditionExpression: condition } : {}),
        },
      },
    ],
  });

describe.each(["through the proxy", "in its process"] as const)("a request %s", (way) => {
  test("the database responds to operations, including transactions and rejected transactions", async () => {
    const client = clients[way];
    await client.send(put("é"));
    await expect(client.send(put("x", "attribute_not_exists(pk)"))).rejects.toThrow(
      TransactionCanceledException,
    );
    const { Item } = await client.send(new GetItemCommand({ TableName: TABLE, Key: KEY }));
    expect(Item?.text).toEqual({ S: "é" });
  });

  test("many large concurrent responses arrive complete", async () => {
    const client = clients[way];
    const text = "x".repeat(300_000);
    await client.send(put(text));
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => client.send(new GetItemCommand({ TableName: TABLE, Key: KEY }))),
    );
    expect(answers.every(({ Item }) => Item?.text?.S === text)).toBe(true);
  });

  test("line separators in items survive, although some readers treat them as line ends", async () => {
    const client = clients[way];
    const text = 'a\u2028b\u2029c\nd\\e"f\u{1F600}';
    await client.send(put(text));
    const { Item } = await client.send(new GetItemCommand({ TableName: TABLE, Key: KEY }));
    expect(Item?.text).toEqual({ S: text });
  });

  test("a cancelled transaction of 4 MB lists the reasons in the order of its items", async () => {
    const client = clients[way];
    const large = (name: string, condition?: string) => ({
      Put: {
        TableName: TABLE,
        Item: { pk: { S: "LARGE" }, sk: { S: name }, text: { S: "x".repeat(390_000) } },
        ...(condition ? { ConditionExpression: condition } : {}),
      },
    });
    const items = Array.from({ length: 10 }, (_, index) => large(`item ${index}`));
    await client.send(new TransactWriteItemsCommand({ TransactItems: items }));
    const again = [large("other"), ...items.slice(1, 9), large("item 9", "attribute_not_exists(pk)")];
    const refusal = client.send(new TransactWriteItemsCommand({ TransactItems: again }));
    const reasons = [
      ...Array.from({ length: 9 }, () => ({ Code: "None" })),
      { Code: "ConditionalCheckFailed" },
    ];
    await expect(refusal).rejects.toMatchObject({
      name: "TransactionCanceledException",
      CancellationReasons: reasons.map((reason) => expect.objectContaining(reason)),
    });
    const other = { pk: { S: "LARGE" }, sk: { S: "other" } };
    expect((await client.send(new GetItemCommand({ TableName: TABLE, Key: other }))).Item).toBeUndefined();
  });
});

describe("a request to the database", () => {
  test("a signed request is answered", async () => {
    await clients["in its process"].send(put("text"));
    expect(await sendSigned(database.url, call)).toMatchObject({ status: 200, body: { Item: KEY } });
  });

  test("an unsigned request is refused", async () => {
    const { authorization: _, ...headers } = signedHeaders(database.url, call);
    const answer = await send(database.url, headers, call.body);
    expect(answer).toMatchObject({ status: 403, type: "MissingAuthenticationTokenException" });
    expect(answer.body).not.toHaveProperty("Item");
  });

  test.each(invalidCalls(call))("a request to the database %s is refused", async (_, changed, type) => {
    expect(await sendSigned(database.url, changed)).toMatchObject({ status: 403, type });
  });

  test("a request with a changed body is refused", async () => {
    const other = { ...call.body, Key: { ...KEY, sk: { S: "-user_2" } } };
    const answer = await send(database.url, signedHeaders(database.url, call), other);
    expect(answer).toMatchObject({ status: 403, type: "InvalidSignatureException" });
  });

  test("a request from a browser page gets no CORS permission", async () => {
    const asked = {
      origin: "http://evil.example",
      "access-control-request-method": "POST",
      "access-control-request-headers": "x-amz-target",
    };
    const answer = await send(database.url, asked, {}, "OPTIONS");
    expect(answer.status).toBe(403);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
  });
});

describe("an error", () => {
  test.each([
    [
      "of a condition",
      "PutItem",
      { TableName: TABLE, Item: KEY, ConditionExpression: "attribute_exists(nothing)" },
      "ConditionalCheckFailedException",
    ],
    [
      "of a value",
      "PutItem",
      { TableName: TABLE, Item: { pk: { S: "" }, sk: { S: "x" } } },
      "ValidationException",
    ],
    ["of a table", "GetItem", { TableName: "nothing", Key: KEY }, "ResourceNotFoundException"],
    ["of an operation", "Wish", {}, "UnknownOperationException"],
  ])("an error %s has the same type as in DynamoDB", async (_, operation, body, type) => {
    const answer = await sendSigned(database.url, {
      ...call,
      target: `DynamoDB_20120810.${operation}`,
      body,
    });
    expect(answer).toMatchObject({ status: 400, type });
  });
});

test.runIf(process.platform === "linux" && process.arch === "x64")(
  "the engine does not listen on any address, so only its parent can reach it",
  async () => {
    const engines = processTree(process.pid).filter((pid) => commandOf(pid).includes(directory));
    expect(engines).toHaveLength(1);
    for (const pid of engines) expect(listenersOf(pid)).toEqual([]);
    expect(listenersOf(process.pid)).toContain(`127.0.0.1:${new URL(database.url).port}`);
  },
);

test("other calls are answered between one purge and the next", async () => {
  const answered: string[] = [];
  const ask = async (name: string, operation: string, request: object) => {
    const { status } = await database.call(operation, Buffer.from(JSON.stringify(request)));
    answered.push(`${name} ${status}`);
  };
  await ask("first purge", PURGE, {});
  const purge = ask("second purge", PURGE, {});
  await setImmediate();
  await ask("list", "ListTables", {});
  await purge;
  expect(answered).toEqual(["first purge 200", "list 200", "second purge 200"]);
});

test("after a purge, no file of the database contains deleted or replaced values, and no write is lost", async () => {
  await expectPurged(database.call, directory, TABLE, (id) => ({ pk: { S: "PURGED" }, sk: { S: id } }));
});

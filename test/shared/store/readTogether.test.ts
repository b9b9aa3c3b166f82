import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { deleteItems, getItem, getItems, transact } from "#shared/store/dynamodb/items.ts";
import { json, type Passing } from "#test/support/edge.ts";
import { type EmbeddedDatabase, startEmbeddedDatabase } from "#test/support/embeddedDatabase.ts";

/** Operations that reached the database, and the numbers of upcoming batches that fail or are left unprocessed. */
const operations: string[] = [];
let failing = 0;
let unprocessed = 0;
let embedded: EmbeddedDatabase;

const keyOf = (sk: string) => ({ pk: `W#${sk.length}#THING`, sk });

function nameOf({ headers }: Passing): string {
  return String(headers["x-amz-target"] ?? "").replace("DynamoDB_20120810.", "");
}

beforeAll(async () => {
  embedded = await startEmbeddedDatabase(async (passing, pass) => {
    const name = nameOf(passing);
    operations.push(name);
    if (name === "BatchWriteItem" && unprocessed > 0) {
      return json(200, { UnprocessedItems: JSON.parse(passing.body.toString()).RequestItems });
    }
    if (name !== "BatchGetItem") return pass(passing);
    if (failing > 0) {
      failing -= 1;
      return json(400, { __type: "com.amazonaws.dynamodb.v20120810#AccessDeniedException", message: "no" });
    }
    if (unprocessed === 0) return pass(passing);
    unprocessed -= 1;
    const { RequestItems } = JSON.parse(passing.body.toString());
    return json(200, { Responses: {}, UnprocessedKeys: RequestItems });
  });
});

afterAll(() => embedded.close());

async function withItems(names: readonly string[]) {
  const database = workspaceDatabase(embedded.newWorkspace());
  await transact(
    database,
    names.map((name) => ({ kind: "put", key: keyOf(name), item: { name, parts: [name] } })),
  );
  operations.length = 0;
  return (name: string) => getItem<{ name: string; parts: string[] }>(database, keyOf(name));
}

describe("items read at the same time", () => {
  it("items read at the same time are fetched in one request and returned to their readers", async () => {
    const read = await withItems(["a", "bb", "ccc"]);
    const found = await Promise.all(["a", "none", "bb", "a", "ccc"].map(read));
    expect(found.map((one) => one?.item.name)).toEqual(["a", undefined, "bb", "a", "ccc"]);
    expect(operations).toEqual(["BatchGetItem"]);
    found[0]?.item.parts.push("changed by its reader");
    expect(found[3]?.item.parts).toEqual(["a"]);
  });

  it("a single item is fetched with a plain request", async () => {
    const read = await withItems(["a"]);
    expect((await read("a"))?.revision).toBe(1);
    expect(await Promise.all([read("a"), read("a")])).toHaveLength(2);
    expect(operations).toEqual(["GetItem", "GetItem"]);
  });

  it("items that the database did not process are read again", async () => {
    const read = await withItems(["a", "bb"]);
    unprocessed = 2;
    expect((await Promise.all([read("a"), read("bb")])).map((one) => one?.item.name)).toEqual(["a", "bb"]);
    expect(operations).toEqual(["BatchGetItem", "BatchGetItem", "BatchGetItem"]);
  });

  it("a database that processes nothing is reported as busy instead of being asked for ever", async () => {
    const database = workspaceDatabase(embedded.newWorkspace());
    await transact(database, [{ kind: "put", key: keyOf("a"), item: { name: "a" } }]);
    unprocessed = 1_000;
    const refusal = { name: "DomainError", kind: "throttled" };
    await expect(getItems(database, [keyOf("a")])).rejects.toMatchObject(refusal);
    await expect(deleteItems(database, [keyOf("a")])).rejects.toMatchObject(refusal);
    unprocessed = 0;
    expect(await getItems(database, [keyOf("a")])).toEqual([{ name: "a" }]);
  });

  it("items are read one by one if the request fails", async () => {
    const read = await withItems(["a", "bb"]);
    failing = 1;
    expect((await Promise.all([read("a"), read("bb")])).map((one) => one?.item.name)).toEqual(["a", "bb"]);
    expect(operations.toSorted()).toEqual(["BatchGetItem", "GetItem", "GetItem"]);
  });

  it("items are fetched in several requests if they exceed the request limit", async () => {
    const names = Array.from({ length: 150 }, (_, index) => `n${index}`);
    const read = await withItems(names.slice(0, 50));
    const found = await Promise.all(names.map(read));
    expect(found.filter((one) => one !== null)).toHaveLength(50);
    expect(operations).toEqual(["BatchGetItem", "BatchGetItem"]);
  });
});

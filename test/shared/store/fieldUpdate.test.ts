import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { fieldUpdate } from "#shared/store/dynamodb/fieldUpdate.ts";
import { getItem, itemWrite, transact } from "#shared/store/dynamodb/items.ts";
import { type EmbeddedDatabase, startEmbeddedDatabase } from "#test/support/embeddedDatabase.ts";

const LARGE = "x".repeat(5_000);
const value = fc.oneof(
  fc.integer(),
  fc.string(),
  fc.constant(null),
  fc.constant(LARGE),
  fc.array(fc.string({ minLength: 200, maxLength: 200 }), { maxLength: 30 }),
);
const item = fc.dictionary(fc.constantFrom("a", "b", "c", "d", "set", "#name"), value);

let database: EmbeddedDatabase;
let scope: WorkspaceScope;

beforeAll(async () => {
  database = await startEmbeddedDatabase();
  scope = database.newWorkspace();
});
afterAll(() => database.close());

describe("replacing an item", () => {
  it("an item has exactly its new fields, whichever of them are sent", async () => {
    let number = 0;
    await fc.assert(
      fc.asyncProperty(item, item, async (first, changes) => {
        number += 1;
        const key = { pk: "W#1#REPLACED", sk: String(number) };
        const records = workspaceDatabase(scope);
        const second = { ...first, ...changes };
        for (const removed of Object.keys(changes).slice(0, 1)) delete second[removed];
        await transact(records, [itemWrite(key, null, first)]);
        await transact(records, [itemWrite(key, await getItem(records, key), second)]);
        expect(await getItem(records, key)).toEqual({ item: second, revision: 2 });
        const stale = { item: first, revision: 1 };
        await expect(transact(records, [itemWrite(key, stale, first)])).rejects.toThrow("condition");
      }),
      { numRuns: 60, seed: 1 },
    );
  });

  it("a large field that stays the same is not sent, and small items are sent as a whole", () => {
    expect(fieldUpdate({ a: LARGE, b: 1, c: 2 }, { a: LARGE, b: 3 })).toEqual({
      UpdateExpression: "SET #s0 = :s0 REMOVE #r0",
      ExpressionAttributeNames: { "#s0": "b", "#r0": "c" },
      ExpressionAttributeValues: { ":s0": 3 },
    });
    expect(fieldUpdate({ a: "small", b: 1 }, { a: "small", b: 2 })).toBeNull();
    expect(fieldUpdate({ a: LARGE }, { a: `${LARGE}y` })).toBeNull();
  });
});

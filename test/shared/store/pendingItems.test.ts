import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { seeingPending, workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import {
  deleteItems,
  getItem,
  getItems,
  getTogether,
  listItems,
  transact,
  type Write,
} from "#shared/store/dynamodb/items.ts";
import { NotPending, PendingItems } from "#shared/store/dynamodb/pendingItems.ts";
import { startEmbeddedDatabase } from "#test/support/embeddedDatabase.ts";

let embedded: Awaited<ReturnType<typeof startEmbeddedDatabase>>;
let scope: WorkspaceScope;
let keys = 0;

beforeAll(async () => {
  embedded = await startEmbeddedDatabase();
  scope = embedded.newWorkspace();
});
afterAll(() => embedded.close());

type Change = { kind: "write" | "put" | "delete" | "add"; value: number };

const key = (sk: string) => ({ pk: "PENDING", sk });

describe("changes collected for one transaction", () => {
  it("collected changes leave each item in the same state as changes made one at a time", async () => {
    const change = fc.record({
      kind: fc.constantFrom(
        "write" as const,
        "write" as const,
        "put" as const,
        "delete" as const,
        "add" as const,
      ),
      value: fc.integer({ min: 1, max: 9 }),
    });
    const property = fc.asyncProperty(
      fc.boolean(),
      fc.array(change, { maxLength: 6 }),
      async (exists, changes) => {
        keys += 1;
        const [one, other] = [key(`one ${keys}`), key(`other ${keys}`)];
        const database = workspaceDatabase(scope);
        if (exists)
          await transact(
            database,
            [one, other].map((at) => ({ kind: "put", key: at, item: { value: 0 } })),
          );
        const pending = new PendingItems();
        for (const each of changes) {
          const write = await writeOf(seeingPending(scope, pending), one, each).catch(
            (error: Error) => error,
          );
          // A change that cannot be merged is written later, as are all changes after it.
          if (write instanceof NotPending || write instanceof Error || !pending.add([write])) break;
          await transact(database, [await writeOf(scope, other, each)]);
        }
        if (pending.writes().length > 0) await transact(database, pending.writes());
        const [found, expected] = [await getItem(database, one), await getItem(database, other)];
        expect(found?.item).toEqual(expected?.item);
      },
    );
    await fc.assert(property, { numRuns: 50, seed: 1 });
  });

  it("collected changes fail together if an item has changed since it was first read", async () => {
    const at = key("changed");
    const database = workspaceDatabase(scope);
    await transact(database, [{ kind: "create", key: at, item: { value: 0 } }]);
    const pending = new PendingItems();
    for (const value of [1, 2]) {
      const before = await getItem(workspaceDatabase(seeingPending(scope, pending)), at);
      expect(before?.item).toEqual({ value: value - 1 });
      const revision = before?.revision ?? 0;
      expect(pending.add([{ kind: "replace", key: at, item: { value }, revision }])).toBe(true);
    }
    await transact(database, [{ kind: "put", key: at, item: { value: 7 } }]);
    await transact(database, [{ kind: "replace", key: at, item: { value: 8 }, revision: 1 }]);
    await expect(transact(database, pending.writes())).rejects.toThrow();
    expect((await getItem(database, at))?.item).toEqual({ value: 8 });
  });

  it("collected changes are visible only to single-item reads; other reads of changed items are refused", async () => {
    const pending = new PendingItems();
    pending.add([
      { kind: "put", key: key("seen"), item: { value: 1, none: undefined } },
      { kind: "delete", key: key("gone") },
      { kind: "add", key: key("sum"), amounts: { value: 1 } },
      { kind: "check", key: { pk: "CHECKED", sk: "one" }, equals: { value: null } },
    ]);
    const database = workspaceDatabase(seeingPending(scope, pending));
    expect(await getItems(database, [{ pk: "CHECKED", sk: "one" }])).toEqual([]);
    expect((await listItems(database, "CHECKED")).items).toEqual([]);
    await expect(transact(database, [])).rejects.toThrow("Nothing may be written while a commit is built");
    await expect(deleteItems(database, [])).rejects.toThrow("Nothing may be written while a commit is built");
    expect(await getItem(database, key("seen"))).toEqual({ item: { value: 1 }, revision: 1 });
    expect(await getItem(database, key("gone"))).toBeNull();
    await expect(getItem(database, key("sum"))).rejects.toThrow(NotPending);
    await expect(getItems(database, [key("gone")])).rejects.toThrow(NotPending);
    await expect(getTogether(database, [key("seen")])).rejects.toThrow(NotPending);
    await expect(listItems(database, "PENDING")).rejects.toThrow(NotPending);
    expect(await getItem(workspaceDatabase(scope), key("seen"))).toBeNull();
  });

  it("changes that do not fit into the transaction are refused without affecting the others", () => {
    const pending = new PendingItems();
    const puts = (count: number, from: number, text = ""): Write[] =>
      Array.from({ length: count }, (_, index) => ({
        kind: "put",
        key: key(`${from + index}`),
        item: { text },
      }));
    expect(pending.add(puts(99, 0))).toBe(true);
    expect(pending.add(puts(1, 99))).toBe(false);
    expect(pending.add(puts(2, 0, "again"))).toBe(true);
    expect(pending.add(puts(5, 0, "x".repeat(400_000)))).toBe(false);
    expect(pending.writes()).toHaveLength(99);
    const check = (value: string): Write => ({ kind: "check", key: key("checked"), equals: { value } });
    const checks = new PendingItems();
    expect([checks.add([check("a")]), checks.add([check("a")]), checks.add([check("b")])]).toEqual([
      true,
      true,
      false,
    ]);
    const limited = new PendingItems();
    const add = (atMost?: Record<string, number>): Write => ({
      ...{ kind: "add", key: key("bytes"), amounts: { bytes: 1 } },
      ...(atMost && { atMost }),
    });
    expect([limited.add([add()]), limited.add([add()]), limited.add([add({ bytes: 5 })])]).toEqual([
      true,
      true,
      false,
    ]);
    expect(limited.writes()).toMatchObject([{ amounts: { bytes: 2 } }]);
  });
});

/** Returns the write for a change, based on the item as seen by the scope. */
async function writeOf(seen: WorkspaceScope, at: ReturnType<typeof key>, change: Change): Promise<Write> {
  const item = { value: change.value };
  if (change.kind === "put" || change.kind === "delete")
    return { ...{ kind: change.kind, key: at }, item } as Write;
  if (change.kind === "add") return { kind: "add", key: at, amounts: { value: change.value } };
  const before = await getItem<{ value: number }>(workspaceDatabase(seen), at);
  const sum = { value: (before?.item.value ?? 0) * 10 + change.value };
  return before
    ? { kind: "replace", key: at, item: sum, revision: before.revision }
    : { kind: "create", key: at, item: sum };
}

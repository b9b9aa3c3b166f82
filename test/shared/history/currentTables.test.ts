import { tmpdir } from "node:os";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { CurrentTables } from "#shared/history/relations/currentTables.ts";
import { settingsFrom } from "#shared/runtime/environment.ts";
import type { DatabaseCall, WorkspaceScope } from "#shared/runtime/scope.ts";
import { exampleEnvironment } from "#test/support/exampleEnvironment.ts";

interface ItemKey {
  pk: { S: string };
  sk: { S: string };
}

const SCOPE = { id: "7", region: "EU" as const };

beforeAll(() => {
  vi.stubEnv("AWS_ACCESS_KEY_ID", "test");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "test");
});

afterAll(() => {
  vi.unstubAllEnvs();
});

/** Answers reads from a workspace with a head and some tables, and records each request. */
function workspaceWith(tables: readonly string[]): { scope: WorkspaceScope; requests: string[][] } {
  const requests: string[][] = [];
  const itemOf = ({ pk, sk }: ItemKey): object | undefined => {
    const version = { version_id: { S: "12" }, revision: { N: "1" } };
    if (sk.S === "HEAD") return { ...version };
    const table = pk.S.split("#").at(-1) ?? "";
    return tables.includes(table) ? { table_id: { S: `id of ${table}` }, ...version } : undefined;
  };
  const callDatabase: DatabaseCall = async (operation, body) => {
    const { Key, TransactItems = [], RequestItems = {} } = JSON.parse(body.toString("utf8"));
    const [[name, batch] = ["", { Keys: [] }]] = Object.entries<{ Keys: ItemKey[] }>(RequestItems);
    const single: ItemKey[] = Key ? [Key] : batch.Keys;
    const keys = [...single, ...TransactItems.map(({ Get }: { Get: { Key: ItemKey } }) => Get.Key)];
    requests.push([operation, ...keys.map(({ pk }) => pk.S.split("#").at(-1) ?? "")]);
    const items = keys.map(itemOf);
    const responses = {
      GetItem: { Item: items[0] },
      BatchGetItem: { Responses: { [name]: items.map((item, index) => ({ ...keys[index], ...item })) } },
      TransactGetItems: { Responses: items.map((Item) => ({ Item })) },
    };
    return { status: 200, body: JSON.stringify(responses[operation as keyof typeof responses]) };
  };
  const settings = settingsFrom(exampleEnvironment({ database: "http://127.0.0.1:9" }, tmpdir()));
  return { scope: { ...SCOPE, settings: { ...settings, callDatabase } }, requests };
}

test("tables that are requested together are read in one transaction, each once", async () => {
  const { scope, requests } = workspaceWith(["a", "b"]);
  const current = new CurrentTables(scope);
  const found = await Promise.all(["a", "B", "none", "A"].map((reference) => current.find(reference)));
  expect(found).toEqual([
    { head: "12", holder: expect.objectContaining({ table_id: "id of a" }) },
    { head: "12", holder: expect.objectContaining({ table_id: "id of b" }) },
    { head: "12", holder: null },
    { head: "12", holder: expect.objectContaining({ table_id: "id of a" }) },
  ]);
  expect(requests).toEqual([["TransactGetItems", "7", "a", "b", "none"]]);
});

test("a table that is requested later is read after the head", async () => {
  const { scope, requests } = workspaceWith(["a", "b"]);
  const current = new CurrentTables(scope);
  await current.find("a");
  expect(await current.find("b")).toMatchObject({ head: "12", holder: { table_id: "id of b" } });
  expect(await current.find("a")).toMatchObject({ head: "12", holder: { table_id: "id of a" } });
  expect(requests).toEqual([
    ["TransactGetItems", "7", "a"],
    ["GetItem", "b"],
  ]);
});

test("more tables than a transaction can read are all found", async () => {
  const names = Array.from({ length: 120 }, (_, index) => `t${index}`);
  const { scope, requests } = workspaceWith(names);
  const current = new CurrentTables(scope);
  const found = await Promise.all(names.map((name) => current.find(name)));
  expect(found.map(({ holder }) => holder?.table_id)).toEqual(names.map((name) => `id of ${name}`));
  expect(requests.filter(([operation]) => operation === "TransactGetItems")).toHaveLength(1);
});

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startDynamodb } from "#local/database/startDynamodb.ts";
import { useLocalCredentials } from "#local/localCredentials.ts";
import { LOCAL } from "#local/localEnvironment.ts";
import { relationsOf } from "#shared/history/relations/relations.ts";
import { commitNewTable } from "#shared/history/tableCommits.ts";
import { settingsFrom } from "#shared/runtime/environment.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { ConditionFailed, getItem, transact } from "#shared/store/dynamodb/items.ts";
import { headKey } from "#shared/store/dynamodb/keys.ts";
import { headAndHolders } from "#shared/store/tables.ts";
import {
  createHead,
  getHead,
  moveHead,
  readHead,
  versionAfter,
  versionWrite,
} from "#shared/store/versions.ts";
import { json, type Passing, startEdge } from "#test/support/edge.ts";
import { exampleEnvironment } from "#test/support/exampleEnvironment.ts";
import type { LocalServer } from "#test/support/localServer.ts";

/*
 * The embedded database does transactions one after the other. AWS refuses one that conflicts with another on an item: here
 * a server in front of the database does that.
 */

const ACT = { by: "user_1", at: "2026-01-01T00:00:00.000Z" };

let directory: string;
let database: Awaited<ReturnType<typeof startDynamodb>>;
let front: LocalServer;
let workspaces = 0;
/** Cancellation reasons for the next transactions, with one code per item. */
const refusals: string[][] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "clashes-"));
  database = await startDynamodb(directory, LOCAL.tables, useLocalCredentials());
  front = await startEdge(database.url, async (passing, pass) => {
    const codes = isWrite(passing) ? refusals.shift() : undefined;
    if (!codes) return pass(passing);
    return json(400, isTransaction(passing) ? refusal(codes) : CONFLICT);
  });
});

afterEach(() => {
  refusals.length = 0;
});

afterAll(async () => {
  await front.close();
  await database.close();
  await rm(directory, { recursive: true, force: true });
});

const isTransaction = ({ headers }: Passing): boolean =>
  String(headers["x-amz-target"]).includes(".Transact");

const isWrite = (passing: Passing): boolean =>
  isTransaction(passing) || String(passing.headers["x-amz-target"]).endsWith(".PutItem");

const CONFLICT = {
  __type: "com.amazonaws.dynamodb.v20120810#TransactionConflictException",
  Message: "Transaction is ongoing for the item",
};

function refusal(codes: readonly string[]) {
  return {
    __type: "com.amazonaws.dynamodb.v20120810#TransactionCanceledException",
    Message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes.join(", ")}]`,
    CancellationReasons: codes.map((Code) => ({ Code, Message: "Transaction is ongoing for the item" })),
  };
}

async function newWorkspace(): Promise<WorkspaceScope> {
  workspaces += 1;
  const settings = settingsFrom(exampleEnvironment({ database: front.url }, directory));
  const scope = { settings, id: String(workspaces), region: "EU" as const };
  await createHead(scope);
  return scope;
}

test("items written during a consistent read are reread", async () => {
  const scope = await newWorkspace();
  refusals.push(["TransactionConflict", "None"], ["None", "TransactionConflict"]);

  expect(await headAndHolders(scope, ["variants"])).toEqual({
    head: "0",
    holders: new Map([["variants", null]]),
  });
  expect(refusals).toEqual([]);
});

test("a conflicting transaction is retried, and applied once", async () => {
  const scope = await newWorkspace();
  const key = { pk: `W#${scope.id}#COUNT`, sk: "-" };
  refusals.push(["TransactionConflict"], ["TransactionConflict"]);

  await transact(workspaceDatabase(scope), [{ kind: "add", key, amounts: { count: 1 } }]);
  expect(refusals).toEqual([]);
  expect(await getItem(workspaceDatabase(scope), key)).toEqual({ item: { count: 1 }, revision: 1 });
});

test("a single write without a condition needs no transaction, and is retried if it conflicts with one", async () => {
  const scope = await newWorkspace();
  const key = { pk: `W#${scope.id}#NOTE`, sk: "-" };
  refusals.push(["TransactionConflict"], ["TransactionConflict"]);

  await transact(workspaceDatabase(scope), [{ kind: "put", key, item: { note: "a" } }]);
  expect(refusals).toEqual([]);
  expect(await getItem(workspaceDatabase(scope), key)).toEqual({ item: { note: "a" }, revision: 1 });
});

test("a commit that conflicts at the head fails and is not retried unchanged", async () => {
  const scope = await newWorkspace();
  const head = await readHead(scope);
  const version = {
    id: versionAfter(head.item),
    kind: "TABLE_CREATE" as const,
    created_at: ACT.at,
    created_by: ACT.by,
    tables: [],
  };
  refusals.push(["TransactionConflict", "None"], ["TransactionConflict", "None"]);

  await expect(moveHead(scope, head, version.id, [versionWrite(scope, version)])).rejects.toThrow(
    ConditionFailed,
  );
  expect(refusals.splice(0)).toHaveLength(1);
  expect(await getItem(workspaceDatabase(scope), headKey(scope.id))).toEqual(head);
});

test("a commit that conflicts at the head is rebuilt until it succeeds", async () => {
  const scope = await newWorkspace();
  const meeting = ["TransactionConflict", "None", "None", "None", "None", "None"];
  // More than the number of retries of an unchanged transaction.
  refusals.push(...Array.from({ length: 12 }, () => meeting));
  const fields = { reference: "best", description: null, columns: [], query: "SELECT 1" };

  const { version_id } = await commitNewTable(scope, fields, ACT);
  expect(refusals).toEqual([]);
  expect((await getHead(scope)).version_id).toBe(version_id);
});

test("a query whose tables cannot be read fails with the reason, without unhandled rejections", async () => {
  const scope = await newWorkspace();
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on("unhandledRejection", note);
  try {
    refusals.push(["ValidationError", "None"]);
    await expect(relationsOf(scope, () => true)("variants", undefined)).rejects.toThrow("ValidationError");
    expect(refusals).toEqual([]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(unhandled).toEqual([]);
  } finally {
    process.off("unhandledRejection", note);
  }
});

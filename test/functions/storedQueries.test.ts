import { beforeAll, expect, it } from "vitest";
import { computeStoredQuery } from "#functions/steps/queries/computeStoredQuery.ts";
import { failStoredQuery } from "#functions/steps/queries/failStoredQuery.ts";
import type { QueryRecord } from "#shared/domain/queries/query.ts";
import { MAX_QUERIES_UNDER_WAY, markRunning, newQuery } from "#shared/domain/queries/queryTransitions.ts";
import { getBytes } from "#shared/objects/objects.ts";
import { newId, now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { listAll } from "#shared/store/dynamodb/items.ts";
import { queriesUnderWay } from "#shared/store/dynamodb/keys.ts";
import {
  changeQuery,
  createQueryRecord,
  findQuery,
  getQuery,
  removeExpiredQueries,
} from "#shared/store/queries.ts";
import { requireRoomForQuery } from "#shared/store/underWay.ts";
import { createHead } from "#shared/store/versions.ts";
import { newLab } from "../support/lab.ts";
import { withOwnTable } from "../support/ownTable.ts";
import { labScope } from "../support/taskLab.ts";

let scope: WorkspaceScope;

beforeAll(async () => {
  scope = await withOwnTable(await labScope(await newLab()));
  await createHead(scope);
});

/** Stores a query as if it had been started at a given time. */
async function stored(query: string, at = now()): Promise<QueryRecord> {
  const request = { query, format: "CSV" as const, arrow_compression: null, workspace_name: "lab" };
  const record = newQuery(newId(), { ...request, project_id: null, version_id: null }, { by: "user_1", at });
  await createQueryRecord(scope, record);
  return record;
}

/** Runs a step of a query's execution in this process. */
function execute(step: typeof computeStoredQuery, { id, attempt }: QueryRecord, more: object = {}) {
  const input = { workspace_id: scope.id, query_id: id, attempt, ...more };
  return step.run(input, { ...scope.settings, isolation: null });
}

async function marks(): Promise<string[]> {
  const found = await listAll<{ query_id: string }>(workspaceDatabase(scope), queriesUnderWay);
  return found.map(({ query_id }) => query_id);
}

it("a query that was running when the platform stopped runs again and completes once", async () => {
  const query = await stored("SELECT 7 AS n");
  await changeQuery(scope, query.id, (before) => markRunning(before, before.created_at));
  expect(await marks()).toContain(query.id);
  await execute(computeStoredQuery, query);
  const completed = await getQuery(scope, query.id);
  expect(completed).toMatchObject({ state: "COMPLETED", started_at: query.created_at });
  const bytes = await getBytes(scope, completed.result_key ?? "");
  expect(Buffer.from(bytes ?? []).toString()).toBe("n\n7\n");
  expect(await marks()).not.toContain(query.id);
  await execute(computeStoredQuery, query);
  expect(await getQuery(scope, query.id)).toEqual(completed);
});

it("an execution from an older attempt changes nothing", async () => {
  const query = await stored("SELECT 1");
  const next = await changeQuery(scope, query.id, (before) => ({ ...before, attempt: 2 }));
  await execute(computeStoredQuery, query);
  await execute(failStoredQuery, query, { failure: { Error: "Worker.OutOfMemory" } });
  expect(await getQuery(scope, query.id)).toEqual(next);
});

it.each([
  ["Worker.OutOfMemory", "query_failed"],
  ["TypeError", "internal_error"],
])("an execution that ends with %s leaves a query that failed with %s", async (cause, code) => {
  const query = await stored("SELECT 1");
  await execute(failStoredQuery, query, { failure: { Error: cause, Cause: "secret" } });
  const { state, error } = await getQuery(scope, query.id);
  expect([state, error?.code]).toEqual(["FAILED", code]);
  expect(error?.detail).not.toContain("secret");
});

it("a query from yesterday is treated as unknown and is removed with its marker", async () => {
  const old = await stored("SELECT 1", new Date(Date.now() - 86_400_000).toISOString());
  const young = await stored("SELECT 2");
  expect(await findQuery(scope, old.id)).toBeNull();
  await removeExpiredQueries(scope, Number.POSITIVE_INFINITY);
  expect(await marks()).not.toContain(old.id);
  await expect(changeQuery(scope, old.id, (query) => query)).rejects.toMatchObject({
    code: "query_not_found",
  });
  expect(await findQuery(scope, young.id)).toEqual(young);
});

it("the twenty-first concurrent query is rejected", async () => {
  const missing = MAX_QUERIES_UNDER_WAY - (await marks()).length;
  for (let left = missing; left > 0; left -= 1) {
    await requireRoomForQuery(scope);
    await stored("SELECT 1");
  }
  await expect(requireRoomForQuery(scope)).rejects.toMatchObject({
    kind: "throttled",
    code: "too_many_queries",
  });
});

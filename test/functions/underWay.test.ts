import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deleteLoad } from "#functions/loads/deleteLoad.ts";
import { finalizeLoad } from "#functions/loads/finalizeLoad.ts";
import { redoLoad } from "#functions/loads/redoLoad.ts";
import { undoLoad } from "#functions/loads/undoLoad.ts";
import { createAnalyzeDataV2 } from "#functions/tasks/createTasks.ts";
import { recoverTask } from "#functions/tasks/recoverTask.ts";
import type { LoadRecord } from "#shared/domain/loads/load.ts";
import { addFile, createLoad } from "#shared/domain/loads/loadTransitions.ts";
import { createTask } from "#shared/domain/tasks/taskTransitions.ts";
import { MAX_LOADS_UNDER_WAY, MAX_TASKS_UNDER_WAY } from "#shared/domain/underWay.ts";
import { gateway } from "#shared/http/gateway/gateway.ts";
import { newId, now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { transact } from "#shared/store/dynamodb/items.ts";
import type { Key } from "#shared/store/dynamodb/keyParts.ts";
import { loadUnderWayKey, taskUnderWayKey } from "#shared/store/dynamodb/keys.ts";
import { addLoadFile } from "#shared/store/loadFiles.ts";
import { getLoad, newLoadWrites } from "#shared/store/loads.ts";
import { findTask } from "#shared/store/tasks.ts";
import { emptyTask } from "../support/emptyTask.ts";
import { type Answer, request } from "../support/http.ts";
import { type Lab, newLab } from "../support/lab.ts";
import { withOwnTable } from "../support/ownTable.ts";
import { storeTask } from "../support/storedTask.ts";
import { analysis, labScope } from "../support/taskLab.ts";

const ACT = { by: "user_1", at: now() };
const OPERATIONS = [finalizeLoad, undoLoad, redoLoad, deleteLoad, createAnalyzeDataV2, recoverTask];

let lab: Lab;
let server: Server;
let scope: WorkspaceScope;

beforeAll(async () => {
  lab = await newLab();
  scope = await withOwnTable(await labScope(lab));
  server = gateway(OPERATIONS, () => scope.settings, "").listen(0, "127.0.0.1");
  await once(server, "listening");
});

afterAll(() => {
  server.close();
});

function post(path: string, body?: unknown): Promise<Answer> {
  const { port } = server.address() as AddressInfo;
  const options = { token: lab.token, ...(body === undefined ? {} : { body }) };
  return request("POST", `http://127.0.0.1:${port}/v2/workspace/${lab.name}${path}`, options);
}

/** Runs a function while marks indicate a number of running loads or tasks in the workspace. */
async function whileUnderWay<T>(
  keyOf: (ws: string, id: string) => Key,
  count: number,
  work: () => Promise<T>,
) {
  const keys = Array.from({ length: count }, (_, index) => keyOf(scope.id, String(index + 1)));
  await transact(
    workspaceDatabase(scope),
    keys.map((key) => ({ kind: "put", key, item: {} })),
  );
  try {
    return await work();
  } finally {
    await transact(
      workspaceDatabase(scope),
      keys.map((key) => ({ kind: "delete", key })),
    );
  }
}

/** Load in a state in which it can be finalized, undone, redone or deleted. */
async function loadFor(verb: string): Promise<LoadRecord> {
  const table = { columns: [], format: "CSV" as const, table_id: null };
  const fresh = createLoad(newId(), { kind: "WORKSPACE" }, { variants: table }, ACT);
  const committed = {
    ...fresh,
    state: "COMPLETED" as const,
    committed: true,
    files_key: "files",
    attempt: 1,
  };
  const load = { undo: committed, redo: { ...committed, is_active: false } }[verb] ?? fresh;
  await transact(workspaceDatabase(scope), newLoadWrites(scope, load));
  const file = {
    ...{ id: newId(), created_at: ACT.at, created_by: ACT.by, filepath: "plate.csv", size: 1 },
    ...{ table_reference: "variants", source_file_id: null, description: null },
  };
  if (verb === "finalize")
    await addLoadFile(scope, load.id, file, (before) =>
      addFile(before, { id: file.id, size: file.size, errors: [], problem_count: 0 }, ACT),
    );
  return load;
}

describe.each(["finalize", "undo", "redo", "delete"])("load:%s", (verb) => {
  it("a load beyond the maximum number of running loads is refused with 429 and changes nothing", async () => {
    const { id, state } = await loadFor(verb);
    const refused = await whileUnderWay(loadUnderWayKey, MAX_LOADS_UNDER_WAY, () =>
      post(`/data/load:${verb}?id=${id}`),
    );
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("2");
    expect(refused.body).toMatchObject({
      code: "too_many_loads",
      detail: expect.stringMatching(/^50 loads are in progress in this workspace/),
    });
    expect(await getLoad(scope, id)).toMatchObject({ state, action: null });
  });

  it("a load that reaches the maximum number of running loads is accepted", async () => {
    const { id } = await loadFor(verb);
    const taken = await whileUnderWay(loadUnderWayKey, MAX_LOADS_UNDER_WAY - 1, () =>
      post(`/data/load:${verb}?id=${id}`),
    );
    expect(taken.status).toBe(200);
    const writes = [{ kind: "delete", key: loadUnderWayKey(scope.id, id) }] as const;
    await transact(workspaceDatabase(scope), writes);
  });

  it("a load in the wrong state gets a 409, regardless of the number of running loads", async () => {
    const { id } = await loadFor(verb === "undo" ? "redo" : "undo");
    const refused = await whileUnderWay(loadUnderWayKey, MAX_LOADS_UNDER_WAY, () =>
      post(`/data/load:${verb}?id=${id}`),
    );
    expect(refused.status).toBe(409);
  });
});

describe("running loads of another workspace", () => {
  it("running loads of other workspaces do not count, even if the workspace ids share a prefix", async () => {
    const others = (_: string, id: string): Key => loadUnderWayKey(`${scope.id}1`, id);
    const { id } = await loadFor("delete");
    const taken = await whileUnderWay(others, MAX_LOADS_UNDER_WAY, () => post(`/data/load:delete?id=${id}`));
    expect(taken.status).toBe(200);
  });
});

describe("a task", () => {
  const tooMany = {
    code: "too_many_tasks",
    detail: expect.stringMatching(/^50 tasks are in progress in this workspace.* or cancel them\.$/),
  };
  const body = () => ({
    ...analysis(lab, { dataset: { kind: "QUERY", query: "SELECT 'MKT' AS sequence, 1 AS activity" } }),
    context: { kind: "WORKSPACE" },
  });
  const create = () => post("/task/analyze.data/v2:create", body());

  it("a task beyond the maximum number of running tasks is refused, and one that reaches it is created", async () => {
    const refused = await whileUnderWay(taskUnderWayKey, MAX_TASKS_UNDER_WAY, create);
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject(tooMany);
    const taken = await whileUnderWay(taskUnderWayKey, MAX_TASKS_UNDER_WAY - 1, create);
    expect(taken.status).toBe(200);
    const key = taskUnderWayKey(scope.id, taken.body.id);
    await transact(workspaceDatabase(scope), [{ kind: "delete", key }]);
  });

  it("a cancelled task beyond the maximum is not recovered", async () => {
    const task = createTask(newId(), emptyTask("analyze.data/v2"), ACT);
    await storeTask(scope, { ...task, state: "CANCELLED" });
    const recover = () => post(`/task:recover?id=${task.id}`);
    const refused = await whileUnderWay(taskUnderWayKey, MAX_TASKS_UNDER_WAY, recover);
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject(tooMany);
    expect(await findTask(scope, task.id)).toMatchObject({ state: "CANCELLED" });
    expect((await recover()).status).toBe(200);
  });
});

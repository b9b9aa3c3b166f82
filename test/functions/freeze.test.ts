import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operations } from "#functions/operations.ts";
import { steps } from "#functions/steps.ts";
import { routesOf } from "#shared/http/openapi/openapi.ts";
import { executionStatus, taskExecution } from "#shared/runtime/executions.ts";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { deleteItems, getItem, transact } from "#shared/store/dynamodb/items.ts";
import { compactionMarkKey, erasureUnderWayKey, loadUnderWayKey } from "#shared/store/dynamodb/keys.ts";
import { type ContractRequest, contractRequests } from "#test/support/contractRequests.ts";
import { type Answer, request } from "#test/support/http.ts";
import { type Lab, newLab, staffToken } from "#test/support/lab.ts";
import { type OwnPlatform, startOwnPlatform } from "#test/support/ownPlatform.ts";
import { sendContract } from "#test/support/sendContract.ts";
import { addVariants, analysis } from "#test/support/taskLab.ts";
import { trinoClient } from "#test/support/trinoClient.ts";

const NO_RESOURCE = "153712003840515";
const requests = [
  ...new Map(
    contractRequests()
      .filter(({ audience }) => audience === "member")
      .map((wanted) => [wanted.operation, wanted]),
  ).values(),
];

let own: OwnPlatform;
let staff: string;
let lab: Lab;
let id: string;

beforeAll(async () => {
  own = await startOwnPlatform({});
  staff = await staffToken(own.addresses);
  lab = await newLab(own.addresses);
  ({ id } = (await manage("GET", `workspace:getRecord?name=${lab.name}`)).body);
});
afterAll(() => own.close());

function manage(method: string, call: string, body?: unknown, token = staff): Promise<Answer> {
  return request(method, `${own.platform.url}/v2/${call}`, { token, body });
}
const freeze = (mode: string) =>
  manage("POST", `workspace:freeze?id=${id}`, { mode, reason: "A restore is running." });
const unfreeze = () => manage("POST", `workspace:unfreeze?id=${id}`);

/** Returns the operations that answer with 423. */
async function refusedOperations(): Promise<string[]> {
  const to = { url: lab.regionUrl, workspace: lab.name, token: staff };
  const refused: string[] = [];
  for (const wanted of requests) {
    const answer = await sendContract(wanted, to, new Proxy({}, { get: () => NO_RESOURCE }));
    if (answer.status === 423) refused.push(wanted.operation);
  }
  return refused;
}

const isChange = ({ method, path }: ContractRequest): boolean =>
  Object.values(operations).some(
    ({ contract }) =>
      contract.method !== "GET" &&
      contract.role !== "reader" &&
      routesOf(contract).some((route) => route.method === method && route.path === path),
  );

/** Operations of imports, which need a closed workspace. */
const isOfImport = ({ operation }: ContractRequest): boolean =>
  /^[a-z]+WorkspaceImport|^importWorkspace$/.test(operation);

/** Exports change nothing that they export, so they run in a read-only workspace. */
const isTransfer = (wanted: ContractRequest): boolean =>
  isOfImport(wanted) || wanted.operation === "exportWorkspace";

describe("a frozen workspace", () => {
  it("a closed workspace refuses reads, and its reason is required", async () => {
    expect((await freeze("READ_ONLY")).body.freeze).toMatchObject({ mode: "READ_ONLY" });
    expect(await refusedOperations()).toEqual(
      requests.filter((wanted) => isChange(wanted) && !isTransfer(wanted)).map(({ operation }) => operation),
    );
    const trino = trinoClient({ ...lab, token: staff });
    expect(await trino.rows("SELECT 1")).toEqual([[1]]);
    const refused = await request("POST", `${lab.regionUrl}/v2/workspace/${lab.name}/project:create`, {
      token: lab.token,
      body: { name: "no" },
    });
    expect([refused.status, refused.body.code]).toEqual([423, "workspace_frozen"]);
    expect(refused.body.detail).toMatch(/read-only since .*: A restore is running\. Try again later/);

    const unexplained = await manage("POST", `workspace:freeze?id=${id}`, { mode: "CLOSED" });
    expect([unexplained.status, unexplained.body.detail[0].loc]).toEqual([422, ["body", "reason"]]);
    expect((await freeze("CLOSED")).body.freeze).toMatchObject({
      mode: "CLOSED",
      reason: "A restore is running.",
    });
    expect(await refusedOperations()).toEqual(
      requests.filter((wanted) => !isOfImport(wanted)).map(({ operation }) => operation),
    );
    expect((await trino.start("SELECT 1")).status).toBe(423);

    expect((await unfreeze()).body.freeze).toBeUndefined();
    expect(await refusedOperations()).toEqual([]);
    expect([(await unfreeze()).status, (await unfreeze()).body.code]).toEqual([409, "workspace_not_frozen"]);
  }, 60_000);

  it("finishes the queries of readers if it is read-only, and none if it is closed", async () => {
    const settings = own.platform.settings.EU;
    const start = () => lab.api.post<{ id: string }>("/data/query:start", { query: "SELECT 1 AS n" });
    const stateOf = async (query: string) =>
      (await lab.api.get<{ state: string }>(`/data/query:get?id=${query}`)).state;
    await freeze("READ_ONLY");
    const { id: first } = await start();
    await expect.poll(() => stateOf(first), { timeout: 30_000 }).toBe("COMPLETED");
    const { status } = await request("GET", `${lab.regionUrl}/v2/workspace/${lab.name}/audit:list`, {
      token: lab.token,
    });
    expect(status).toBe(200);
    const { id: second } = await start();
    await freeze("CLOSED");
    const execution = { workspace_id: id, query_id: second, attempt: 1 };
    await expect(steps.computeStoredQuery.run(execution, settings)).rejects.toThrow("is frozen");
    await unfreeze();
  });

  it("can be frozen only by staff", async () => {
    const answer = await manage(
      "POST",
      `workspace:freeze?id=${id}`,
      { mode: "CLOSED", reason: "no" },
      lab.token,
    );
    expect([answer.status, answer.body.code]).toEqual([403, "staff_only"]);
    expect((await manage("POST", "workspace:freeze?id=17", { mode: "CLOSED", reason: "no" })).status).toBe(
      404,
    );
    const { body } = await manage("POST", "workspace:create", {
      name: `${lab.name}-later`,
      display_name: "later",
    });
    const early = await manage("POST", `workspace:freeze?id=${body.id}`, { mode: "CLOSED", reason: "no" });
    // Its provisioning may have ended in the meantime.
    if (early.status !== 200) expect([early.status, early.body.code]).toEqual([409, "workspace_not_ready"]);
  });

  it("stops tasks before their next step, and a sweep resumes them", async () => {
    await addVariants(lab, 150);
    const task = await lab.api.post<{ id: string }>("/task/analyze.data/v2:create", analysis(lab));
    await freeze("READ_ONLY");
    const settings = own.platform.settings.EU;
    const stateOf = async () => (await lab.api.get<{ state: string }>(`/task:get?id=${task.id}`)).state;
    await expect(
      steps.runTask.run({ workspace_id: id, task_id: task.id, attempt: 1 }, settings),
    ).rejects.toThrow("is frozen");
    const scope = { settings, id, region: "EU" as const };
    await expect
      .poll(() => executionStatus(scope, taskExecution(scope, task.id, 1)), { timeout: 30_000 })
      .not.toBe("RUNNING");
    expect(await steps.sweepTasks.run({}, settings)).toEqual({ restarted: 0 });
    await unfreeze();
    await expect
      .poll(
        async () => {
          await steps.sweepTasks.run({}, settings);
          return stateOf();
        },
        { timeout: 60_000, interval: 500 },
      )
      .toBe("COMPLETED");
  }, 90_000);

  it("keeps every step and every sweep from its work", async () => {
    const settings = own.platform.settings.EU;
    const scope = { settings, id, region: "EU" as const };
    await freeze("READ_ONLY");
    const execution = { workspace_id: id, load_id: NO_RESOURCE, task_id: NO_RESOURCE, attempt: 1 };
    const changing = {
      ...execution,
      table_id: NO_RESOURCE,
      erasure_id: NO_RESOURCE,
      file_ids: [],
      failure: {},
    };
    const names = [
      "planLoad",
      "commitLoad",
      "removeLoad",
      "compactTableFiles",
      "eraseRows",
      "failTask",
    ] as const;
    for (const name of names)
      await expect(steps[name].run(changing, settings), name).rejects.toThrow("is frozen");
    await transact(workspaceDatabase(scope), [
      {
        kind: "put",
        key: loadUnderWayKey(id, NO_RESOURCE),
        item: { workspace_id: id, load_id: NO_RESOURCE },
      },
      {
        kind: "put",
        key: compactionMarkKey(id, NO_RESOURCE),
        item: { workspace_id: id, table_id: NO_RESOURCE },
      },
      {
        kind: "put",
        key: erasureUnderWayKey(id, NO_RESOURCE),
        item: { workspace_id: id, erasure_id: NO_RESOURCE },
      },
    ]);
    // A sweep that looked at one of these marks would fail or remove it: the resource does not exist.
    for (const name of ["sweepLoads", "sweepCompactions", "sweepErasures"] as const)
      await steps[name].run({}, settings);
    for (const key of [loadUnderWayKey, compactionMarkKey, erasureUnderWayKey]) {
      expect(await getItem(workspaceDatabase(scope), key(id, NO_RESOURCE))).not.toBeNull();
      await deleteItems(workspaceDatabase(scope), [key(id, NO_RESOURCE)]);
    }
    await unfreeze();
  });

  it("leaves other workspaces alone", async () => {
    const bystander = await newLab(own.addresses);
    await freeze("CLOSED");
    await addVariants(bystander, 20);
    expect(await bystander.api.get("/project:list")).toMatchObject({ items: [{}] });
    await unfreeze();
  });
});

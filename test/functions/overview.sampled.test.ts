import { describe, expect, it } from "vitest";
import type { TaskRecord } from "#shared/domain/tasks/task.ts";
import { NO_INPUTS } from "#shared/domain/tasks/taskInputs.ts";
import {
  cancelTask,
  createTask,
  markCompleted,
  markExecuting,
  markFailed,
  recoverTask,
} from "#shared/domain/tasks/taskTransitions.ts";
import { newId } from "#shared/runtime/ids.ts";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { transact } from "#shared/store/dynamodb/items.ts";
import { taskCounterKey } from "#shared/store/dynamodb/keys.ts";
import { recountTasks } from "#shared/store/taskCounters.ts";
import { byNight } from "#test/support/byNight.ts";
import { emptyTask } from "#test/support/emptyTask.ts";
import { request } from "#test/support/http.ts";
import { newLab, sharedPlatform, staffToken } from "#test/support/lab.ts";
import { changeStoredTask, storeTask } from "#test/support/storedTask.ts";
import { labScope } from "#test/support/taskLab.ts";

const AT = "2026-03-01T09:30:00.000Z";
const ACT = { by: "user_1", at: AT };

function task(projectId: string): TaskRecord {
  return createTask(newId(), emptyTask("analyze.data/v2", { kind: "PROJECT", project_id: projectId }), ACT);
}

async function overviewOf(name: string) {
  const staff = await staffToken(sharedPlatform());
  const { status, body } = await request("GET", `${sharedPlatform().platformUrl}/ui/workspace:getOverview`, {
    token: staff,
  });
  expect(status).toBe(200);
  const own = body.tasks.workspaces.find((workspace: { name: string }) => workspace.name === name);
  const sums = ["failed_user", "failed_internal", "succeeded", "pending"] as const;
  for (const count of sums) {
    const all = body.tasks.workspaces.map((workspace: Record<string, number>) => workspace[count]);
    expect(body.tasks[count]).toBe(all.reduce((one: number, other: number) => one + other, 0));
  }
  return own;
}

describe("the overview of tasks", () => {
  it("tasks are counted by state except cancelled ones, with the oldest pending one", async () => {
    const lab = await newLab();
    expect(await overviewOf(lab.name)).toEqual({
      name: lab.name,
      failed_user: 0,
      failed_internal: 0,
      succeeded: 0,
      pending: 0,
      oldest_pending: null,
    });
    const scope = await labScope(lab);
    const tasks = Array.from({ length: 6 }, () => task(lab.projectId)).sort(
      (a, b) => Number(a.id) - Number(b.id),
    );
    await Promise.all(tasks.map((one) => storeTask(scope, one)));
    const [first = "", second = "", third = "", fourth = "", fifth = ""] = tasks.map(({ id }) => id);
    expect(await overviewOf(lab.name)).toMatchObject({
      pending: 6,
      oldest_pending: { id: first, created_at: AT },
    });
    await changeStoredTask(scope, first, (one) =>
      markCompleted(markExecuting(one, NO_INPUTS, AT), { result: {}, loadId: null, numbering: null }, AT),
    );
    await changeStoredTask(scope, second, (one) => markFailed(one, "USER", ["The table has no rows."], AT));
    await changeStoredTask(scope, third, (one) =>
      markFailed(one, "INTERNAL", ["It failed on our side."], AT),
    );
    await changeStoredTask(scope, fourth, (one) => cancelTask(one, ACT));
    await changeStoredTask(scope, fifth, (one) => markExecuting(one, NO_INPUTS, AT));
    expect(await overviewOf(lab.name)).toEqual({
      name: lab.name,
      failed_user: 1,
      failed_internal: 1,
      succeeded: 1,
      pending: 2,
      oldest_pending: { id: fifth, created_at: AT },
    });
    const cancelled = await lab.api.get<{ items: TaskRecord[] }>("/task:list?state=CANCELLED");
    expect(cancelled.items.map(({ id }) => id)).toEqual([fourth]);
    await changeStoredTask(scope, second, (one) => recoverTask(one, ACT));
    expect(await overviewOf(lab.name)).toMatchObject({
      failed_user: 0,
      pending: 3,
      oldest_pending: { id: second },
    });
    expect(await recountTasks(scope, false)).toMatchObject({
      stored: { pending: 3 },
      counted: { pending: 3 },
    });
    await lab.api.post(`/task:cancel?id=${second}`);
    expect(await overviewOf(lab.name)).toMatchObject({ pending: 2, oldest_pending: { id: fifth } });
  });

  it("stored tasks can be read with numbers of any size and fields in any order", async () => {
    const lab = await newLab();
    const scope = await labScope(lab);
    const parameters = { z: 1e-300, a: [1e300, -0.1], nested: { b: null, a: "µ" } };
    const one = { ...task(lab.projectId), parameters };
    await storeTask(scope, one);
    const { body } = await request(
      "GET",
      `${lab.regionUrl}/v2/workspace/${lab.name}/task:get?id=${one.id}`,
      lab,
    );
    expect(JSON.stringify(body.parameters)).toBe(JSON.stringify(parameters));
  });

  it("the counts stay exact under many concurrent transitions", async () => {
    const lab = await newLab();
    const scope = await labScope(lab);
    const tasks = Array.from({ length: 40 }, () => task(lab.projectId));
    await Promise.all(
      tasks.map(async (one, index) => {
        await storeTask(scope, one);
        await changeStoredTask(scope, one.id, (now) => markExecuting(now, NO_INPUTS, AT));
        if (index % 4 === 0) return;
        await changeStoredTask(scope, one.id, (now) =>
          markFailed(now, index % 2 === 0 ? "USER" : "INTERNAL", ["No."], AT),
        );
        if (index % 4 === 1) await changeStoredTask(scope, one.id, (now) => recoverTask(now, ACT));
      }),
    );
    const { stored, counted } = await recountTasks(scope, false);
    expect(stored).toEqual(counted);
    expect(stored).toEqual({ failed_user: 10, failed_internal: 10, succeeded: 0, pending: 20 });
  });

  byNight("a recount finds drift, and fixes it on request", async () => {
    const lab = await newLab();
    const scope = await labScope(lab);
    await storeTask(scope, task(lab.projectId));
    const key = taskCounterKey(scope.id);
    await transact(workspaceDatabase(scope), [{ kind: "add", key, amounts: { pending: 4, succeeded: -1 } }]);
    const token = await staffToken(sharedPlatform());
    const recount = async (query: string) => {
      const url = `${sharedPlatform().platformUrl}/ui/workspace:recountTasks${query}`;
      const { body } = await request("POST", url, { token });
      return body.drifted.find((one: { name: string }) => one.name === lab.name);
    };
    const drift = { stored: { pending: 5, succeeded: -1 }, counted: { pending: 1, succeeded: 0 } };
    expect(await recount("")).toMatchObject(drift);
    expect(await recount("?fix=true")).toMatchObject(drift);
    expect(await recount("")).toBeUndefined();
    expect(await overviewOf(lab.name)).toMatchObject({ pending: 1, succeeded: 0 });
  });
});

import { expect, inject, it } from "vitest";
import { cancelTask, createTask, type TaskType } from "#shared/domain/task.ts";
import { newId } from "#shared/runtime/ids.ts";
import { createTaskRecord } from "#shared/store/tasks.ts";
import { request } from "#test/support/http.ts";
import { newLab, sharedPlatform, staffToken } from "#test/support/lab.ts";

it("a workspace that may not generate variants recovers trainings, but no tasks that design", async () => {
  const lab = await newLab();
  const { platformUrl } = sharedPlatform();
  const staff = { token: await staffToken(sharedPlatform()) };
  const { body } = await request("GET", `${platformUrl}/v2/workspace:get?name=${lab.name}`, staff);
  const scope = { settings: inject("euSettings"), id: body.id as string, region: "EU" as const };
  const act = { by: "user_1", at: "2026-03-01T09:30:00.000Z" };
  const cancelled = async (type: TaskType): Promise<string> => {
    const fields = {
      type,
      context: { kind: "WORKSPACE" as const },
      display_name: null,
      description: null,
      idempotency_key: null,
      parameters: {},
    };
    const task = cancelTask(createTask(newId(), fields, act), act);
    await createTaskRecord(scope, task);
    return task.id;
  };
  await request("POST", `${platformUrl}/v2/workspace:updateCapabilities?name=${lab.name}`, {
    ...staff,
    body: { can_generate_variants: false },
  });
  const recover = async (type: TaskType) => {
    const url = `${lab.regionUrl}/v2/workspace/${lab.name}/task:recover?id=${await cancelled(type)}`;
    return request("POST", url, lab);
  };
  await expect
    .poll(async () => (await recover("engineer/v2")).body.code, { timeout: 15_000, interval: 200 })
    .toBe("capability_disabled");
  expect(await recover("diversify/v2")).toMatchObject({ status: 403 });
  expect(await recover("train/v2")).toMatchObject({ status: 200, body: { state: "EXECUTING" } });
});

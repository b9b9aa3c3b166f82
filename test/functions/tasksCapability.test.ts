import { expect, it } from "vitest";
import type { TaskType } from "#shared/domain/tasks/task.ts";
import { cancelTask, createTask } from "#shared/domain/tasks/taskTransitions.ts";
import { newId } from "#shared/runtime/ids.ts";
import { emptyTask } from "#test/support/emptyTask.ts";
import { type Answer, request } from "#test/support/http.ts";
import { newLab, sharedPlatform, staffToken } from "#test/support/lab.ts";
import { storeTask } from "#test/support/storedTask.ts";
import { labScope } from "#test/support/taskLab.ts";

const ACT = { by: "user_1", at: "2026-03-01T09:30:00.000Z" };

it("a workspace without the generation capability can recover training runs, but not design tasks", async () => {
  const lab = await newLab();
  const scope = await labScope(lab);
  const cancelled = async (type: TaskType, parameters = {}): Promise<string> => {
    const task = createTask(newId(), { ...emptyTask(type), parameters }, ACT);
    return (await storeTask(scope, cancelTask(task, ACT))).id;
  };
  const send = (verb: string, id: string): Promise<Answer> =>
    request("POST", `${lab.regionUrl}/v2/workspace/${lab.name}/task:${verb}?id=${id}`, lab);
  const change = `${sharedPlatform().platformUrl}/v2/workspace:updateCapabilities?name=${lab.name}`;
  const token = await staffToken(sharedPlatform());
  await request("POST", change, { token, body: { can_generate_variants: false } });
  for (const type of ["engineer/v2", "diversify/v2"] as const) {
    const refused = await send("recover", await cancelled(type));
    expect(refused).toMatchObject({ status: 403, body: { code: "capability_disabled" } });
  }
  const id = await cancelled("train/v2", {
    dataset: { kind: "QUERY", query: "SELECT 'MK' AS sequence, 1 AS activity" },
    reference: { monomer: "MK" },
    assays: [{ assay_id: "activity", scale_type: "ADDITIVE" }],
    seed: 1,
  });
  expect(await send("recover", id)).toMatchObject({ status: 200, body: { state: "EXECUTING" } });
  await send("cancel", id);
});

import { setTimeout as sleep } from "node:timers/promises";
import { DataProblem } from "@pdp/basics/errors";
import { describe, expect, it } from "vitest";
import { createTask } from "#shared/domain/tasks/taskTransitions.ts";
import { newId } from "#shared/runtime/ids.ts";
import { pin, readPinnedData, type Snapshots } from "#shared/tasks/pinData.ts";
import { TaskRun } from "#shared/tasks/taskRun.ts";
import { byNight } from "#test/support/byNight.ts";
import { emptyTask } from "#test/support/emptyTask.ts";
import { request } from "#test/support/http.ts";
import type { Lab } from "#test/support/lab.ts";
import { storeTask } from "#test/support/storedTask.ts";
import {
  addVariants,
  analysis,
  labScope,
  labWithVariants,
  type TaskView,
  waitForTask,
} from "#test/support/taskLab.ts";

const ACT = { by: "user_1", at: "2026-03-01T09:30:00.000Z" };

async function postTask(lab: Lab, type: string, parameters: object): Promise<TaskView> {
  return lab.api.post<TaskView>(`/task/${type}:create`, analysis(lab, parameters as Record<string, unknown>));
}

async function failure(lab: Lab, type: string, parameters: object): Promise<string> {
  const task = await waitForTask(lab, (await postTask(lab, type, parameters)).id);
  expect(task.state).toBe("FAILED");
  return task.errors.join(" ");
}

async function versionOf(lab: Lab): Promise<string> {
  return (await lab.api.get<{ version_id: string }>("/data/table:get?reference=variants")).version_id;
}

describe("the data of a task", () => {
  it("non-numeric assays, infinite values and invalid batches fail a task with a user error", async () => {
    const lab = await labWithVariants(30);
    const query = (columns: string) => ({
      dataset: { kind: "QUERY", query: `SELECT sequence, ${columns} FROM variants` },
    });
    const type = "analyze.data/v2";
    expect(await failure(lab, type, query("DATE '2026-03-01' AS activity"))).toMatch(
      /"activity" is not a column of numbers: row 1 of the query contains "2026-03-01T/,
    );
    expect(await failure(lab, type, query("infinity() AS activity"))).toMatch(/the value Infinity in row 1/);
    expect(await failure(lab, type, query("activity, ARRAY[batch_id] AS batch_id"))).toMatch(
      /contains lists/,
    );
  });

  byNight(
    "a training run without any homolog in its homolog table fails like one with a wrong column",
    async () => {
      const lab = await labWithVariants(30);
      const homologs = (query: string) => ({ homologs: { kind: "QUERY", query } });
      expect(
        await failure(lab, "train/v2", homologs("SELECT sequence FROM variants WHERE activity > 99")),
      ).toMatch(/the query, has no rows that this task can read/);
      expect(await failure(lab, "train/v2", homologs("SELECT 12 AS sequence"))).toMatch(
        /sequence is not text/,
      );
    },
  );

  it("a recovered task reads its data again after the data was fixed", async () => {
    const lab = await labWithVariants(5);
    const { id } = await postTask(lab, "train/v2", { seed: 1 });
    expect((await waitForTask(lab, id)).errors.join(" ")).toMatch(/values for 5 distinct sequences/);
    await addVariants(lab, 60);
    await lab.api.post(`/task:recover?id=${id}`);
    const task = await waitForTask(lab, id);
    expect(task).toMatchObject({ state: "COMPLETED", errors: [] });
    expect(task.data_versions).toEqual({ variants: await versionOf(lab) });
    expect(task.data_snapshots).toEqual({ dataset: expect.stringMatching(/^\d+$/) });
  });

  it("a task reads its data once, and later attempts find the same rows and versions", async () => {
    const lab = await labWithVariants(5);
    const scope = await labScope(lab);
    const fresh = createTask(newId(), emptyTask("analyze.data/v2"), ACT);
    const task = await storeTask(scope, { ...fresh, state: "EXECUTING" });
    const run = () => new TaskRun(scope, task, AbortSignal.timeout(30_000));
    const halfRead = pin(run(), async (snapshots) => {
      snapshots.tables.variants = "1";
      throw new DataProblem("Fix it.");
    });
    await expect(halfRead).rejects.toThrow("Fix it.");
    const read = (version: string) => async (snapshots: Snapshots) => {
      snapshots.tables.variants = version;
      return [`rows of ${version}`];
    };
    const first = await pin(run(), read("2"));
    expect(first).toMatchObject({
      data: ["rows of 2"],
      snapshots: { tables: { variants: "2" }, inputs: {} },
    });
    expect(await pin(run(), read("3"))).toEqual(first);
    expect(await readPinnedData(run())).toEqual(first.data);
  });
});

byNight("an analysis never has status details", async () => {
  const lab = await labWithVariants(60);
  const { id } = await postTask(lab, "analyze.data/v2", {});
  const seen = new Set<unknown>();
  let state = "INIT";
  while (state === "INIT" || state === "EXECUTING") {
    const task = await lab.api.get<TaskView & { status_details: unknown }>(`/task:get?id=${id}`);
    seen.add(JSON.stringify(task.status_details));
    ({ state } = task);
    await sleep(10);
  }
  expect(state).toBe("COMPLETED");
  expect([...seen]).toEqual(["null"]);
});

byNight("two training runs with the same seed give byte-identical models", async () => {
  const lab = await labWithVariants(40);
  const models = async (): Promise<string[]> => {
    const { id } = await postTask(lab, "train/v2", { seed: 7 });
    const { result } = (await waitForTask(lab, id)) as unknown as {
      result: { models: Record<string, { artifact_id: string }> };
    };
    return Promise.all(
      [result.models.sampler, result.models.scorer].map(async (model) => {
        const { artifact_id } = model ?? {};
        const url = `${lab.regionUrl}/v2/workspace/${lab.name}/data/artifact:download?id=${artifact_id}`;
        return (await request("GET", url, lab)).body as string;
      }),
    );
  };
  const first = await models();
  expect(first).toHaveLength(2);
  expect(await models()).toEqual(first);
});

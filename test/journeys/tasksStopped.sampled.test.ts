import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generator, likelihood, type Trained } from "#test/support/designLab.ts";
import { request } from "#test/support/http.ts";
import { byNight, sampled } from "../support/byNight.ts";
import { type KillablePlatform, killablePlatform } from "../support/killablePlatform.ts";
import { type Lab, newLab, sharedPlatform } from "../support/lab.ts";
import { PHASES, trainingBody, untilPhase } from "../support/phases.ts";
import { addStructure, structureReference } from "../support/structureTraining.ts";
import { labWithVariants, REFERENCE, type TaskView, waitForTask } from "../support/taskLab.ts";

async function artifactTypes({ api }: Lab): Promise<string[]> {
  const { items } = await api.get<{ items: { type: string }[] }>("/data/artifact:list");
  return items.map(({ type }) => type).sort();
}

const ALL = Object.keys(PHASES);
const MADE = ["model.sampler/v1", "model.scorer/v1", "report/v1"];

describe("a cancelled task", () => {
  it.each(sampled(ALL, ["half-way through the scorer"]))(
    "%s leaves no result, and a recovery yields one",
    async (phase) => {
      const lab = await labWithVariants(60, sharedPlatform());
      const { id } = await lab.api.post<TaskView>("/task/train/v2:create", trainingBody(lab));
      await untilPhase(lab, id, PHASES[phase] ?? (() => true));
      const url = `${lab.regionUrl}/v2/workspace/${lab.name}/task`;
      const cancelled = await request("POST", `${url}:cancel?id=${id}`, lab);
      if (cancelled.status === 409) {
        // The task completed before it was stopped.
        expect((await lab.api.get<TaskView>(`/task:get?id=${id}`)).state).toBe("COMPLETED");
        return;
      }
      expect(cancelled.body.state).toBe("CANCELLED");
      expect(await artifactTypes(lab)).toEqual([]);
      expect((await request("POST", `${url}:cancel?id=${id}`, lab)).body.code).toBe("task_ended");
      const recovered = await lab.api.post<TaskView>(`/task:recover?id=${id}`);
      expect(recovered.state).toBe("EXECUTING");
      const task = await waitForTask(lab, id);
      expect(task).toMatchObject({ state: "COMPLETED", errors: [] });
      expect(await artifactTypes(lab)).toEqual(MADE);
      expect((await request("POST", `${url}:recover?id=${id}`, lab)).body.code).toBe("task_not_recoverable");
    },
  );
});

describe("a platform killed while a task is running", () => {
  let platform: KillablePlatform;

  beforeAll(async () => {
    platform = await killablePlatform();
  });
  afterAll(() => platform.close());

  it.each(sampled(ALL, ["half-way through the scorer"]))(
    "%s resumes and yields one result",
    async (phase) => {
      const lab = await labWithVariants(60, platform.addresses);
      const { id } = await lab.api.post<TaskView>("/task/train/v2:create", trainingBody(lab));
      await untilPhase(lab, id, PHASES[phase] ?? (() => true));
      const again = await platform.killedAndStarted(lab);
      expect(await waitForTask(again, id)).toMatchObject({ state: "COMPLETED", errors: [] });
      expect(await artifactTypes(again)).toEqual(MADE);
    },
  );

  it("a training killed while its structure is scored resumes with the same scores", async () => {
    const lab = await newLab(platform.addresses);
    const body = {
      context: { kind: "PROJECT", project_id: lab.projectId },
      parameters: {
        data: { kind: "MONOMER" },
        structure: { artifact_id: await addStructure(lab) },
        reference: { monomer: await structureReference() },
        seed: 1,
      },
    };
    const scores = async (of: Lab, id: string): Promise<unknown[]> => {
      const { state, errors, result } = (await waitForTask(of, id)) as unknown as TaskView & Trained;
      expect([state, errors]).toEqual(["COMPLETED", []]);
      const columns = "position, residue, structure_score";
      return Array.from(
        await of.api.query(`SELECT ${columns} FROM ${result.substitutions?.table} ORDER BY 1, 2`),
        (row) => ({ ...row }),
      );
    };
    const { id } = await lab.api.post<TaskView>("/task/train/v2:create", body);
    await untilPhase(lab, id, ({ progress }) => progress?.phase === "STRUCTURE");
    const again = await platform.killedAndStarted(lab);
    const resumed = await scores(again, id);
    const whole = await again.api.post<TaskView>("/task/train/v2:create", body);
    expect(resumed.length).toBeGreaterThan(1000);
    expect(resumed).toEqual(await scores(again, whole.id));
  });

  byNight("a task killed during a search ends with one load of designs", async () => {
    const lab = await labWithVariants(60, platform.addresses);
    const trained = await lab.api.post<TaskView>("/task/train/v2:create", trainingBody(lab));
    const { result } = (await waitForTask(lab, trained.id)) as unknown as Trained;
    const models = { reference: REFERENCE, sampler: result.models.sampler };
    const { id } = await lab.api.post<TaskView>("/task/diversify/v2:create", {
      context: { kind: "WORKSPACE" },
      parameters: {
        generator: generator(models, { max_mutations: 8 }),
        ranker: likelihood(models),
        num_assemblies: 300,
      },
    });
    await untilPhase(lab, id, ({ progress }) => (progress?.step ?? 0) >= 1);
    const again = await platform.killedAndStarted(lab);
    expect(await waitForTask(again, id)).toMatchObject({ state: "COMPLETED", errors: [] });
    const { items } = await again.api.get<{ items: { context: { kind: string } }[] }>("/data/load:list");
    expect(items.filter(({ context }) => context.kind === "WORKSPACE")).toHaveLength(1);
  });
});

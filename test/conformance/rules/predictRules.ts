import { expect } from "vitest";
import { type DesignLab, runTask, type Trained, trainedLab } from "../../support/designLab.ts";
import { type Lab, scalar } from "../../support/lab.ts";
import { REFERENCE, type TaskView, waitForTask } from "../../support/taskLab.ts";
import { expectInvalid } from "../expectations.ts";
import { nightlyRule, type Rule, rule } from "../rule.ts";
import { create, MONOMER, NOWHERE, PARAMETERS } from "../taskBodies.ts";
import { PREDICT } from "./parameterShapeRules.ts";

const TASKS = "Clients: Tasks";
const BOUNDS =
  "A prediction reads at most 50,000 different sequences. A sequence with insertions or deletions gets null predictions, whatever its length, unless the scorer was trained on insertions at the same positions and, if it has deletions, on deletions.";

interface PredictTask extends Omit<TaskView, "result"> {
  status_details: null;
  result: { predictions: { table: string }; report: { artifact_id: string } };
}

async function runPredict({ lab, scorer }: DesignLab, parameters: object): Promise<PredictTask> {
  const context = { kind: "PROJECT", project_id: lab.projectId };
  const body = { context, parameters: { scorer, ...parameters } };
  const { id } = await lab.api.post<{ id: string }>("/task/predict/v1:create", body);
  return (await waitForTask(lab, id)) as unknown as PredictTask;
}

const literal = (...sequences: string[]) => ({
  assemblies: {
    kind: "MONOMER",
    source: { kind: "LITERAL", rows: sequences.map((sequence) => ({ sequence })) },
  },
});

async function reportOf(lab: Lab, { result }: PredictTask) {
  const { data } = await lab.api.get<{ data: { summary: string; figures: Record<string, unknown> } }>(
    `/data/artifact:get?id=${result.report.artifact_id}`,
  );
  return data;
}

export const predictRules: readonly Rule[] = [
  nightlyRule(TASKS, PREDICT, "a template is predicted with all its single substitutions", async () => {
    const trained = await trainedLab();
    const { lab } = trained;
    const task = await runPredict(trained, { template: { monomer: REFERENCE } });
    expect(task.errors).toEqual([]);
    const { table } = task.result.predictions;
    expect([table, task.status_details]).toEqual([`tasks.task_${task.id}.predictions`, null]);
    expect(await scalar(lab, `SELECT count(DISTINCT sequence) FROM ${table}`)).toBe(1n + 32n * 19n);
    expect(await scalar(lab, `SELECT count(*) FROM ${table} WHERE num_mutations = 1`)).toBe(32n * 19n);
    const first = await lab.api.query(`SELECT * FROM ${table} WHERE mutations = 'M1A'`);
    expect(first.toArray()).toMatchObject([
      {
        sequence: `A${REFERENCE.slice(1)}`,
        distance: 0n,
        extrapolates: false,
        activity_mean: expect.any(Number),
        activity_sd: expect.any(Number),
        tm_mean: expect.any(Number),
        tm_sd: expect.any(Number),
      },
    ]);
    const joined = `${table} p JOIN variants v ON v.sequence = p.sequence`;
    expect(await scalar(lab, `SELECT count(*) FROM ${joined} WHERE p.distance > 0`)).toBe(0n);
    expect(await scalar(lab, `SELECT corr(p.activity_mean, v.activity) FROM ${joined}`)).toBeGreaterThan(0.7);
    const { summary, figures } = await reportOf(lab, task);
    expect(summary).toMatch(/^Predictions of 2 assays for 609 sequences: a template and all/);
    expect(figures).toMatchObject({ predicted: 609, other_length: 0, assay_ids: ["activity", "tm"] });
  }),
  nightlyRule(
    TASKS,
    BOUNDS,
    "sequences of another length have null predictions, and are counted",
    async () => {
      const trained = await trainedLab();
      const { lab } = trained;
      const far = "W".repeat(REFERENCE.length);
      const task = await runPredict(trained, literal(far, `${REFERENCE}A`, REFERENCE, REFERENCE));
      const table = await lab.api.query(
        `SELECT * FROM ${task.result.predictions.table} ORDER BY length(sequence), mutations`,
      );
      const rows = table.toArray();
      expect(rows.map(({ sequence }) => sequence)).toEqual([REFERENCE, far, `${REFERENCE}A`]);
      const none = { mutations: null, num_mutations: null, distance: null, extrapolates: null };
      expect(rows).toMatchObject([
        { mutations: "", num_mutations: 0n },
        { num_mutations: 32n, extrapolates: true },
        { ...none, activity_mean: null, activity_sd: null, tm_mean: null, tm_sd: null },
      ]);
      const { summary } = await reportOf(lab, task);
      expect(summary).toContain("Predictions extrapolate for 1 sequence (50");
      expect(summary).toContain(
        "1 sequence with a different length from the model's sequences has no prediction.",
      );
      const alone = await runPredict(trained, literal(`${REFERENCE}A`));
      expect(alone.errors.join()).toMatch(/^None of the 1 sequences can be predicted/);
    },
  ),
  nightlyRule(TASKS, BOUNDS, "a measured insertion is predicted differently from the reference", async () => {
    const trained = await trainedLab();
    const { lab } = trained;
    const inserted = `${REFERENCE.slice(0, 9)}W${REFERENCE.slice(9)}`;
    const well = (sequence: string, activity: number) => ({ sequence, activity });
    const wells = [...Array(6).keys()].flatMap((row) => [
      well(REFERENCE, 1 + row / 200),
      well(inserted, 0.2 + row / 200),
    ]);
    const others = [..."ACDEFGHIKLMN"].map((letter, at) =>
      well(`${REFERENCE.slice(0, at)}${letter}${REFERENCE.slice(at + 1)}`, 0.9 + at / 100),
    );
    const { result } = await runTask<Trained>(lab, "train/v2", {
      dataset: { kind: "LITERAL", rows: [...wells, ...others] },
      reference: { monomer: REFERENCE },
      assays: [{ assay_id: "activity" }],
      seed: 1,
    });
    const { data } = await lab.api.get<{ data: { summary: string; figures: object } }>(
      `/data/artifact:get?id=${result.report.artifact_id}`,
    );
    expect(data.summary).toMatch(/different sequences, 1 has insertions and 0 have deletions/);
    expect(data.figures).toMatchObject({ sequences_with_insertions: 1, sequences_with_deletions: 0 });
    const elsewhere = `${REFERENCE.slice(0, 20)}W${REFERENCE.slice(20)}`;
    const { scorer } = result.models;
    const task = await runPredict({ ...trained, scorer }, literal(REFERENCE, inserted, elsewhere));
    const { table } = task.result.predictions;
    const mean = (sequence: string) =>
      scalar(lab, `SELECT activity_mean FROM ${table} WHERE sequence = '${sequence}'`);
    expect(await mean(REFERENCE)).toBeGreaterThan(0.85);
    expect(await mean(inserted)).toBeLessThan(0.4);
    expect(await mean(elsewhere)).toBe(null);
  }),
  nightlyRule(TASKS, BOUNDS, "a prediction of more sequences fails with a message", async () => {
    const trained = await trainedLab();
    const numbers = "UNNEST(sequence(1, 100)) AS t(a) CROSS JOIN UNNEST(sequence(1, 501)) AS u(b)";
    const query = `SELECT translate(CAST(a * 1000 + b AS varchar), '0123456789', 'ACDEFGHIKL') AS sequence FROM ${numbers}`;
    const source = { kind: "QUERY", query };
    const task = await runPredict(trained, { assemblies: { kind: "MONOMER", source } });
    expect(task.errors.join()).toMatch(/has 50100 sequences, but a task can read at most 50000\./);
  }),
  rule(TASKS, PREDICT, "a prediction needs either sequences or a template", async (site) => {
    const { assemblies, ...rest } = PARAMETERS["predict/v1"](NOWHERE);
    expectInvalid(await create(site, "predict/v1", rest), "body", "parameters", "assemblies");
    const both = { ...rest, assemblies, template: { monomer: MONOMER } };
    expectInvalid(await create(site, "predict/v1", both), "body", "parameters", "template");
  }),
  nightlyRule(TASKS, PREDICT, "a template of a different length than the scorer's is a 422", async () => {
    const { lab, scorer } = await trainedLab();
    const context = { kind: "PROJECT", project_id: lab.projectId };
    const parameters = { scorer, template: { monomer: `${REFERENCE}A` } };
    const body = { context, parameters };
    await expect(lab.api.post("/task/predict/v1:create", body)).rejects.toThrow(/the same length/);
  }),
];

import { beforeAll, describe, expect, it } from "vitest";
import { bestMeasured } from "#client/bestMeasured.ts";
import { connect } from "#client/connect.ts";
import type { Task } from "#client/taskHandle.ts";
import { byNight } from "#test/support/byNight.ts";
import {
  CANDIDATE_COUNTS,
  type Designed,
  type DesignLab,
  generator,
  likelihood,
  runTask,
  type Trained,
} from "#test/support/designLab.ts";
import { request } from "#test/support/http.ts";
import { type Lab, newLab, scalar, sharedPlatform, startCsvLoad } from "#test/support/lab.ts";
import {
  generateVariants,
  REFERENCE,
  toCsv,
  trueActivity,
  VARIANT_COLUMNS,
} from "../../examples/variants.ts";

let lab: Lab;
let trained: Trained;
let models: DesignLab;

/** A small number of variants, because training takes longer with each: enough for usable predictions. */
const ROWS = 250;

const ASSAYS = [
  { assay_id: "activity", name: "Activity", unit: "relative", scale_type: "MULTIPLICATIVE" },
  { assay_id: "thermostability", name: "Melting temperature", unit: "°C", scale_type: "ADDITIVE" },
];

function context(): Record<string, unknown> {
  return { kind: "PROJECT", project_id: lab.projectId };
}

beforeAll(async () => {
  lab = await newLab();
  const id = await startCsvLoad(lab, "variants", [...VARIANT_COLUMNS], toCsv(generateVariants(ROWS, 42)));
  await lab.api.settled(id);
  trained = await runTask<Trained>(lab, "train/v2", {
    dataset: { kind: "TABLE", table: "variants" },
    reference: { monomer: REFERENCE },
    assays: ASSAYS,
    seed: 1,
  });
  models = { lab, reference: REFERENCE, ...trained.result.models };
});

describe("from measurements to designs", () => {
  it("training creates a sampler, a scorer and a report on prediction quality", async () => {
    const { report, models: result } = trained.result;
    const id = { artifact_id: expect.stringMatching(/^\d+$/) };
    expect(result).toEqual({ kind: "MONOMER", sampler: id, conditioned_sampler: null, scorer: id });
    const { progress, created_at, started_at, ended_at } = trained as unknown as Record<string, string>;
    expect(progress).toEqual({ fraction: 1, phase: "DONE", step: null, num_steps: null });
    expect([created_at, started_at, ended_at]).toEqual([created_at, started_at, ended_at].toSorted());
    const artifact = (id: string) =>
      lab.api.get<{ type: string; data: { figures: Record<string, unknown[]>; summary: string } }>(
        `/data/artifact:get?id=${id}`,
      );
    expect(await artifact(models.sampler.artifact_id)).toMatchObject({ type: "model.sampler/v1" });
    expect(await artifact(models.scorer.artifact_id)).toMatchObject({
      type: "model.scorer/v1",
      data: { reference: REFERENCE, assays: [{ assay_id: "activity", usable: true }, { usable: true }] },
    });
    const { data } = await artifact(report.artifact_id);
    expect(data.figures.usable).toEqual([true, true]);
    for (const correlation of data.figures.spearman ?? []) expect(correlation).toBeGreaterThan(0.5);
    expect(data.summary).toMatch(/^Activity: predictions are usable, rank correlation 0\.\d+/);
    const model = await request(
      "GET",
      `${lab.regionUrl}/v2/workspace/${lab.name}/data/artifact:download?id=${models.sampler.artifact_id}`,
      lab,
    );
    expect(model.status).toBe(200);
    expect(model.headers.get("content-type")).toBe("application/octet-stream");
  });

  it("engineer designs variants that the scorer prefers, within the constraints, as a table", async () => {
    const task = await runTask<Designed>(lab, "engineer/v2", {
      generator: generator(models, { discourage_mutations: { ranges: { monomer: [[0, 10]] } } }),
      ranker: {
        type: "SCORE_BASED",
        primary_objective: { measure: { assay_id: "activity", direction: "MAXIMIZE" }, reference: 1 },
        constraints: [
          {
            measure: { assay_id: "thermostability", direction: "MAXIMIZE" },
            threshold: { reference: { monomer: REFERENCE }, margin: -2 },
          },
        ],
        scorer_config: { kind: "MONOMER_SCORER", scorer: models.scorer },
      },
      num_assemblies: 24,
      seed: 3,
    });
    const { table } = task.result.selected_assemblies;
    expect(table).toBe(`tasks.task_${task.id}.designs`);
    expect(await scalar(lab, `SELECT count(*) FROM ${table}`)).toBe(24n);
    expect(await scalar(lab, `SELECT count(DISTINCT sequence) FROM ${table}`)).toBe(24n);
    expect(await scalar(lab, `SELECT max(num_mutations) FROM ${table}`)).toBeLessThanOrEqual(4n);
    const discouraged = `SELECT count(*) FROM ${table} WHERE substr(sequence, 1, 10) <> '${REFERENCE.slice(0, 10)}'`;
    expect(Number(await scalar(lab, discouraged))).toBeLessThan(8);
    const designed = await lab.api.query(`SELECT sequence FROM ${table}`);
    const truth = Array.from(designed.getChild("sequence").toArray() as string[], trueActivity);
    // A random variant has half of the reference's activity, and few variants in the data are better than the reference.
    expect(Math.max(...truth)).toBeGreaterThan(1.2);
    expect(
      await scalar(lab, `SELECT count(*) FROM ${table} d JOIN variants v ON v.sequence = d.sequence`),
    ).toBe(0n);
    const load = await lab.api.get<Record<string, unknown>>(`/data/load:get?id=${task.data_load_id}`);
    expect(load).toMatchObject({ state: "COMPLETED", is_active: true, context: context() });
    expect(task.status_details).toMatchObject({ target_num_candidates: 24, num_candidates_selected: 24 });
    const page = await request(
      "GET",
      `${lab.regionUrl}/v2/workspace/${lab.name}/data/artifact:download?id=${task.result.report.artifact_id}&format=html`,
      lab,
    );
    expect(page.body).toContain("Improved variants");
    const summary = await lab.api.get(`/project:summary?id=${lab.projectId}`);
    expect(summary).toMatchObject({
      outside_rounds: { loads: 1, rows: ROWS, designs: 24, designs_measured: 0, tasks: { completed: 2 } },
      assays: [
        { assay_id: "activity", direction: "MAXIMIZE", best_sequence: expect.any(String) },
        { assay_id: "thermostability", direction: null, sequences: expect.any(Number), problem: null },
      ],
    });
  });

  byNight(
    "engineer reaches a target for one assay while increasing another, and shows the trade-offs",
    async () => {
      const { result } = await runTask<Designed>(lab, "engineer/v2", {
        generator: generator(models),
        ranker: {
          type: "SCORE_BASED",
          primary_objective: {
            measure: { assay_id: "thermostability", direction: "TARGET" },
            reference: { reference: { monomer: REFERENCE }, margin: -3 },
            weight: 4,
          },
          secondary_objectives: [{ measure: { assay_id: "activity", direction: "MAXIMIZE" }, reference: 1 }],
          scorer_config: { kind: "MONOMER_SCORER", scorer: models.scorer },
          exploration: 0,
        },
        num_assemblies: 12,
        seed: 5,
      });
      const { data } = await lab.api.get<{ data: { summary: string } }>(
        `/data/artifact:get?id=${result.report.artifact_id}`,
      );
      const target = Number(/The target is ([0-9.]+)/.exec(data.summary)?.[1]);
      const farthest = await scalar(
        lab,
        `SELECT max(abs(thermostability_mean - ${target})) FROM ${result.selected_assemblies.table}`,
      );
      expect(Number(farthest)).toBeLessThan(2);
      expect(data.summary).toContain("closer to the target than the best measured variant");
      const page = await request(
        "GET",
        `${lab.regionUrl}/v2/workspace/${lab.name}/data/artifact:download?id=${result.report.artifact_id}&format=html`,
        lab,
      );
      expect(page.body).toContain("Trade-offs: Melting temperature against Activity");
    },
  );

  it("the client finds the measured variant that is closest to a target", async () => {
    const workspace = await connect({
      url: sharedPlatform().platformUrl,
      token: lab.token,
      workspace: lab.name,
    });
    const best = (reference: unknown) =>
      bestMeasured(workspace, {
        parameters: {
          generator: { template: { sampler: models.sampler } },
          ranker: {
            primary_objective: { measure: { assay_id: "thermostability", direction: "TARGET" }, reference },
          },
        },
      } as unknown as Task);
    const far = await scalar(
      lab,
      "SELECT min(abs(value - 45)) FROM (SELECT avg(thermostability) AS value FROM variants GROUP BY sequence) AS means",
    );
    const found = await best(45);
    expect(Math.abs((found?.value ?? 0) - 45)).toBeCloseTo(Number(far), 9);
    expect(await best({ reference: { monomer: REFERENCE }, margin: -3 })).toBeNull();
  });

  it("diversify designs plausible variants, meets requirements, and shows the documented progress", async () => {
    const task = await runTask<Designed>(lab, "diversify/v2", {
      generator: generator(models, {
        requirements: [
          { apply_to: { ranges: { monomer: [[20, 60]] } }, motifs: ["C", "WW"], operator: "none" },
        ],
        min_mutations: 2,
      }),
      ranker: { ...likelihood(models), hit_redundancy: 3 },
      num_assemblies: 20,
    });
    const { table } = task.result.selected_assemblies;
    expect(await scalar(lab, `SELECT count(*) FROM ${table}`)).toBe(20n);
    expect(await scalar(lab, `SELECT min(num_mutations) FROM ${table}`)).toBeGreaterThanOrEqual(2n);
    expect(
      await scalar(lab, `SELECT count(*) FROM ${table} WHERE regexp_like(substr(sequence, 21, 40), 'C|WW')`),
    ).toBe(0n);
    expect(Object.keys(task.status_details).sort()).toEqual(CANDIDATE_COUNTS.toSorted());
  });

  it("the load with a task's rows can be undone and redone, and its table is internal", async () => {
    type Tables = { items: { reference: string }[] };
    const references = async (query: string): Promise<string[]> =>
      (await lab.api.get<Tables>(`/data/table:list${query}`)).items.map(({ reference }) => reference);
    expect(await references("")).toEqual(["variants"]);
    const internal = (await references("?include_internal=true")).filter((name) => name.startsWith("tasks."));
    expect(internal.length).toBeGreaterThanOrEqual(2);
    const [table = ""] = internal;
    const loads = await lab.api.get<{ items: { id: string; tables: object }[] }>("/data/load:list");
    const load = loads.items.find((one) => Object.keys(one.tables).includes(table));
    await lab.api.post(`/data/load:undo?id=${load?.id}`);
    await lab.api.settled(load?.id ?? "");
    expect(await scalar(lab, `SELECT count(*) FROM ${table}`)).toBe(0n);
  });
});

import { beforeAll, describe, expect, it } from "vitest";
import { request } from "../support/http.ts";
import { type Lab, scalar } from "../support/lab.ts";
import { labWithVariants, REFERENCE, type TaskView, waitForTask } from "../support/taskLab.ts";

/** Tasks of version 1, which run as tasks of version 2. */

let lab: Lab;

beforeAll(async () => {
  lab = await labWithVariants(60);
});

const VARIANTS = { kind: "TABLE", table: "variants" };
const ASSAYS = [{ assay_id: "activity", name: "Activity", scale_type: "ADDITIVE", unit: "U/mg" }];
const OBJECTIVE = { assay_id: "activity", direction: "MAXIMIZE" };
const HOMOLOGS = {
  kind: "LITERAL",
  rows: ["A", "V", "L", "I", "S"].map((letter, at) => ({
    sequence: `${REFERENCE.slice(0, at + 2)}${letter}${REFERENCE.slice(at + 3)}`,
  })),
};

function create(type: string, parameters: object) {
  const url = `${lab.regionUrl}/v2/workspace/${lab.name}/task/${type}:create`;
  const context = { kind: "PROJECT", project_id: lab.projectId };
  return request("POST", url, { ...lab, body: { context, parameters } });
}

type Done = Omit<TaskView, "result"> & {
  type: string;
  result: Record<string, { artifact_id: string; table: string }>;
};

async function run(type: string, parameters: object): Promise<Done> {
  const { status, body } = await create(type, parameters);
  expect(body.detail).toBeUndefined();
  expect([status, body.type, body.parameters]).toEqual([200, type, parameters]);
  const task = (await waitForTask(lab, body.id)) as unknown as Done;
  expect([task.errors, task.state]).toEqual([[], "COMPLETED"]);
  return task;
}

const artifact = { artifact_id: expect.stringMatching(/^\d+$/) };
const table = { table: expect.stringMatching(/^tasks\.task_\d+\.\w+$/) };
const column = async (query: string): Promise<unknown[]> =>
  (await lab.api.query(query)).getChildAt(0)?.toArray() as unknown[];

let trained: Promise<Done> | undefined;
function training(): Promise<Done> {
  trained ??= run("train/v1", {
    homologs: HOMOLOGS,
    domain_features: [],
    protein_model_type: "MONOMER",
    dataset: VARIANTS,
    assays: ASSAYS,
    primary_objective: OBJECTIVE,
    seed: 1,
  });
  return trained;
}

describe("tasks of version 1", () => {
  it("train/v1 returns its models and the tables of its predictions", async () => {
    const { result, data_snapshots } = await training();
    expect(result).toEqual({
      base_sampler: artifact,
      conditioned_sampler: artifact,
      scorer: artifact,
      prediction_data: table,
      generator_prediction_data: table,
      report: artifact,
    });
    expect(Object.keys(data_snapshots).sort()).toEqual(["dataset", "homologs"]);
    const { prediction_data, generator_prediction_data } = result as Done["result"];
    const predicted = `SELECT corr(activity, activity_mean) FROM ${prediction_data?.table}`;
    expect(await scalar(lab, predicted)).toBeGreaterThan(0.5);
    expect(
      await scalar(
        lab,
        `SELECT count(DISTINCT sequence) = count(log_likelihood) FROM ${generator_prediction_data?.table}`,
      ),
    ).toBe(true);
  });

  it("diversify/v1 learns from homologs and avoids blocked letters and motifs", async () => {
    const template = {
      template_id: "wt",
      sequence: REFERENCE,
      num_results: 5,
      min_mutations: 1,
      max_mutations: 3,
      blocked_aas: [{ blocked_aas: "CWT", ranges: [[0, 32]] }],
      blocked_motifs: [{ blocked_motif: "AA", ranges: null }],
    };
    const { result, data_snapshots } = await run("diversify/v1", {
      template_sequence: template,
      homologs: HOMOLOGS,
      domain_features: null,
      protein_model_type: null,
      seed: 1,
    });
    const { num_results: _, blocked_motifs: __, ...metadata } = template;
    expect(result).toEqual({
      selected_sequences: table,
      generated_sequences: table,
      template_metadata: { ...metadata, structure: null },
      report: artifact,
    });
    expect(Object.keys(data_snapshots)).toEqual(["homologs"]);
    const designs = (await column(`SELECT sequence FROM ${result.selected_sequences?.table}`)) as string[];
    expect(designs).toHaveLength(5);
    for (const design of designs) {
      const changed = [...design].filter((letter, at) => letter !== REFERENCE[at]);
      expect(changed.length).toBeGreaterThan(0);
      expect(changed.length).toBeLessThanOrEqual(3);
      expect(changed.join("")).not.toMatch(/[CWT]/);
      expect(design).not.toContain("AA");
    }
    const generated = await scalar(lab, `SELECT count(*) FROM ${result.generated_sequences?.table}`);
    expect(Number(generated)).toBeGreaterThanOrEqual(5);
  });

  it("engineer/v1 improves several templates within its constraints", async () => {
    const { result: models } = await training();
    const template = {
      template_id: "a",
      sequence: REFERENCE,
      num_results: 4,
      max_mutations: 2,
      hit_redundancy: 10,
    };
    const blocked_aas = [{ blocked_aas: "W", ranges: null }];
    const other = { ...template, template_id: "b", num_results: 2, must_match_regexps: ["KWAY"] };
    const { result, data_snapshots } = await run("engineer/v1", {
      dataset: VARIANTS,
      assays: ASSAYS,
      primary_objective: OBJECTIVE,
      constraints: [
        { type: "ABSOLUTE_CONSTRAINT", ...OBJECTIVE, threshold: 0.1 },
        { type: "RELATIVE_CONSTRAINT", ...OBJECTIVE, relative_to: REFERENCE },
      ],
      samplers: [models.base_sampler],
      scorer: models.scorer,
      custom_predictors: [],
      template_sequences: [{ ...template, blocked_aas }, other],
      seed: 1,
    });
    const metadata = {
      sequence: REFERENCE,
      blocked_aas: [],
      min_mutations: 1,
      max_mutations: 2,
      structure: null,
    };
    expect(result).toEqual({
      selected_sequences: table,
      engineered_sequences: table,
      num_evaluated_seqs: expect.any(Number),
      num_generated_seqs: expect.any(Number),
      new_mutation_ratio: expect.any(Number),
      template_metadata: [
        { template_id: "a", ...metadata, blocked_aas },
        { template_id: "b", ...metadata },
      ],
      report: artifact,
    });
    const { new_mutation_ratio: ratio } = result as unknown as { new_mutation_ratio: number };
    expect(ratio).toBeGreaterThanOrEqual(0);
    expect(ratio).toBeLessThanOrEqual(1);
    expect(Object.keys(data_snapshots)).toEqual(["dataset"]);
    const from = `FROM ${result.selected_sequences?.table}`;
    expect(Number(await scalar(lab, `SELECT count(*) ${from}`))).toBe(6);
    expect(Number(await scalar(lab, `SELECT max(num_mutations) ${from}`))).toBeLessThanOrEqual(2);
    // Only designs from template `b` may contain W.
    const generated = `SELECT count(*) FROM ${result.engineered_sequences?.table}`;
    expect(Number(await scalar(lab, `${generated} WHERE sequence LIKE '%KWAY%'`))).toBeGreaterThan(0);
    expect(Number(await scalar(lab, `${generated} WHERE sequence NOT LIKE '%KWAY%'`))).toBeGreaterThan(0);
    const made = (await column(`SELECT DISTINCT generator_provenance ${from}`)) as string[];
    expect(made.filter((id) => id !== "a" && id !== "b")).toEqual([]);
    expect(Number(await scalar(lab, `SELECT min(activity_mean) ${from}`))).toBeGreaterThanOrEqual(0.1);
  });

  it("select/v1 selects by predictions, or by measured values", async () => {
    const { result: models } = await training();
    const common = { objective: OBJECTIVE, max_num_sequences_to_select: 3 };
    const predicted = await run("select/v1", {
      ...common,
      sequences: VARIANTS,
      constraints: [],
      selection_method: { scorer: models.scorer, hit_redundancy: 10, max_mutation_frequency: null },
      clustered_batches: null,
    });
    expect(predicted.result).toEqual({ selected_sequences: table });
    expect(Object.keys(predicted.data_snapshots)).toEqual(["sequences"]);
    const measured = await run("select/v1", {
      ...common,
      sequences: VARIANTS,
      constraints: [
        { kind: "ABSOLUTE_CONSTRAINT", assay_id: "activity", direction: "MINIMIZE", threshold: 1.5 },
      ],
      selection_method: { assayed_sequences: VARIANTS },
      min_num_sequences_to_select: 1,
    });
    expect(Object.keys(measured.data_snapshots).sort()).toEqual([
      "selection_method.assayed_sequences",
      "sequences",
    ]);
    const best = await column(
      "SELECT sequence FROM variants GROUP BY sequence HAVING avg(activity) <= 1.5 ORDER BY avg(activity) DESC LIMIT 3",
    );
    const selected = measured.result.selected_sequences?.table;
    expect(await column(`SELECT sequence FROM ${selected} ORDER BY rank`)).toEqual(best);
  });

  it("a feature without a counterpart in version 2 is refused with a 422 that names it", async () => {
    const refused = async (type: string, parameters: object) => {
      const { status, body } = await create(type, parameters);
      return [status, body.detail[0].loc.slice(2).join("."), body.detail[0].msg];
    };
    const train = { dataset: VARIANTS, assays: ASSAYS, primary_objective: OBJECTIVE };
    expect(await refused("train/v1", { ...train, domain_features: [{ name: "x" }] })).toEqual([
      422,
      "domain_features",
      "domain_features has no counterpart in version 2: omit it",
    ]);
    expect(await refused("train/v1", { ...train, protein_model_type: "OTHER" })).toEqual([
      422,
      "protein_model_type",
      expect.stringContaining("MONOMER"),
    ]);
    const select = { sequences: VARIANTS, objective: OBJECTIVE, max_num_sequences_to_select: 3 };
    const method = { selection_method: { assayed_sequences: VARIANTS } };
    expect(await refused("select/v1", { ...select, ...method, clustered_batches: { size: 3 } })).toEqual([
      422,
      "clustered_batches",
      "clustered_batches has no counterpart in version 2: omit it",
    ]);
    const select96 = { ...select, ...method, min_num_sequences_to_select: 96 };
    expect(await refused("select/v1", select96)).toEqual([
      422,
      "min_num_sequences_to_select",
      "min_num_sequences_to_select, 96, must not exceed max_num_sequences_to_select, 3",
    ]);
    const template = { template_id: "wt", sequence: REFERENCE, num_results: 3 };
    for (const [stated, path, message] of [
      [{ min_mutations: 5 }, ".min_mutations", "min_mutations, 5, must not exceed max_mutations, 4"],
      [
        { blocked_aas: [{ blocked_aas: "C", ranges: [[32, 40]] }] },
        "",
        "The range ends at 40, after the template's 32 residues",
      ],
      [
        { blocked_motifs: [{ blocked_motif: "AA", ranges: [[40, 50]] }] },
        "",
        "The range ends at 50, after the template's 32 residues",
      ],
    ] as const)
      expect(await refused("diversify/v1", { template_sequence: { ...template, ...stated } })).toEqual([
        422,
        `template_sequence${path}`,
        message,
      ]);
    const scorer = { selection_method: { scorer: { artifact_id: "5" } } };
    expect((await create("select/v1", { ...select, ...scorer })).status).toBe(404);
  });
});

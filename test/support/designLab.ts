import { expect } from "vitest";
import type { Addresses, Lab } from "./lab.ts";
import { labWithVariants, REFERENCE, type TaskView, waitForTask } from "./taskLab.ts";

/** Names of the counts that `status_details` of a design task always contains. */
export const CANDIDATE_COUNTS = [
  "step",
  "num_candidates_generated",
  "num_candidates_unique",
  "num_candidates_filtered",
  "num_candidates_rejected",
  "num_candidates_selected",
  "target_num_candidates",
  "beam_stability",
];

/** Design as stored in its table. */
export interface Row {
  rank: number;
  sequence: string;
  mutations: string;
  num_mutations: number;
  parent: string;
  log_likelihood: number;
  constraint_probability: number | null;
  passes: boolean;
  activity_mean?: number;
  tm_mean?: number;
}

interface ArtifactReference {
  artifact_id: string;
}

/** Task of a given type that has completed successfully. */
interface Done extends Omit<TaskView, "result"> {
  data_load_id: string | null;
  status_details: Record<string, number>;
}

export interface Trained extends Done {
  result: {
    models: { sampler: ArtifactReference; scorer: ArtifactReference };
    /** Scores of all single substitutions, if the training used a structure or no measurements. */
    substitutions?: { table: string };
    report: ArtifactReference;
  };
}

export interface Designed extends Done {
  result: { selected_assemblies: { table: string }; report: ArtifactReference };
}

export interface Predicted extends Done {
  result: { predictions: { table: string }; report: ArtifactReference };
}

/** Lab with a protein and the artifacts trained on its variants. */
export interface DesignLab {
  lab: Lab;
  reference: string;
  sampler: ArtifactReference;
  scorer: ArtifactReference;
}

/** Lab with models trained on two assays: "activity", and "tm", which is negatively correlated with it. */
export async function designLab(addresses?: Addresses): Promise<DesignLab> {
  const lab = await labWithVariants(60, addresses);
  const { result } = await runTask<Trained>(lab, "train/v2", {
    dataset: { kind: "QUERY", query: "SELECT sequence, activity, 60 - 5 * activity AS tm FROM variants" },
    reference: { monomer: REFERENCE },
    assays: [{ assay_id: "activity", scale_type: "MULTIPLICATIVE" }, { assay_id: "tm" }],
    seed: 1,
  });
  return { lab, reference: REFERENCE, ...result.models };
}

let models: Promise<DesignLab> | undefined;

/** Lab with trained models that all test files of one process share; the first call trains them. */
export function trainedLab(): Promise<DesignLab> {
  models ??= designLab();
  return models;
}

/** Number from 0 to 1 that depends on the sequence, but not on its mutations. */
const NOISE = "from_base(substr(to_hex(sha256(to_utf8(sequence))), 1, 4), 16) / 65536e0";

/** Warning beside predictions of the models of `unusableModels`. */
export const UNUSABLE_WARNING =
  "Do not choose variants by the predictions of activity: the training found it unlikely that they help.";

/** Trains models on values without a pattern, so that the training finds them not usable. */
export async function unusableModels(lab: Lab): Promise<DesignLab> {
  const { result } = await runTask<Trained>(lab, "train/v2", {
    dataset: { kind: "QUERY", query: `SELECT sequence, ${NOISE} AS activity FROM variants` },
    reference: { monomer: REFERENCE },
    assays: [{ assay_id: "activity" }],
    seed: 1,
  });
  return { lab, reference: REFERENCE, ...result.models };
}

/** Runs a task in the lab's project to completion. */
export async function runTask<T extends Done>(lab: Lab, type: string, parameters: object): Promise<T> {
  const context = { kind: "PROJECT", project_id: lab.projectId };
  const { id } = await lab.api.post<TaskView>(`/task/${type}:create`, { context, parameters });
  const task = await waitForTask(lab, id);
  expect(task.errors).toEqual([]);
  expect(task.state).toBe("COMPLETED");
  return task as unknown as T;
}

export async function runDesignTask(
  { lab }: Pick<DesignLab, "lab">,
  type: string,
  parameters: object,
): Promise<{ task: Designed; rows: Row[] }> {
  const task = await runTask<Designed>(lab, type, parameters);
  const table = await lab.api.query(`SELECT * FROM ${task.result.selected_assemblies.table} ORDER BY rank`);
  const rows = (table.toArray() as Row[]).map((row) => ({
    ...row,
    rank: Number(row.rank),
    num_mutations: Number(row.num_mutations),
  }));
  return { task, rows };
}

type Models = Pick<DesignLab, "reference" | "sampler">;

export function generator({ reference, sampler }: Models, more: object = {}) {
  const template = { kind: "MONOMER", assembly: { monomer: reference }, sampler };
  return { type: "MODEL_BASED", template, max_mutations: 4, ...more };
}

export function likelihood({ reference, sampler }: Models) {
  const reference_assembly = { monomer: reference };
  return {
    type: "LIKELIHOOD_BASED",
    sampler_config: { kind: "MONOMER_SAMPLER", sampler, reference_assembly },
  };
}

export function score({ scorer }: DesignLab, direction = "MAXIMIZE") {
  return {
    type: "SCORE_BASED",
    primary_objective: { measure: { assay_id: "activity", direction }, reference: 1 },
    scorer_config: { kind: "MONOMER_SCORER", scorer },
  };
}

export function filter({ scorer }: DesignLab, assay_id: string, threshold: number) {
  const constraints = [{ measure: { assay_id, direction: "MAXIMIZE" }, threshold }];
  return { kind: "SCORED_FILTERER", scorer: { kind: "MONOMER", scorer }, constraints };
}

/** Checks the invariants of every task's designs. */
export function expectDesigns(
  rows: readonly Row[],
  limits: { wanted: number; least: number; most: number },
): void {
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.length).toBeLessThanOrEqual(limits.wanted);
  expect(rows.map(({ rank }) => rank)).toEqual(rows.map((_, index) => index + 1));
  expect(new Set(rows.map(({ sequence }) => sequence)).size).toBe(rows.length);
  for (const { sequence, mutations, num_mutations, parent } of rows) {
    expect(parent).toBe(REFERENCE);
    expect(sequence).toMatch(/^[ACDEFGHIKLMNPQRSTVWY]{32}$/);
    const changed = [...sequence].flatMap((letter, at) =>
      letter === REFERENCE[at] ? [] : [`${REFERENCE[at]}${at + 1}${letter}`],
    );
    expect(mutations).toBe(changed.join(";"));
    expect(num_mutations).toBe(changed.length);
    expect(changed.length).toBeGreaterThanOrEqual(limits.least);
    expect(changed.length).toBeLessThanOrEqual(limits.most);
  }
}

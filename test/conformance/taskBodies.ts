import type { TaskType } from "#shared/domain/tasks/task.ts";
import type { Answer } from "../support/http.ts";
import { expectSuccess } from "./expectations.ts";
import { newTable } from "./given.ts";
import type { Site } from "./site.ts";
import { storeArtifactRecord } from "./stored.ts";

// biome-ignore lint/suspicious/noExplicitAny: rows look into whatever came back
export type Json = any;
export type Place = (string | number)[];

export const MONOMER = "MKVLAAGIDE";

/** Task inputs: an empty table and two models in the lab's project. */
export interface Material {
  table: string;
  sampler: string;
  scorer: string;
}

/** Refers only to resources that do not exist. If the service looks them up, it has accepted the request as valid. */
export const NOWHERE: Material = { table: "no_such_table", sampler: "5", scorer: "5" };

const materials = new WeakMap<Site, Promise<Material>>();

export function materialOf(site: Site): Promise<Material> {
  const known = materials.get(site) ?? newMaterial(site);
  materials.set(site, known);
  return known;
}

async function newMaterial(site: Site): Promise<Material> {
  const columns = [
    { name: "sequence", type: "STRING" },
    { name: "fitness", type: "FLOAT64" },
  ];
  const { reference: table } = await newTable(site, { columns });
  const { id: sampler } = await storeArtifactRecord(site, { type: "model.sampler/v1" });
  const { id: scorer } = await storeArtifactRecord(site, { type: "model.scorer/v1" });
  return { table, sampler, scorer };
}

const measure = { assay_id: "fitness", direction: "MAXIMIZE" };

/** Types of version 2, and those without a version 2. */
export type CurrentType = Exclude<TaskType, "train/v1" | "diversify/v1" | "engineer/v1" | "select/v1">;

/** Parameters of each type with every possible field. */
export const PARAMETERS: Record<CurrentType, (material: Material) => Json> = {
  "analyze.data/v1": ({ table }) => ({ reference_sequence: MONOMER, ...analysis(table) }),
  "analyze.data/v2": ({ table }) => ({ reference: { monomer: MONOMER }, ...analysis(table) }),
  "train/v2": ({ table }) => ({
    reference: { monomer: MONOMER },
    ...analysis(table),
    homologs: { kind: "LIST", sequences: [MONOMER] },
    folds: 5,
    include_unlike_sequences: false,
  }),
  "diversify/v2": (material) => ({
    ...designs(material),
    ranker: {
      type: "LIKELIHOOD_BASED",
      sampler_config: {
        kind: "MONOMER_SAMPLER",
        sampler: { artifact_id: material.sampler },
        reference_assembly: { monomer: MONOMER },
        controls: { kind: "TABLE", table: material.table },
      },
      hit_redundancy: 3,
    },
  }),
  "engineer/v2": (material) => ({
    ...designs(material),
    ranker: {
      type: "SCORE_BASED",
      primary_objective: { measure, reference: 0.5 },
      constraints: [{ measure, threshold: 0.1 }],
      scorer_config: {
        kind: "MONOMER_SCORER",
        scorer: { artifact_id: material.scorer },
        controls: { kind: "TABLE", table: material.table },
      },
      hit_redundancy: 3,
    },
    force_returning_num_assemblies: false,
  }),
  "select/v2": ({ table }) => ({
    assemblies: { kind: "MONOMER", source: { kind: "TABLE", table } },
    ranker: { type: "PRE_RANKED", hit_redundancy: 3 },
    min_assemblies_to_select: 1,
    max_assemblies_to_select: 2,
    seed: 1,
  }),
  "predict/v1": ({ table, scorer }) => ({
    scorer: { artifact_id: scorer },
    assemblies: { kind: "MONOMER", source: { kind: "TABLE", table } },
    seed: 1,
  }),
};

function analysis(table: string) {
  const assay = { assay_id: "fitness", name: "Fitness", unit: "a.u.", scale_type: "MULTIPLICATIVE" };
  return { dataset: { kind: "TABLE", table }, assays: [assay], seed: 1 };
}

function designs({ sampler, scorer }: Material) {
  return {
    generator: {
      type: "MODEL_BASED",
      template: { kind: "MONOMER", assembly: { monomer: MONOMER }, sampler: { artifact_id: sampler } },
      requirements: [{ apply_to: { ranges: { monomer: [[0, 10]] } }, motifs: ["NG"], operator: "none" }],
      discourage_mutations: { ranges: { monomer: [[0, 1]] } },
      min_mutations: 1,
      max_mutations: 2,
      alias: "monomer",
    },
    filterers: [
      {
        kind: "SCORED_FILTERER",
        scorer: { kind: "MONOMER", scorer: { artifact_id: scorer } },
        constraints: [{ measure, threshold: 0 }],
      },
    ],
    num_assemblies: 2,
    seed: 1,
  };
}

/** Returns a copy with a different value at a location; without a value, removes the field. */
export function withValue(whole: Json, [key, ...rest]: Place, ...value: [unknown?]): Json {
  if (key === undefined) return value[0];
  const copy = Array.isArray(whole) ? [...whole] : { ...whole };
  if (rest.length > 0) copy[key] = withValue(copy[key], rest, ...value);
  else if (value.length > 0) copy[key] = value[0];
  else delete copy[key];
  return copy;
}

/** Requests a task in the lab's project with these parameters; `fields` override the request's fields. */
export function create(site: Site, type: TaskType, parameters: Json, fields: object = {}): Promise<Answer> {
  const context = { kind: "PROJECT", project_id: site.lab.projectId };
  return site.post(`/task/${type}:create`, { context, parameters, ...fields });
}

/**
 * Created task with parameters that refer to existing resources. Its work is canceled, because no rule waits for it.
 */
export async function newTask(
  site: Site,
  fields: object = {},
  type: CurrentType = "analyze.data/v2",
): Promise<Json> {
  const task = expectSuccess(await create(site, type, PARAMETERS[type](await materialOf(site)), fields));
  await site.post(`/task:cancel?id=${task.id}`);
  return task;
}

import { diversifyRequest, type EngineerOptions, engineerRequest } from "#client/requests/designRequest.ts";
import { trainRequest } from "#client/requests/trainRequest.ts";
import { type DesignLab, generator, likelihood, score } from "../support/designLab.ts";
import { REFERENCE } from "../support/taskLab.ts";

/** Request that creates a task. */
export interface NewTask {
  type: string;
  parameters: object;
}

const source = (rows: object[]) => ({ kind: "LITERAL", rows });
const ASSAY = { assay_id: "activity" };

/** Requests that the console sends for tasks of every kind. */
export function consoleTasks({ lab, reference, sampler, scorer }: DesignLab): NewTask[] {
  const training = {
    project: lab.projectId,
    table: "variants",
    sequenceColumn: "sequence",
    reference,
    assays: [{ column: "activity", scale: "ADDITIVE" as const }],
  };
  const design: EngineerOptions = {
    project: lab.projectId,
    reference,
    sampler: sampler.artifact_id,
    scorer: scorer.artifact_id,
    count: 4,
    maxMutations: 3,
    kept: [[3, 5]],
    goal: { assay: "activity", direction: "MAXIMIZE", level: "reference" },
    constraints: [{ assay: "tm", direction: "MINIMIZE", level: 90 }],
  };
  const target = { assay: "activity", direction: "TARGET", level: 1 } as const;
  const pasted = Array.from({ length: 2_000 }, () => ({ sequence: reference }));
  const of = (type: string, { parameters }: { parameters: object }) => ({ type, parameters });
  return [
    of("analyze.data/v2", trainRequest(training)),
    of("train/v2", trainRequest(training)),
    of("train/v2", trainRequest({ ...training, batch: "batch_id", numbering: { first_position: 24 } })),
    of("diversify/v2", diversifyRequest(design)),
    of("engineer/v2", engineerRequest(design)),
    of("engineer/v2", engineerRequest({ ...design, goal: null, exploration: 0.5, allowIndels: true })),
    of("engineer/v2", engineerRequest({ ...design, goal: target, maxMutationFrequency: null })),
    {
      type: "predict/v1",
      parameters: { scorer, assemblies: { kind: "MONOMER", source: source(pasted.slice(0, 2)) } },
    },
    { type: "predict/v1", parameters: { scorer, assemblies: { kind: "MONOMER", source: source(pasted) } } },
    { type: "predict/v1", parameters: { scorer, template: { monomer: reference } } },
  ];
}

/** Requests in the other forms of the API. */
export function otherTasks(models: DesignLab): NewTask[] {
  const { lab: _, reference, sampler } = models;
  const sequences = [reference.replace("T", "S"), reference.replace("T", "V")];
  const rows = source(sequences.map((sequence) => ({ sequence })));
  const large = source(Array.from({ length: 2_000 }, () => ({ sequence: reference })));
  const variants = { kind: "TABLE", table: "variants" };
  const template = { kind: "MONOMER", assembly: { monomer: reference }, sampler };
  const member = { type: "MODEL_BASED", max_mutations: 2 };
  const listed = { type: "EXPLICIT", sequences, template, alias: "listed" };
  const sites = { type: "COMBINATORIAL", positions: [{ position: 3, residues: "AV" }], template };
  const library = {
    type: "COMBINATORIAL",
    template: { monomer: reference },
    allowed_mutations: [{ in_range: { ranges: { monomer: [[3, 4]] } }, amino_acids: ["A", "V"] }],
  };
  const designed = (made: object, ranker: object = score(models)): NewTask => ({
    type: "engineer/v2",
    parameters: { generator: made, ranker, num_assemblies: 3 },
  });
  const trained = { assays: [ASSAY], reference: { monomer: REFERENCE } };
  const list = { kind: "LIST", sequences };
  const controls = { kind: "MONOMER_SCORER", scorer: models.scorer, controls: list };
  const selected = { assemblies: { kind: "MONOMER", source: large }, min_assemblies_to_select: 0 };
  const assays = Array.from({ length: 40 }, (_, index) => ({ assay_id: `a${index}` }));
  const wide = `SELECT sequence, ${assays.map(({ assay_id }) => `activity AS ${assay_id}`).join(", ")} FROM variants`;
  return [
    { type: "analyze.data/v1", parameters: { dataset: variants, reference_sequence: reference } },
    { type: "analyze.data/v2", parameters: { ...trained, dataset: { kind: "QUERY", query: wide }, assays } },
    { type: "train/v2", parameters: { ...trained, dataset: variants, homologs: list } },
    { type: "train/v2", parameters: { ...trained, dataset: [variants, variants], homologs: [list, rows] } },
    {
      type: "select/v2",
      parameters: {
        assemblies: { kind: "MONOMER", source: [rows, large] },
        ranker: { type: "PRE_RANKED" },
        min_assemblies_to_select: 0,
        max_assemblies_to_select: 2,
      },
    },
    { type: "train/v2", parameters: { data: { kind: "DATASET", dataset: variants }, assays: [ASSAY] } },
    {
      type: "train/v2",
      parameters: { data: { kind: "HOMOLOGS", homologs: rows, dataset: variants }, assays: [ASSAY] },
    },
    { type: "train/v2", parameters: { data: { kind: "MONOMER", homologs: large }, assays: [] } },
    designed(generator(models), { ...score(models), scorer_config: controls }),
    designed(listed),
    designed(sites),
    designed(library),
    designed({ type: "EXPLICIT", source: { kind: "MONOMER", source: large } }),
    designed({ type: "PARALLEL", template, generators: [member, { type: "EXPLICIT", sequences }] }),
    designed({ type: "SEQUENTIAL", ensemble: [generator(models), library] }),
    designed({ type: "CHAINED", template, generators: [member, member] }),
    designed({ type: "PARALLEL", ensemble: [generator(models), { type: "CHAINED", ensemble: [library] }] }),
    designed(generator(models), score(models, "TARGET")),
    {
      type: "select/v2",
      parameters: { ...selected, ranker: { type: "PRE_RANKED" }, max_assemblies_to_select: null },
    },
    {
      type: "select/v2",
      parameters: { ...selected, ranker: likelihood(models), max_assemblies_to_select: 3 },
    },
  ];
}

/** Antibody whose variants are in the rows of `pairRows`. */
export const PAIR = {
  vh: "EVQLVESGGGLVQPGGSLRLSCAASGFTFSSYAMSWVRQAPGKGLEWVSAISGSGGSTYYADSVKGRFTISRDNSKNTLYLQMNSLRAEDTAVYYCAKDRGGYFDYWGQGTLVTVSS",
  vl: "DIQMTQSPSSLSASVGDRVTITCRASQSISSYLNWYQQKPGKAPKLLIYAASSLQSGVPSRFSGSGSGTDFTLTISSLQPEDFATYYCQQSYSTPLTFGGGTKVEIK",
};

/** Measured variants of both chains. */
function pairRows(): { vh: string; vl: string; activity: number }[] {
  const letters = "ACDEFGHIKLMNPQRSTVWY";
  return Array.from({ length: 24 }, (_, at) => ({
    vh: PAIR.vh.slice(0, 98) + letters[at % 20] + PAIR.vh.slice(99),
    vl: PAIR.vl.slice(0, 90) + letters[(at * 7) % 20] + PAIR.vl.slice(91),
    activity: 1 + (at % 20) / 10 + ((at * 7) % 20) / 20,
  }));
}

/** Request that trains models of two chains. */
export function pairTraining(): NewTask {
  const data = { kind: "VHVL", homologs: null, dataset: source(pairRows()) };
  const assays = [{ ...ASSAY, scale_type: "ADDITIVE" }];
  return {
    type: "train/v2",
    parameters: { data, reference: PAIR, assays, primary_objective: null, seed: 1 },
  };
}

/** Requests with two chains in every form, which run to their results. */
export function pairTasks({ sampler, scorer }: Pick<DesignLab, "sampler" | "scorer">): NewTask[] {
  const rows = source(pairRows().slice(0, 4));
  const template = { kind: "VHVL", assembly: PAIR, sampler };
  const modelled = {
    type: "MODEL_BASED",
    template,
    requirements: [
      { apply_to: { region: "CDR-H3", scheme: "KABAT" }, motifs: ["C"], operator: "none" },
      { apply_to: { ranges: { vh: [[0, 25]], vl: [[0, 20]] } }, motifs: ["W"], operator: "none" },
    ],
    forbid_liabilities: ["INTEGRIN_BINDING"],
    max_mutations: 2,
  };
  const listed = { type: "EXPLICIT", source: { kind: "VHVL", source: rows } };
  const sites = {
    type: "COMBINATORIAL",
    template: PAIR,
    max_mutations: 2,
    allowed_mutations: [
      { in_range: { ranges: { vh: [[98, 99]] } }, amino_acids: ["W", "Y"] },
      { in_range: { ranges: { vl: [[90, 91]] } }, amino_acids: ["R"] },
    ],
  };
  const likely = {
    type: "LIKELIHOOD_BASED",
    sampler_config: { kind: "VHVL_SAMPLER", sampler, reference_assembly: PAIR },
  };
  const scored = {
    type: "SCORE_BASED",
    primary_objective: {
      measure: { ...ASSAY, direction: "MAXIMIZE" },
      reference: { reference: PAIR },
    },
    constraints: [],
    scorer_config: { kind: "VHVL_SCORER", scorer },
  };
  const filterers = [
    {
      kind: "SCORED_FILTERER",
      scorer: { kind: "VHVL", scorer },
      constraints: [
        { measure: { ...ASSAY, direction: "MAXIMIZE" }, threshold: { reference: PAIR, margin: -1 } },
      ],
    },
  ];
  const selected = {
    assemblies: { kind: "VHVL", source: rows },
    min_assemblies_to_select: 0,
    max_assemblies_to_select: 2,
  };
  const few = { num_assemblies: 2, seed: 1 };
  return [
    {
      type: "analyze.data/v2",
      parameters: {
        dataset: source(pairRows()),
        reference: PAIR,
        assays: [{ ...ASSAY, scale_type: "ADDITIVE" }],
      },
    },
    { type: "diversify/v2", parameters: { generator: modelled, ranker: likely, ...few } },
    { type: "engineer/v2", parameters: { generator: modelled, ranker: scored, filterers, ...few } },
    { type: "engineer/v2", parameters: { generator: listed, ranker: scored, ...few } },
    {
      type: "engineer/v2",
      parameters: { generator: { type: "SEQUENTIAL", ensemble: [sites, modelled] }, ranker: scored, ...few },
    },
    { type: "select/v2", parameters: { ...selected, ranker: { type: "PRE_RANKED" } } },
    { type: "select/v2", parameters: { ...selected, ranker: likely } },
    { type: "select/v2", parameters: { ...selected, ranker: scored } },
  ];
}

/** Requests of version 1. */
export function earlierTasks({ reference, sampler, scorer }: DesignLab): NewTask[] {
  const dataset = { kind: "TABLE", table: "variants" };
  const objective = { assay_id: "activity", direction: "MAXIMIZE" };
  const template = { template_id: "t", sequence: reference, num_results: 2 };
  const assays = [ASSAY];
  return [
    { type: "train/v1", parameters: { dataset, assays, primary_objective: objective } },
    { type: "diversify/v1", parameters: { template_sequence: template } },
    {
      type: "engineer/v1",
      parameters: {
        ...{ dataset: [dataset, dataset], assays, primary_objective: objective },
        samplers: [sampler],
        scorer,
        template_sequences: [{ ...template, blocked_aas: [{ blocked_aas: ["C", "W"] }] }],
      },
    },
    { type: "select/v1", parameters: { sequences: dataset, objective, selection_method: { scorer } } },
    {
      type: "select/v1",
      parameters: {
        sequences: dataset,
        objective,
        selection_method: { assayed_sequences: dataset },
        max_num_sequences_to_select: 2,
      },
    },
  ];
}

/** Returns whether a strict client has no form for a task. */
export function isUnknownToStrict({ type, parameters }: NewTask): boolean {
  return type === "predict/v1" || /"(CHAINED|TARGET)"/.test(JSON.stringify(parameters));
}

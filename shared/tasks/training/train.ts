import { DataProblem } from "#shared/basics/errors/dataProblem.ts";
import { DomainError } from "#shared/basics/errors/errors.ts";
import { isProtein } from "#shared/basics/proteins/aminoAcids.ts";
import type { Assay } from "#shared/domain/tasks/assay.ts";
import type { Train } from "#shared/domain/tasks/trainParameters.ts";
import { assayOf } from "#shared/science/analysis/assayScale.ts";
import { openThreads, type Threads } from "#shared/science/linearAlgebra/threads.ts";
import type { AssayedVariants } from "#shared/science/sampler/assayPreferences.ts";
import {
  addPreferences,
  conditionSampler,
  fitSampler,
  type SamplerSummary,
} from "#shared/science/sampler/fitSampler.ts";
import type { Sampler } from "#shared/science/sampler/sampler.ts";
import { decodeSampler, encodeSampler } from "#shared/science/sampler/samplerBytes.ts";
import type { AssayEvaluation } from "#shared/science/scorer/assayEvaluation.ts";
import { encodeScorer } from "#shared/science/scorer/scorerBytes.ts";
import { MIN_VARIANTS } from "#shared/science/scorer/scorerPlan.ts";
import type { ScoreTable } from "#shared/science/scorer/scoreTable.ts";
import { residueIndices } from "#shared/science/sequences/aminoAcids.ts";
import { readMeasuredRows } from "#shared/tasks/analyze.ts";
import type { AssayBatches } from "#shared/tasks/batchEffects.ts";
import type { LimitCount } from "#shared/tasks/limitColumns.ts";
import type { Measurements } from "#shared/tasks/measurements.ts";
import { samplerArtifact, scorerArtifact } from "#shared/tasks/models.ts";
import { readPinnedData } from "#shared/tasks/pinData.ts";
import { reportArtifact } from "#shared/tasks/reportArtifact.ts";
import { readSequences } from "#shared/tasks/sources/readSequences.ts";
import { scoreStructure } from "#shared/tasks/structures/scoreStructure.ts";
import { aminoAcidChanges, structureChanges } from "#shared/tasks/structures/structureChanges.ts";
import type { StructureScores } from "#shared/tasks/structures/structureScores.ts";
import { substitutionTable } from "#shared/tasks/structures/substitutionTable.ts";
import { taskNumbering } from "#shared/tasks/taskNumbering.ts";
import type { TaskProgram } from "#shared/tasks/taskProgram.ts";
import type { Outcome, TaskRun } from "#shared/tasks/taskRun.ts";
import { assayedVariants } from "./assayedVariants.ts";
import { broughtScores } from "./broughtScores.ts";
import { evaluateScorer } from "./evaluateScorer.ts";
import type { ExcludedRows } from "./excludeUnlike.ts";
import { gapCounts } from "./gapCounts.ts";
import { libraryFacts } from "./libraryFacts.ts";
import { measuredAlike } from "./measuredAlike.ts";
import { normalizeTraining, type TrainParameters } from "./normalizeTraining.ts";
import type { ScoreLeak } from "./scoreLeaks.ts";
import { known, trainingReport } from "./trainingReport.ts";
import { trainingSet } from "./trainingSet.ts";

/** Measurements used when only a sampler is trained. */
const NO_DATA: Measurements = { sequences: [], values: [], batches: null };

export const train: TaskProgram<Train> = {
  prepare: async (run, version, snapshots) => {
    const { dataset, assays, reference, homologs, includesUnlike } = parametersOf(run);
    const source = { assays, reference, version, snapshots, allowsEmpty: true };
    const monomer = reference?.monomer ?? null;
    const read = dataset === null ? null : await readMeasuredRows(run, { ...source, dataset });
    const alike = read
      ? measuredAlike(read, { assays, reference: monomer, includesUnlike })
      : { data: NO_DATA, excluded: null, batches: [], limits: [] };
    const { data, scores, leaks } = broughtScores(alike.data, monomer);
    requireTrainable(data, assays);
    const related = { input: "homologs", source: homologs } as const;
    const sequences = await readSequences(run, related, version, snapshots);
    return { ...alike, data, scores, leaks, homologs: sequences } satisfies TrainingData;
  },
  run: async (run) => {
    const threads = await openThreads();
    try {
      return await trainModels(run, threads);
    } finally {
      await threads.close();
    }
  },
};

function parametersOf({ parameters }: TaskRun<Train>): TrainParameters {
  return normalizeTraining(parameters);
}

interface TrainingData {
  data: Measurements;
  /** Null if no row exclusion was requested; absent in training runs started by earlier versions of the service. */
  excluded?: ExcludedRows | null;
  /** User-provided scores; absent in training runs started by earlier versions of the service. */
  scores?: ScoreTable[];
  /** User-provided scores that are not used; absent in training runs started by earlier versions of the service. */
  leaks?: ScoreLeak[];
  /** Adjustments made to the values of batches; absent in training runs started by earlier versions of the service. */
  batches?: AssayBatches[];
  /** Values that are limits; absent in training runs started by earlier versions of the service. */
  limits?: LimitCount[];
  homologs: string[];
}

/**
 * Throws a `DataProblem` unless a model can learn at least one of the assays. The report names the assays that cannot be
 * learned.
 */
function requireTrainable(data: Measurements, assays: readonly Assay[]): void {
  const problems = assays.map((assay, index) => trainingProblem(data, assay, index));
  const stated = problems.filter((problem) => problem !== null);
  if (stated.length > 0 && stated.length === problems.length) throw new DataProblem(...stated);
}

/** Returns a sentence that explains why no model can learn an assay; null if a model can. */
function trainingProblem(
  { sequences, values }: Measurements,
  { assay_id }: Assay,
  index: number,
): string | null {
  const column = values[index] ?? new Float64Array();
  const measured = column.filter((value) => !Number.isNaN(value));
  const distinct = new Set(sequences.filter((_, row) => !Number.isNaN(column[row] ?? Number.NaN)));
  if (distinct.size < MIN_VARIANTS) {
    return `The assay "${assay_id}" has values for ${distinct.size} distinct sequences; training requires at least ${MIN_VARIANTS}.`;
  }
  if (measured.some((value) => value !== measured[0])) return null;
  return `The assay "${assay_id}" has the same value, ${measured[0]}, in every row: nothing can be learned from it.`;
}

async function trainModels(run: TaskRun<Train>, threads: Threads): Promise<Outcome> {
  const { assays, objective, folds, structure: structureId, ...stated } = parametersOf(run);
  const {
    data,
    scores = [],
    leaks = [],
    excluded = null,
    batches = [],
    limits = [],
    homologs,
  } = await readPinnedData<TrainingData>(run);
  const reference = stated.reference?.monomer ?? data.sequences[0] ?? firstHomolog(homologs);
  await run.progress({ phase: "SAMPLER", step: 0, num_steps: 1 }, true);
  const density = await run.stage("density", () => fitSamplerBytes(run, reference, homologs, null));
  const structure = await scoreStructure(run, structureId, reference);
  const changes = structure === null ? undefined : structureChanges(structure, reference);
  // Cross-validation must not see the measured variants through the density, so the density is fitted without them.
  const prior = homologs.length > 0 ? decodeSampler(density.bytes) : null;
  const input = {
    data,
    assays,
    objective,
    reference,
    sampler: prior,
    scores,
    structure: changes,
    folds,
    wantsModel: true,
  };
  const { model, evaluations } =
    assays.length === 0
      ? { model: null, evaluations: [] }
      : await evaluateScorer(run, input, { threads, shown: true });
  const omitted = new Set(evaluations.filter(({ problem }) => problem).map(({ assay_id }) => assay_id));
  const variants = assayedVariants(data, reference, { assays, objective, omitted });
  // What related sequences or a structure say is kept apart from what the measurements prefer.
  const known = changes === undefined ? density : withStructure(density, changes);
  const isInformed = prior !== null || structure !== null;
  const sampler = isInformed
    ? known
    : await run.stage("sampler", () => fitSamplerBytes(run, reference, [], variants));
  const conditioned =
    !isInformed || objective === null || variants === null
      ? null
      : conditionSampler(decodeSampler(known.bytes), variants);
  const scorer = model === null ? null : encodeScorer(model);
  return outcomeOf(run, {
    data,
    scores,
    leaks,
    structure,
    excluded,
    batches,
    limits,
    reference,
    homologs: prior,
    sampler,
    conditioned,
    scorer,
    evaluations,
  });
}

/** Returns the first of the related sequences, with gaps removed, as the reference. */
function firstHomolog([first = ""]: readonly string[]): string {
  const sequence = first.replace(/[-.]/g, "").toUpperCase();
  if (isProtein(sequence)) return sequence;
  throw new DataProblem("The first homolog is not a protein sequence: specify the `reference`.");
}

export interface FittedSampler {
  bytes: Uint8Array;
  summary: SamplerSummary;
}

export async function fitSamplerBytes(
  run: TaskRun,
  reference: string,
  homologs: readonly string[],
  variants: AssayedVariants | null,
): Promise<FittedSampler> {
  try {
    const { sampler, summary } = await fitSampler(
      { reference: residueIndices(reference), homologs, ...(variants ? { variants } : {}) },
      { seed: run.seed },
    );
    return { bytes: encodeSampler(sampler), summary };
  } catch (error) {
    if (error instanceof DomainError) throw new DataProblem(`The homologs cannot be used: ${error.message}`);
    throw error;
  }
}

/** Adds the changes in log probability under a structure to a sampler. */
function withStructure(sampler: FittedSampler, changes: Float64Array): FittedSampler {
  const combined = addPreferences(decodeSampler(sampler.bytes), aminoAcidChanges(changes));
  return { bytes: encodeSampler(combined), summary: sampler.summary };
}

interface TrainedModels {
  data: Measurements;
  scores: readonly ScoreTable[];
  leaks: readonly ScoreLeak[];
  structure: StructureScores | null;
  batches: AssayBatches[];
  excluded: ExcludedRows | null;
  limits: readonly LimitCount[];
  reference: string;
  /** Sampler of the related sequences alone; null without them. */
  homologs: Sampler | null;
  sampler: FittedSampler;
  /** Sampler trained on the homologs and conditioned on the objective's measurements. */
  conditioned: Sampler | null;
  scorer: Uint8Array | null;
  evaluations: readonly AssayEvaluation[];
}

async function outcomeOf(
  run: TaskRun<Train>,
  {
    data,
    scores,
    leaks,
    structure,
    excluded,
    batches,
    limits,
    reference,
    homologs,
    sampler,
    conditioned,
    scorer,
    evaluations,
  }: TrainedModels,
): Promise<Outcome> {
  const { assays, objective, structure: structureId } = parametersOf(run);
  const { bytes, summary } = sampler;
  // Requirements by distance are resolved in the structure that the models were trained with.
  const origin = structureId === null ? {} : { structure: structureId };
  const report = trainingReport({
    title: run.task.display_name ?? "Training",
    assays,
    sampler: summary,
    evaluations,
    objective,
    scores,
    leaks,
    structure,
    excluded,
    batches,
    limits,
    gaps: assays.length === 0 ? null : gapCounts(data.sequences, reference),
    omitted: data.omitted,
    unaligned: data.unaligned,
    seed: run.seed,
  });
  const artifacts = [
    samplerArtifact(decodeSampler(bytes), { reference, ...summary, ...origin }),
    await reportArtifact(report, `training-${run.task.id}`),
  ];
  if (conditioned !== null)
    artifacts.push(samplerArtifact(conditioned, { reference, ...summary, ...origin }, "conditioned_sampler"));
  if (scorer !== null) {
    const isTrained = evaluations.map(({ problem }) => problem === null);
    const trained = {
      ...data,
      values: data.values.filter((_, index) => isTrained[index]),
    };
    const figures = evaluations
      .filter(({ problem }) => problem === null)
      .map(({ assay_id, learnability, usable }) => ({
        assay_id,
        scale_type: assayOf(assay_id, assays).scale_type,
        spearman: known(learnability?.spearman),
        spearman_low: known(learnability?.low),
        spearman_high: known(learnability?.high),
        p_value: known(learnability?.p_value),
        usable,
      }));
    artifacts.push(
      scorerArtifact(
        scorer,
        trainingSet(
          trained,
          assays.filter((_, index) => isTrained[index]),
        ),
        {
          reference,
          assays: figures,
          ...libraryFacts(data.sequences, reference),
        },
      ),
    );
  }
  const numbering = await taskNumbering(run, reference);
  const sources = { reference, numbering, homologs, structure, sampler: decodeSampler(bytes) };
  const tables = structure === null && assays.length > 0 ? [] : [substitutionTable(sources)];
  return {
    artifacts,
    tables,
    numbering,
    result: ({ artifact, table }) => ({
      models: {
        kind: "MONOMER",
        sampler: { artifact_id: artifact("sampler") },
        conditioned_sampler: conditioned === null ? null : { artifact_id: artifact("conditioned_sampler") },
        scorer: scorer === null ? null : { artifact_id: artifact("scorer") },
      },
      ...(tables.length > 0 && { substitutions: { table: table("substitutions") } }),
      report: { artifact_id: artifact("report") },
    }),
  };
}

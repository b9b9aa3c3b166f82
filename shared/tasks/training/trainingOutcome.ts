import { layoutOf } from "@pdp/basics/proteins";
import { assayOf } from "@pdp/science/analysis";
import { type AssayEvaluation, decodeSampler, type Sampler } from "@pdp/science/models";
import type { Assay } from "#shared/domain/tasks/assay.ts";
import type { Train } from "#shared/domain/tasks/trainParameters.ts";
import { samplerArtifact, scorerArtifact } from "#shared/tasks/models.ts";
import { reportArtifact } from "#shared/tasks/reportArtifact.ts";
import type { StructureScores } from "#shared/tasks/structures/structureScores.ts";
import { substitutionTable } from "#shared/tasks/structures/substitutionTable.ts";
import { taskNumbering } from "#shared/tasks/taskNumbering.ts";
import type { Outcome, TaskRun } from "#shared/tasks/taskRun.ts";
import { withScales } from "./chooseScales.ts";
import type { FittedSampler } from "./fittedSampler.ts";
import { gapCounts } from "./gapCounts.ts";
import { libraryFacts } from "./libraryFacts.ts";
import { normalizeTraining } from "./normalizeTraining.ts";
import type { TrainingData } from "./trainingData.ts";
import { known, trainingReport } from "./trainingReport.ts";
import { trainingSet } from "./trainingSet.ts";

/** Findings of a training run. */
export interface TrainedModels {
  reference: string;
  structure: StructureScores | null;
  /** Sampler of the related sequences alone; null without them. */
  homologs: Sampler | null;
  sampler: FittedSampler;
  /** Sampler of what is known before measuring, conditioned on the objective's measurements. */
  conditioned: Sampler | null;
  scorer: Uint8Array | null;
  evaluations: readonly AssayEvaluation[];
}

/** Returns the models, the report and the tables of a training. */
export async function trainingOutcome(
  run: TaskRun<Train>,
  { data, homologs: _, ...about }: TrainingData,
  { reference, structure, homologs, sampler, conditioned, scorer, evaluations }: TrainedModels,
): Promise<Outcome> {
  const { assays: stated, objective, structure: structureId } = normalizeTraining(run.parameters);
  const assays = withScales(stated, about.scales);
  const { summary } = sampler;
  const decoded = decodeSampler(sampler.bytes);
  // Requirements by distance are resolved in the structure that the models were trained with.
  const origin = structureId === null ? {} : { structure: structureId };
  const report = trainingReport({
    title: run.task.display_name ?? "Training",
    assays,
    sampler: summary,
    evaluations,
    objective,
    ...about,
    structure,
    reference,
    gaps: assays.length === 0 ? null : gapCounts(data.sequences, reference),
    omitted: data.omitted,
    unaligned: data.unaligned,
    seed: run.seed,
  });
  const artifacts = [
    samplerArtifact(decoded, { reference, ...summary, ...origin }),
    reportArtifact(report, `training-${run.task.id}`),
  ];
  if (conditioned !== null)
    artifacts.push(samplerArtifact(conditioned, { reference, ...summary, ...origin }, "conditioned_sampler"));
  if (scorer !== null) {
    const isTrained = evaluations.map(({ problem }) => problem === null);
    const values = data.values.filter((_, index) => isTrained[index]);
    const trained = assays.filter((_, index) => isTrained[index]);
    const content = {
      reference,
      assays: scorerFigures(evaluations, assays),
      ...libraryFacts(data.sequences, reference),
    };
    artifacts.push(scorerArtifact(scorer, trainingSet({ ...data, values }, trained), content));
  }
  const numbering = await taskNumbering(run, reference);
  const sources = { reference, numbering, homologs, structure, sampler: decoded };
  const tables = structure === null && assays.length > 0 ? [] : [substitutionTable(sources)];
  return {
    artifacts,
    tables,
    numbering,
    result: ({ artifact, table }) => ({
      models: {
        kind: layoutOf(reference).length > 1 ? "VH_VL" : "MONOMER",
        sampler: { artifact_id: artifact("sampler") },
        conditioned_sampler: conditioned === null ? null : { artifact_id: artifact("conditioned_sampler") },
        scorer: scorer === null ? null : { artifact_id: artifact("scorer") },
      },
      ...(tables.length > 0 && { substitutions: { table: table("substitutions") } }),
      report: { artifact_id: artifact("report") },
    }),
  };
}

/** Returns how useful the learned assays' predictions are, for the scorer's metadata. */
function scorerFigures(evaluations: readonly AssayEvaluation[], assays: readonly Assay[]) {
  return evaluations
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
}

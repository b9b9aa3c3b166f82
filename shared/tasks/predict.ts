import { DataProblem } from "@pdp/basics/errors";
import { chainLengths, layoutOf, type Numbering } from "@pdp/basics/proteins";
import { createRandom } from "@pdp/basics/statistics";
import { assayOf } from "@pdp/science/analysis";
import {
  joinParts,
  measuredVariants,
  type PredictedPart,
  type PredictedSequences,
  predictPart,
  singleSubstitutions,
} from "@pdp/science/models";
import { affordableAlignments, MAX_ALIGNMENT_COST, residueIndices } from "@pdp/science/sequences";
import { layoutOfKind } from "#shared/domain/tasks/kindRules.ts";
import { predictionWarning } from "#shared/domain/tasks/predictionWarning.ts";
import { MAX_PREDICTED_SEQUENCES, type Predict } from "#shared/domain/tasks/predictParameters.ts";
import { predictionsReport } from "#shared/reports/predictionsReport.ts";
import { readAssemblies } from "./assemblies.ts";
import { type LoadedScorer, loadScorer } from "./models.ts";
import { readPinnedData } from "./pinData.ts";
import { predictionTable } from "./predictionTable.ts";
import { reportArtifact } from "./reportArtifact.ts";
import { taskNumbering } from "./taskNumbering.ts";
import type { TaskProgram } from "./taskProgram.ts";
import type { Outcome, TaskRun } from "./taskRun.ts";
import { measuredOfAny } from "./training/trainingSet.ts";
import { openScorer } from "./workbench.ts";

/**
 * Number of sequences to predict at once, chosen so that a stage takes seconds, or up to a minute if long sequences are
 * aligned.
 */
const PART_SEQUENCES = 500;

export const predict: TaskProgram<Predict> = {
  prepare: async (run, version, snapshots) => {
    const { assemblies, template } = parametersOf(run);
    const loaded = await opened(run);
    if (assemblies === null) return singleSubstitutions(template?.monomer ?? loaded.reference);
    requireKind(assemblies.kind, loaded.reference);
    const input = { input: "source", ...assemblies };
    const sequences = await readAssemblies(run, input, version, snapshots, MAX_PREDICTED_SEQUENCES);
    const fits = (sequence: string) =>
      [...loaded.scorer.values()].some((predictor) => predictor.fits(sequence));
    const affordable = alignable(sequences, loaded);
    if (sequences.some((sequence, row) => affordable(row) && fits(sequence))) return sequences;
    throw new DataProblem(
      `None of the ${sequences.length} sequences can be predicted: relative to its reference of ${chainLengths(loaded.reference)} residues, each has insertions or deletions that the model was not trained on. Use sequences of that length with substitutions, or with insertions and deletions that the model was trained on.`,
    );
  },
  run: async (run) => {
    const loaded = await opened(run);
    const sequences = await readPinnedData<string[]>(run);
    const measured = measuredVariants(measuredOfAny(loaded.training), loaded.reference);
    const reach = await run.stage("reach", () =>
      measured.reach(createRandom(run.seed).fork("prediction/reach")),
    );
    const unaligned = await run.stage("unaligned", () => {
      const affordable = alignable(sequences, loaded);
      return [...sequences.keys()].filter((row) => !affordable(row));
    });
    const left = new Set(unaligned);
    const predictors = [...loaded.scorer.values()];
    const numSteps = Math.ceil(sequences.length / PART_SEQUENCES);
    const parts: PredictedPart[] = [];
    for (let step = 0; step < numSteps; step += 1) {
      await run.progress({ phase: "PREDICTION", step, num_steps: numSteps });
      const first = step * PART_SEQUENCES;
      const part = sequences.slice(first, first + PART_SEQUENCES);
      const isAligned = (row: number): boolean => !left.has(first + row);
      const options = { measured, reference: loaded.reference, isAligned };
      parts.push(await run.stage(`part-${step}`, () => predictPart(part, predictors, options)));
    }
    await run.progress({ phase: "REPORT" }, true);
    const { template } = parametersOf(run);
    const assayIds = predictors.map(({ assayId }) => assayId);
    const named = template?.monomer ?? loaded.reference;
    const numbering = await taskNumbering(run, named, run.parameters.scorer.artifact_id);
    const joined = joinParts(sequences, parts, { assayIds, reach, unaligned, template: named, numbering });
    return outcomeOf(run, loaded, joined, { numbering, positions: numbering.wording(named.length) });
  },
};

function parametersOf({ parameters }: TaskRun<Predict>): Predict {
  const { assemblies = null, template = null, ...rest } = parameters;
  return { ...rest, assemblies, template };
}

function opened(run: TaskRun<Predict>): Promise<LoadedScorer> {
  const { scorer, template } = parametersOf(run);
  if (template === null) return loadScorer(run.scope, scorer.artifact_id);
  return openScorer(run, scorer.artifact_id, template.monomer);
}

/** Throws unless the sequences are read with the chains of the model. */
function requireKind(kind: string, reference: string): void {
  const chains = layoutOf(reference).length;
  if (layoutOfKind(kind).length === chains) return;
  throw new DataProblem(
    chains > 1
      ? "The model has a heavy and a light chain, but `assemblies.kind` is MONOMER. Set it to VHVL, and provide columns `vh` and `vl`."
      : "The model has one chain, but `assemblies.kind` is VHVL. Set it to MONOMER, and provide a column `sequence`.",
  );
}

/** Returns which sequences a task has time to align. */
function alignable(sequences: readonly string[], { reference }: LoadedScorer): (row: number) => boolean {
  return affordableAlignments(sequences, residueIndices(reference), MAX_ALIGNMENT_COST);
}

async function outcomeOf(
  run: TaskRun<Predict>,
  { scorer, training }: LoadedScorer,
  predicted: PredictedSequences,
  { numbering, positions }: { numbering: Numbering; positions: string },
): Promise<Outcome> {
  const { template } = parametersOf(run);
  const unusable = [...scorer.values()].filter(({ model }) => !model.usable).map(({ assayId }) => assayId);
  const report = predictionsReport({
    title: run.task.display_name ?? "Predictions",
    predicted,
    assays: [...scorer.values()].map(({ assayId, model }) => ({
      ...assayOf(assayId, training.assays),
      usable: model.usable,
    })),
    measured: measuredOfAny(training).length,
    isScan: template !== null,
    positions,
  });
  return {
    artifacts: [reportArtifact(report, `predictions-${run.task.id}`)],
    tables: [
      predictionTable(
        `Predictions from task ${run.task.id}`,
        predicted,
        positions,
        predictionWarning(unusable),
      ),
    ],
    numbering,
    result: ({ artifact, table }) => ({
      predictions: { table: table("predictions") },
      report: { artifact_id: artifact("report") },
    }),
  };
}

import { DataProblem } from "@pdp/basics/errors";
import { CHAIN_BREAK, isProtein } from "@pdp/basics/proteins";
import { conditionSampler, decodeSampler, encodeScorer } from "@pdp/science/models";
import type { Train } from "#shared/domain/tasks/trainParameters.ts";
import { readMeasuredRows } from "#shared/tasks/analyze.ts";
import type { Measurements } from "#shared/tasks/measurements.ts";
import { readSequences } from "#shared/tasks/sources/readSequences.ts";
import { scoreStructure } from "#shared/tasks/structures/scoreStructure.ts";
import { structureContext } from "#shared/tasks/structures/structureContext.ts";
import type { TaskProgram } from "#shared/tasks/taskProgram.ts";
import type { Outcome, TaskRun } from "#shared/tasks/taskRun.ts";
import { assayedVariants } from "./assayedVariants.ts";
import { broughtScores } from "./broughtScores.ts";
import { chooseScales, withScaleChoices, withScales } from "./chooseScales.ts";
import { evaluateScorer } from "./evaluateScorer.ts";
import { fitSamplerBytes, withStructure } from "./fittedSampler.ts";
import { comparableValues, measuredAlike } from "./measuredAlike.ts";
import { normalizeTraining } from "./normalizeTraining.ts";
import { requireTrainable } from "./requireTrainable.ts";
import { readTrainingData, type TrainingData } from "./trainingData.ts";
import { trainingOutcome } from "./trainingOutcome.ts";

/** Measurements used when only a sampler is trained. */
const NO_DATA: Measurements = { sequences: [], values: [], batches: null };

export const train: TaskProgram<Train> = {
  prepare: async (run, version, snapshots) => {
    const { dataset, assays, reference, homologs, includesUnlike, layout } = normalizeTraining(
      run.parameters,
    );
    const source = { assays, reference, layout, version, snapshots, allowsEmpty: true };
    const monomer = reference?.monomer ?? null;
    const alike =
      dataset === null
        ? { data: NO_DATA, excluded: null, sides: [] }
        : measuredAlike(await readMeasuredRows(run, { ...source, dataset }), {
            assays,
            reference: monomer,
            includesUnlike,
          });
    const scales = await chooseScales(run, alike.data, assays, { ...alike, reference: monomer });
    const comparable = comparableValues(alike, withScales(assays, scales), monomer);
    const { data, scores, leaks } = broughtScores(comparable.data, monomer);
    requireTrainable(data, assays);
    const related = { input: "homologs", source: homologs } as const;
    const sequences = await readSequences(run, related, version, snapshots, layout);
    const { excluded } = alike;
    const read = { ...comparable, data, excluded, scales, scores, leaks };
    return { ...read, homologs: sequences } satisfies TrainingData;
  },
  run: trainModels,
};

async function trainModels(run: TaskRun<Train>): Promise<Outcome> {
  const { objective, folds, structure: structureId, ...stated } = normalizeTraining(run.parameters);
  const training = await readTrainingData(run);
  const { data, homologs, scores, scales } = training;
  const assays = withScales(stated.assays, scales);
  const reference = stated.reference?.monomer ?? data.sequences[0] ?? firstHomolog(homologs);
  await run.progress({ phase: "SAMPLER", step: 0, num_steps: 1 }, true);
  const density = await run.stage("density", () => fitSamplerBytes(run, reference, homologs, null));
  const structure = await scoreStructure(run, structureId, reference);
  const shown = structure === null ? null : structureContext(structure, reference);
  // Cross-validation must not see the measured variants through the density, so the density is fitted without them.
  const prior = homologs.length > 0 ? decodeSampler(density.bytes) : null;
  const input = {
    data,
    assays,
    objective,
    reference,
    sampler: prior,
    scores,
    structure: shown,
    folds,
    wantsModel: true,
  };
  const { model, evaluations } =
    assays.length === 0
      ? { model: null, evaluations: [] }
      : await evaluateScorer(run, input, { showsProgress: true });
  const omitted = new Set(evaluations.filter(({ problem }) => problem).map(({ assay_id }) => assay_id));
  const variants = assayedVariants(data, reference, { assays, objective, omitted });
  // What related sequences or a structure say is kept apart from what the measurements prefer.
  const informed = shown === null ? density : withStructure(density, shown.changes);
  const isInformed = prior !== null || structure !== null;
  const sampler = isInformed
    ? informed
    : await run.stage("sampler", () => fitSamplerBytes(run, reference, [], variants));
  const conditioned =
    !isInformed || objective === null || variants === null
      ? null
      : conditionSampler(decodeSampler(informed.bytes), variants);
  const scorer = model === null ? null : encodeScorer(model);
  return trainingOutcome(run, training, {
    reference,
    structure,
    homologs: prior,
    sampler,
    conditioned,
    scorer,
    evaluations: withScaleChoices(evaluations, scales),
  });
}

/** Returns the first of the related sequences, with gaps removed, as the reference. */
function firstHomolog([first = ""]: readonly string[]): string {
  const sequence = first.replace(/[-.]/g, "").toUpperCase();
  if (sequence.split(CHAIN_BREAK).every((chain) => chain === "" || isProtein(chain))) return sequence;
  throw new DataProblem("The first homolog is not a protein sequence: specify the `reference`.");
}

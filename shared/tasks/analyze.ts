import { DataProblem } from "@pdp/basics/errors";
import { type ChainLayout, haveSameChains, layoutOf, Numbering } from "@pdp/basics/proteins";
import { createRandom } from "@pdp/basics/statistics";
import type { Learnability, ScoreTable } from "@pdp/science/models";
import { alignPair, isSameShape, residueIndices } from "@pdp/science/sequences";
import type { Assay, StatedAssay } from "#shared/domain/tasks/assay.ts";
import type { Dataset, Datasets } from "#shared/domain/tasks/dataSources.ts";
import type { TaskReference } from "#shared/domain/tasks/taskReferences.ts";
import { analyzeAssays } from "#shared/reports/analysis/analyzeAssays.ts";
import { germlinesFor } from "#shared/runtime/germlineFile.ts";
import { versionIdOf } from "#shared/store/versionTags.ts";
import { batchesOf } from "./batchesOf.ts";
import { learnedValues } from "./learnedValues.ts";
import { limitSides } from "./limitColumns.ts";
import { type MeasurementOptions, type Measurements, measurementsFrom } from "./measurements.ts";
import { readPinnedData, type Snapshots } from "./pinData.ts";
import type { Rows } from "./readRows.ts";
import { reportArtifact } from "./reportArtifact.ts";
import { readSources } from "./sources/readSources.ts";
import { roundsOfRows } from "./sources/roundsOfRows.ts";
import { omittedSentence, withSequences } from "./sources/withSequences.ts";
import { taskNumbering } from "./taskNumbering.ts";
import type { TaskProgram } from "./taskProgram.ts";
import type { TaskRun } from "./taskRun.ts";
import { affordableRows } from "./training/affordableRows.ts";
import { broughtScores } from "./training/broughtScores.ts";
import { chooseScales, type ScaleChoice, withScaleChoices, withScales } from "./training/chooseScales.ts";
import { evaluateScorer } from "./training/evaluateScorer.ts";
import { leakSentences } from "./training/scoreLeaks.ts";

interface Analysis {
  reference: TaskReference;
  dataset: Datasets;
  assays: StatedAssay[];
}

/** What an analysis reads, pinned when it is prepared. */
interface AnalysisData extends Measurements {
  /** Scale of each assay, in order; absent in analyses started by earlier versions of the service. */
  scales?: ScaleChoice[];
}

/** Parameters of either version, which only differ in their references. */
interface StatedAnalysis extends Omit<Analysis, "reference"> {
  reference?: TaskReference;
  reference_sequence?: string;
}

function parametersOf({ parameters }: TaskRun<StatedAnalysis>): Analysis {
  const { reference, reference_sequence, ...rest } = parameters;
  return { ...rest, reference: reference ?? { monomer: reference_sequence ?? "" } };
}

export const analyze: TaskProgram<StatedAnalysis> = {
  prepare: async (run, version, snapshots) => {
    const { dataset, assays, reference } = parametersOf(run);
    const layout = layoutOf(reference.monomer);
    const source = { dataset, assays, reference, layout, version, snapshots };
    const { data, rows } = await readMeasuredRows(run, source);
    const sides = limitSides(rows, assays);
    const compared = affordableRows(data, reference.monomer);
    const ofRows = sides.map((column) => column?.filter((_, row) => compared.isKept(row)) ?? null);
    const options = { sides: ofRows, reference: reference.monomer };
    const scales = await chooseScales(run, compared.data, assays, options);
    return { ...data, sides, scales } satisfies AnalysisData;
  },
  run: async (run) => {
    const { reference: stated, assays: listed } = parametersOf(run);
    const reference = stated.monomer;
    const { scales = [], ...read } = await readPinnedData<AnalysisData>(run);
    const assays = withScales(listed, scales);
    const { data, scores, leaks } = broughtScores(read, reference);
    const learnability = await learnabilityOf(run, { data, assays, reference, scores, scales });
    const numbering = await taskNumbering(run, reference);
    const germlines = await germlinesFor(run.scope, reference);
    const [batches, rankBatches] = [batchesOf(data), batchesOf(data, "RANK")];
    const report = await run.stage("report", () =>
      analyzeAssays(
        {
          reference,
          numbering,
          sequences: data.sequences,
          assays,
          values: data.values,
          ...(batches && { batches }),
          rankBatches: rankBatches ?? [],
          ...(data.sides ? { sides: data.sides } : {}),
        },
        {
          title: run.task.display_name ?? "Data analysis",
          seed: run.seed,
          learnability,
          germlines,
          remarks: [...leakSentences(leaks, assays), ...omittedSentence(data)],
        },
      ),
    );
    return {
      artifacts: [reportArtifact(report, `analysis-${run.task.id}`)],
      tables: [],
      numbering,
      result: ({ artifact }) => ({ report: { artifact_id: artifact("report") } }),
    };
  },
};

/** Maximum number of rows used for cross-validation; enough to tell whether a model can learn from the data. */
const LEARNED_ROWS = 4_000;

async function learnabilityOf(
  run: TaskRun,
  {
    data,
    assays,
    reference,
    scores,
    scales,
  }: {
    data: Measurements;
    assays: readonly Assay[];
    reference: string;
    scores: readonly ScoreTable[];
    scales: readonly ScaleChoice[];
  },
): Promise<Learnability[]> {
  if (assays.length === 0) return [];
  const part = affordableRows(sampleOf(learnedValues(data, assays, reference), run.seed), reference).data;
  const input = {
    data: part,
    assays,
    objective: null,
    reference,
    sampler: null,
    scores,
    folds: null,
    wantsModel: false,
  };
  // An analysis has no status details, because its progress is not shown.
  const { evaluations } = await evaluateScorer(run, input, { showsProgress: false });
  return withScaleChoices(evaluations, scales).flatMap(({ learnability }) => learnability ?? []);
}

function sampleOf(data: Measurements, seed: string): Measurements {
  const { length } = data.sequences;
  if (length <= LEARNED_ROWS) return data;
  const rows = createRandom(`learnability/${seed}`)
    .shuffle(Array.from({ length }, (_, row) => row))
    .slice(0, LEARNED_ROWS);
  return {
    sequences: rows.map((row) => data.sequences[row] ?? ""),
    values: data.values.map((column) => Float64Array.from(rows, (row) => column[row] ?? Number.NaN)),
    batches: null,
  };
}

export interface MeasurementSource extends MeasurementOptions {
  dataset: Datasets;
  assays: readonly StatedAssay[];
  /** Protein that the variants must resemble; null if the reference is one of the variants. */
  reference: TaskReference | null;
  layout?: ChainLayout;
  version: string;
  snapshots: Snapshots;
}

/** Reads and checks the data set, and also returns its rows. */
export async function readMeasuredRows(
  run: TaskRun,
  { dataset, assays, reference, layout, version, snapshots, ...options }: MeasurementSource,
): Promise<{ data: Measurements; rows: Rows }> {
  const input = { input: "dataset", source: dataset, withLoads: true };
  const mutated = reference && { sequence: reference.monomer, numbering: new Numbering(reference) };
  const prepare = (rows: Rows, source: Dataset) => withSequences(rows, source, mutated, layout);
  const measured = await readSources(run, input, version, snapshots, prepare);
  const features = new Set([dataset].flat().flatMap(({ features }) => features ?? []));
  const stated = !Array.isArray(dataset) && dataset.kind === "TABLE" ? dataset.version_id : null;
  const shown = stated === null ? version : await versionIdOf(run.scope, stated);
  const rounds = await roundsOfRows(run.scope, measured, shown);
  const read = measurementsFrom(measured, assays, { ...options, features: [...features] });
  const data = { ...read, ...(rounds && { rounds }) };
  if (reference !== null) requireFit(data.sequences, reference.monomer, measured.name);
  return { data, rows: measured };
}

/** Minimum identity between a sequence and its reference; below it, they are considered different proteins. */
const MIN_IDENTITY = 0.3;
/** Maximum number of sequences with chains of other lengths to align, because aligning is slow. */
const ALIGNED = 20;

/** Throws unless the reference is similar enough to the closest sequence. */
function requireFit(sequences: readonly string[], reference: string, name: string): void {
  const target = residueIndices(reference);
  const others = sequences.filter((sequence) => !haveSameChains(sequence, reference));
  const step = Math.max(1, Math.floor(others.length / ALIGNED));
  let best = 0;
  for (const sequence of [
    ...sequences.filter((sequence) => haveSameChains(sequence, reference)),
    ...others.filter((_, index) => index % step === 0),
  ]) {
    best = Math.max(best, identity(residueIndices(sequence), target));
    if (best >= MIN_IDENTITY) return;
  }
  throw new DataProblem(
    `The reference does not match any of the sequences in ${name}: the closest shares ${Math.round(best * 100)} % of its residues. ` +
      "Check that it is the wild type of these variants. If there is no wild type, use one of the sequences.",
  );
}

function identity(sequence: Uint8Array, reference: Uint8Array): number {
  const { first, second } = isSameShape(sequence, reference)
    ? { first: sequence, second: reference }
    : alignPair(sequence, reference);
  let same = 0;
  for (const [index, residue] of first.entries()) if (residue === second[index]) same += 1;
  return same / Math.max(sequence.length, reference.length);
}

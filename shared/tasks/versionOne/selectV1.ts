import { DataProblem } from "@pdp/basics/errors";
import { meansBySequence } from "@pdp/science/sequences";
import type { Select } from "#shared/domain/tasks/selectParameters.ts";
import type { ConstraintV1 } from "#shared/domain/tasks/versionOne/commonFields.ts";
import type { SelectV1 } from "#shared/domain/tasks/versionOne/parameters.ts";
import { constraintOf } from "#shared/domain/tasks/versionOne/translate.ts";
import { readMeasuredRows } from "../analyze.ts";
import { type DesignData, readAssemblies } from "../assemblies.ts";
import { loadScorer } from "../models.ts";
import type { Snapshots } from "../pinData.ts";
import { select } from "../select.ts";
import type { TaskProgram } from "../taskProgram.ts";
import type { TaskRun } from "../taskRun.ts";
import { renameInput } from "./renameInput.ts";

/** Selects like version 2: by the predictions of a scorer, or in the order of measured values. */
export const selectV1: TaskProgram<SelectV1> = {
  prepare: async (run, version, snapshots) => {
    const input = { input: "source", kind: "MONOMER", source: run.parameters.sequences };
    const sequences = await readAssemblies(run, input, version, snapshots);
    renameInput(snapshots, "source", "sequences");
    const read = { "": await rankedByValue(run, sequences, version, snapshots) };
    return { controls: [], read } satisfies DesignData;
  },
  run: async (run) => {
    const outcome = await select.run(run.withParameters(await selectionOf(run)));
    return { ...outcome, result: ({ table }) => ({ selected_sequences: { table: table("designs") } }) };
  },
};

async function selectionOf(run: TaskRun<SelectV1>): Promise<Select> {
  const { parameters } = run;
  const { selection_method: method, objective: measure, constraints, seed } = parameters;
  const common = {
    assemblies: { kind: "MONOMER" as const, source: parameters.sequences },
    min_assemblies_to_select: parameters.min_num_sequences_to_select,
    max_assemblies_to_select: parameters.max_num_sequences_to_select,
    seed,
  };
  if ("assayed_sequences" in method)
    return { ...common, ranker: { type: "PRE_RANKED", hit_redundancy: null } };
  const { scorer, hit_redundancy, max_mutation_frequency } = method;
  const { reference } = await loadScorer(run.scope, scorer.artifact_id);
  return {
    ...common,
    ranker: {
      type: "SCORE_BASED",
      primary_objective: { measure, reference: { reference: { monomer: reference }, margin: null } },
      constraints: constraints.map(constraintOf),
      scorer_config: { kind: "MONOMER_SCORER", scorer, controls: null },
      hit_redundancy,
      max_mutation_frequency,
    },
  };
}

type Means = ReadonlyMap<string, number>;

/** Returns the sequences that have a measured value and meet the constraints, best first; all of them for a scorer. */
async function rankedByValue(
  run: TaskRun<SelectV1>,
  sequences: string[],
  version: string,
  snapshots: Snapshots,
): Promise<string[]> {
  const { selection_method: method, objective, constraints } = run.parameters;
  if (!("assayed_sequences" in method)) return sequences;
  const ids = [...new Set([objective, ...constraints].map(({ assay_id }) => assay_id))];
  const assays = ids.map((assay_id) => ({
    assay_id,
    name: null,
    unit: null,
    scale_type: "ADDITIVE" as const,
  }));
  const source = { dataset: method.assayed_sequences, assays, reference: null, allowsEmpty: true };
  const { data } = await readMeasuredRows(run, { ...source, version, snapshots });
  renameInput(snapshots, "dataset", "selection_method.assayed_sequences");
  const means = new Map(
    ids.map((id, index) => [id, meansBySequence(data.sequences, data.values[index] as Float64Array)]),
  );
  const values = means.get(objective.assay_id) as Means;
  const sign = objective.direction === "MAXIMIZE" ? 1 : -1;
  return sequences
    .filter((sequence) => values.has(sequence))
    .filter((sequence) =>
      constraints.every((constraint) => isMet(constraint, means.get(constraint.assay_id) as Means, sequence)),
    )
    .sort((a, b) => sign * ((values.get(b) ?? 0) - (values.get(a) ?? 0)));
}

function isMet(constraint: ConstraintV1, means: Means, sequence: string): boolean {
  const value = means.get(sequence);
  if (value === undefined) return false;
  const level = "threshold" in constraint ? constraint.threshold : means.get(constraint.relative_to);
  if (level === undefined)
    throw new DataProblem(
      `The assay "${constraint.assay_id}" has no value for the sequence in relative_to. Use an ABSOLUTE_CONSTRAINT, or add the sequence to assayed_sequences.`,
    );
  return constraint.direction === "MAXIMIZE" ? value >= level : value <= level;
}

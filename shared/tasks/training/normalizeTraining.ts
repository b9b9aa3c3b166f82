import type { ChainLayout } from "@pdp/basics/proteins";
import type { Measure, StatedAssay } from "#shared/domain/tasks/assay.ts";
import { statedLayout } from "#shared/domain/tasks/chainRules.ts";
import type { Datasets, SequenceSources } from "#shared/domain/tasks/dataSources.ts";
import type { TaskReference } from "#shared/domain/tasks/taskReferences.ts";
import type { Train } from "#shared/domain/tasks/trainParameters.ts";

/** Training parameters, in either form. */
export interface TrainParameters {
  /** Null when only a sampler is trained. */
  dataset: Datasets | null;
  homologs: SequenceSources | null;
  /** Id of a structure artifact; null without one. */
  structure: string | null;
  /** Null to use the sequence in the first row of the dataset, or of the homologs if no dataset is given. */
  reference: TaskReference | null;
  assays: StatedAssay[];
  /** Measurements that the sampler is conditioned on; null if not specified. */
  objective: Measure | null;
  folds: number | null;
  /** True to train on rows with sequences unlike the rest. */
  includesUnlike: boolean;
  /** Chains of the sequences. */
  layout: ChainLayout;
}

/** Converts training data in either form to one form. */
export function normalizeTraining(given: Train): TrainParameters {
  const { assays, folds } = given;
  const includesUnlike = given.include_unlike_sequences === true;
  const reference = given.reference ?? null;
  const structure = given.structure?.artifact_id ?? null;
  if (given.data == null) {
    const { dataset, homologs } = given as Extract<Train, { dataset: unknown }>;
    const layout = statedLayout(dataset, reference);
    return {
      dataset,
      homologs,
      structure,
      reference,
      assays,
      objective: null,
      folds,
      includesUnlike,
      layout,
    };
  }
  const { data, primary_objective: objective } = given;
  const homologs = data.kind === "DATASET" ? null : data.homologs;
  const { dataset, kind } = data;
  const layout = statedLayout(dataset, reference, kind);
  return { dataset, homologs, structure, reference, assays, objective, folds, includesUnlike, layout };
}

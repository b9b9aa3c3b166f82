import type { Assay, Measure } from "#shared/domain/tasks/assay.ts";
import type { Dataset, SequenceSource } from "#shared/domain/tasks/dataSources.ts";
import type { TaskReference } from "#shared/domain/tasks/taskReferences.ts";
import type { Train } from "#shared/domain/tasks/trainParameters.ts";

/** Parameters of a training, in either form. */
export interface TrainParameters {
  /** Null for a training of a sampler alone. */
  dataset: Dataset | null;
  homologs: SequenceSource | null;
  /** Null for the sequence in the first row of the dataset, or else of the homologs. */
  reference: TaskReference | null;
  assays: Assay[];
  /** Measurements that the sampler is conditioned on; null if not stated. */
  objective: Measure | null;
  folds: number | null;
  /** True if rows with sequences unlike the others are trained on. */
  includesUnlike: boolean;
}

/** Converts the data of both forms of a training to one form. */
export function normalizeTraining(given: Train): TrainParameters {
  const { assays, folds } = given;
  const includesUnlike = given.include_unlike_sequences === true;
  const reference = given.reference ?? null;
  if (given.data == null) {
    const { dataset, homologs } = given as Extract<Train, { dataset: unknown }>;
    return { dataset, homologs, reference, assays, objective: null, folds, includesUnlike };
  }
  const { data, primary_objective: objective } = given;
  const homologs = data.kind === "DATASET" ? null : data.homologs;
  return { dataset: data.dataset, homologs, reference, assays, objective, folds, includesUnlike };
}

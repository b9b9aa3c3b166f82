import * as v from "valibot";
import { optional } from "#shared/domain/textFields.ts";
import { Assays, Measure } from "./assay.ts";
import { Dataset, SequenceSource } from "./dataSources.ts";
import { Seed, whole } from "./parameterFields.ts";
import { Monomer } from "./sequence.ts";

const Folds = v.pipe(
  optional(whole(2, 20)),
  v.description("Number of folds of the cross-validation; 5 unless stated"),
);
const Homologs = v.pipe(
  SequenceSource,
  v.description(
    "Sequences of related proteins, aligned to the reference or not: rows with `sequence`, or a list",
  ),
);

const IncludeUnlike = v.pipe(
  optional(v.boolean()),
  v.description(
    "Trains on rows whose sequences are unlike the others, too: shorter than half or longer than twice the median length, or with less than 50 % of the reference's residues where 80 % of the rows have more than 80 %. Defaults to false: they are left out, and the report names them",
  ),
);

/** Parameters of a training that state their data each by a name of its own. */
const PlainTrain = v.object({
  data: v.pipe(v.optional(v.null()), v.description("Absent in this form")),
  dataset: Dataset,
  reference: Monomer,
  assays: Assays,
  homologs: optional(Homologs),
  folds: Folds,
  include_unlike_sequences: IncludeUnlike,
  seed: Seed,
});

const DATA_MESSAGE =
  "Input should be {kind: HOMOLOGS, homologs, dataset} or {kind: DATASET, dataset}, or absent where `dataset` is given";

/** Parameters of a training with its data in one object. */
const DataTrain = v.pipe(
  v.object({
    data: v.pipe(
      v.variant("kind", [
        v.object({ kind: v.literal("HOMOLOGS"), homologs: Homologs, dataset: Dataset }),
        v.object({ kind: v.literal("DATASET"), dataset: Dataset }),
      ]),
      v.description(
        "The measurements, with the sequences of related proteins (HOMOLOGS) or without (DATASET)",
      ),
    ),
    reference: v.pipe(
      optional(Monomer),
      v.description("The sequence in the first row of the dataset unless stated"),
    ),
    assays: Assays,
    primary_objective: v.pipe(
      optional(Measure),
      v.description(
        "The measurements that the sampler is conditioned on: with homologs as a model of its own, `conditioned_sampler`; without, as `sampler`, which otherwise prefers what has high values of the first assay",
      ),
    ),
    folds: Folds,
    include_unlike_sequences: IncludeUnlike,
    seed: Seed,
  }),
  v.forward(
    v.check(
      ({ assays, primary_objective: objective }) =>
        objective === null || assays.some(({ assay_id }) => assay_id === objective.assay_id),
      "The primary objective is one of the assays",
    ),
    ["primary_objective"],
  ),
);

export const Train = v.variant("data", [PlainTrain, DataTrain], DATA_MESSAGE);
export type Train = v.InferOutput<typeof Train>;

import { type BrokenRule, brokenRules, optional } from "@pdp/basics/schemas";
import * as v from "valibot";
import { Assays, Measure, OptionalAssays } from "./assay.ts";
import { chainRules } from "./chainRules.ts";
import { Datasets, SequenceSources } from "./dataSources.ts";
import { kindRules } from "./kindRules.ts";
import { Seed, StructureRef, whole } from "./parameterFields.ts";
import { TaskReference } from "./taskReferences.ts";

const Folds = v.pipe(
  optional(whole(2, 20)),
  v.description("Number of cross-validation folds. Defaults to 5"),
);
const HOMOLOGS =
  "Sequences of related proteins, optionally aligned to the reference: rows with `sequence`, or a list";

const IncludeUnlike = v.pipe(
  optional(v.boolean()),
  v.description(
    "True to also train on rows with outlier sequences: shorter than half or longer than twice the median length, or with less than 50 % of the reference's residues if 80 % of the rows have more than 80 %. Defaults to false: they are excluded and listed in the report",
  ),
);

const Structure = v.pipe(
  optional(StructureRef),
  v.description(
    "A structure of the protein, a `protein.structure/v1` artifact. Its chains are matched to those of the reference by alignment; an inverse-folding network scores every substitution, and the models use these scores",
  ),
);

/** Parameters of a training task with a separate field for each kind of data. */
const plainTrainFields = v.object({
  data: v.pipe(v.optional(v.null()), v.description("Absent in this form")),
  dataset: Datasets,
  reference: TaskReference,
  assays: Assays,
  homologs: v.pipe(optional(SequenceSources), v.description(HOMOLOGS)),
  structure: Structure,
  folds: Folds,
  include_unlike_sequences: IncludeUnlike,
  seed: Seed,
});

type PlainTraining = v.InferOutput<typeof plainTrainFields>;
const PlainTrain = v.pipe(
  plainTrainFields,
  brokenRules<PlainTraining>(({ dataset, reference }) => chainRules(dataset, reference, ["dataset"])),
);

const DATA_MESSAGE =
  "Input should be {kind: MONOMER, homologs, dataset}, {kind: VHVL, homologs, dataset}, {kind: HOMOLOGS, homologs, dataset} or {kind: DATASET, dataset}, or absent if `dataset` is given";

/** Parameters of a training task with its data in one object. */
const dataTrainFields = v.object({
  data: v.pipe(
    v.variant("kind", [
      v.object({
        kind: v.literal("HOMOLOGS"),
        homologs: v.pipe(SequenceSources, v.description(HOMOLOGS)),
        dataset: Datasets,
      }),
      v.object({ kind: v.literal("DATASET"), dataset: Datasets }),
      v.object({
        kind: v.picklist(["MONOMER", "VHVL"]),
        homologs: v.pipe(optional(SequenceSources), v.description(HOMOLOGS)),
        dataset: optional(Datasets),
      }),
    ]),
    v.description(
      "The measurements (DATASET), optionally with sequences of related proteins (HOMOLOGS), or either of the two, or neither if a structure is given (MONOMER for one chain; VHVL for the columns `vh` and `vl`). Without measurements, only a sampler is trained: `assays` is empty and `primary_objective` null",
    ),
  ),
  reference: v.pipe(
    optional(TaskReference),
    v.description(
      "Defaults to the sequence in the first row of the dataset, otherwise of the homologs. Required with a structure alone",
    ),
  ),
  structure: Structure,
  assays: OptionalAssays,
  primary_objective: v.pipe(
    optional(Measure),
    v.description(
      "Measurements that the sampler is conditioned on. With homologs, the result is a separate model, `conditioned_sampler`; without homologs, it is `sampler`, which otherwise prefers high values of the first assay",
    ),
  ),
  folds: Folds,
  include_unlike_sequences: IncludeUnlike,
  seed: Seed,
});
type DataTraining = v.InferOutput<typeof dataTrainFields>;
const DataTrain = v.pipe(dataTrainFields, brokenRules<DataTraining>(brokenDataRules));

function brokenDataRules({
  data,
  reference,
  structure,
  assays,
  primary_objective: objective,
}: DataTraining): BrokenRule[] {
  const broken = chainRules(data.dataset, reference, ["data", "dataset"]);
  if (broken.length > 0) return broken;
  if (reference !== null && (data.kind === "MONOMER" || data.kind === "VHVL") && reference.monomer !== "") {
    const kinds = kindRules(data.kind, reference.monomer, ["data", "kind"]);
    if (kinds.length > 0) return kinds;
  }
  if (data.dataset === null) {
    const hasHomologs = data.kind !== "DATASET" && data.homologs !== null;
    if (!hasHomologs && structure === null)
      return [{ path: ["data", "homologs"], message: "Specify homologs, a dataset or a structure" }];
    if (!hasHomologs && reference === null)
      return [
        {
          path: ["reference"],
          message: "Specify the sequence of the protein: a structure may lack residues",
        },
      ];
    const [stated] = [...(assays.length > 0 ? ["assays"] : []), ...(objective ? ["primary_objective"] : [])];
    if (stated === undefined) return [];
    return [{ path: [stated], message: "There are no measurements without a dataset: omit this field" }];
  }
  if (assays.length === 0) return [{ path: ["assays"], message: "Specify at least one assay" }];
  if (objective === null || assays.some(({ assay_id }) => assay_id === objective.assay_id)) return [];
  return [{ path: ["primary_objective"], message: "The primary objective must be one of the assays" }];
}

export const Train = v.variant("data", [PlainTrain, DataTrain], DATA_MESSAGE);
export type Train = v.InferOutput<typeof Train>;

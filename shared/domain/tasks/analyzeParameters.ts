import * as v from "valibot";
import { Sequence } from "#shared/basics/proteins/sequence.ts";
import { Assays, OptionalAssays } from "./assay.ts";
import { Datasets } from "./dataSources.ts";
import { Seed } from "./parameterFields.ts";
import { TaskReference } from "./taskReferences.ts";

export const AnalyzeV1 = v.object({
  reference_sequence: Sequence,
  dataset: Datasets,
  assays: v.pipe(
    OptionalAssays,
    v.description("Assays to analyze. If empty, the report covers only the sequences"),
  ),
  seed: Seed,
});
export const AnalyzeV2 = v.object({
  reference: TaskReference,
  dataset: Datasets,
  assays: Assays,
  seed: Seed,
});

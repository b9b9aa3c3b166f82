import * as v from "valibot";
import { Assays } from "./assay.ts";
import { Dataset } from "./dataSources.ts";
import { Seed } from "./parameterFields.ts";
import { Monomer, Sequence } from "./sequence.ts";

export const AnalyzeV1 = v.object({
  reference_sequence: Sequence,
  dataset: Dataset,
  assays: Assays,
  seed: Seed,
});
export const AnalyzeV2 = v.object({ reference: Monomer, dataset: Dataset, assays: Assays, seed: Seed });

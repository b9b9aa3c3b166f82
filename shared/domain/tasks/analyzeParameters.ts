import * as v from "valibot";
import { Assays, OptionalAssays } from "./assay.ts";
import { Dataset } from "./dataSources.ts";
import { Seed } from "./parameterFields.ts";
import { Monomer, Sequence } from "./sequence.ts";

export const AnalyzeV1 = v.object({
  reference_sequence: Sequence,
  dataset: Dataset,
  assays: v.pipe(OptionalAssays, v.description("Without any, the report is on the sequences alone")),
  seed: Seed,
});
export const AnalyzeV2 = v.object({ reference: Monomer, dataset: Dataset, assays: Assays, seed: Seed });

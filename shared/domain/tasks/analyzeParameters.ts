import { Sequence } from "@pdp/basics/proteins";
import { brokenRules } from "@pdp/basics/schemas";
import * as v from "valibot";
import { Assays, OptionalAssays } from "./assay.ts";
import { chainRules } from "./chainRules.ts";
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
const analyzeFields = v.object({
  reference: TaskReference,
  dataset: Datasets,
  assays: Assays,
  seed: Seed,
});
type Analyze = v.InferOutput<typeof analyzeFields>;
export const AnalyzeV2 = v.pipe(
  analyzeFields,
  brokenRules<Analyze>(({ dataset, reference }) => chainRules(dataset, reference, ["dataset"])),
);

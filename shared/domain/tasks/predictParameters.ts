import { Assembly } from "@pdp/basics/proteins";
import {
  type BrokenRule,
  brokenRules,
  forbidden,
  givenTogether,
  noneGiven,
  optional,
} from "@pdp/basics/schemas";
import * as v from "valibot";
import { Assemblies } from "./dataSources.ts";
import { ScorerRef, Seed } from "./parameterFields.ts";

/** Maximum number of sequences that one task can predict. */
export const MAX_PREDICTED_SEQUENCES = 50_000;

const predictFields = v.object({
  scorer: v.pipe(ScorerRef, v.description("The model of the assays, from a training run's `result`")),
  assemblies: v.pipe(
    optional(Assemblies),
    v.description(
      `Sequences to predict: rows with \`sequence\`, at most ${MAX_PREDICTED_SEQUENCES} distinct sequences. Specify either these or a \`template\``,
    ),
  ),
  template: v.pipe(
    optional(Assembly),
    v.description(
      "Predicts this sequence and all its single substitutions; must have the length of the model's sequences",
    ),
  ),
  seed: Seed,
});
export type Predict = v.InferOutput<typeof predictFields>;

export const Predict = v.pipe(
  predictFields,
  brokenRules<Predict>(brokenPredictRules),
  forbidden(noneGiven("assemblies", "template"), givenTogether("assemblies", "template")),
);

function brokenPredictRules({ assemblies, template }: Predict): BrokenRule[] {
  if (assemblies === null && template === null) {
    return [{ path: ["assemblies"], message: "Specify the sequences to predict, or a template" }];
  }
  if (assemblies === null || template === null) return [];
  return [{ path: ["template"], message: "Specify either sequences or a template, not both" }];
}

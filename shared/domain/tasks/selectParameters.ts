import { type BrokenRule, brokenRules } from "@pdp/basics/schemas";
import * as v from "valibot";
import { Assemblies } from "./dataSources.ts";
import { HitRedundancy, LikelihoodRanker, ScoreRanker } from "./designParameters.ts";
import { objectiveRules } from "./levelRules.ts";
import { LibraryOptions, libraryRules } from "./libraryParameters.ts";
import { MAX_DESIGNS } from "./numDesigns.ts";
import { Seed, whole } from "./parameterFields.ts";

const selectFields = v.object({
  assemblies: v.pipe(
    Assemblies,
    v.description(
      "Sequences to select from: rows with `sequence`, all with the length of the models' sequences",
    ),
  ),
  ranker: v.pipe(
    v.variant("type", [
      LikelihoodRanker,
      ScoreRanker,
      v.object({
        type: v.literal("PRE_RANKED"),
        hit_redundancy: HitRedundancy,
      }),
    ]),
    v.description(
      "Ranking of the sequences: as in diversify or engineer, or by row order (PRE_RANKED). Row order is defined for a QUERY with ORDER BY, rows in the request, and a task's designs; tables have no fixed row order",
    ),
  ),
  min_assemblies_to_select: v.pipe(
    whole(0, MAX_DESIGNS),
    v.description("Minimum number; the task fails if fewer can be selected"),
    v.examples([24]),
  ),
  max_assemblies_to_select: v.pipe(
    v.nullable(whole(1, MAX_DESIGNS)),
    v.description("Maximum number; null selects as many as qualify"),
    v.examples([96]),
  ),
  library: LibraryOptions,
  seed: Seed,
});
export type Select = v.InferOutput<typeof selectFields>;

export const Select = v.pipe(
  selectFields,
  brokenRules<Select>((parameters) => [...brokenSelectRules(parameters), ...libraryRules(parameters)]),
);

function brokenSelectRules({
  ranker,
  min_assemblies_to_select: minimum,
  max_assemblies_to_select: maximum,
}: Select): BrokenRule[] {
  if (maximum === null || minimum <= maximum)
    return ranker.type === "SCORE_BASED" ? objectiveRules(ranker) : [];
  const message = `Must not exceed max_assemblies_to_select, ${maximum}, but is ${minimum}`;
  return [{ path: ["min_assemblies_to_select"], message }];
}

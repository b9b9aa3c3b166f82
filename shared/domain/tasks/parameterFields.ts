import { optional } from "@pdp/basics/schemas";
import * as v from "valibot";
import { SamplerId, ScorerId, StructureId } from "#shared/domain/id.ts";

/** Fields shared by the parameters of several task types. Rules that depend on the data are checked when the task runs. */

/** Schema of an integer within limits. */
export const whole = (from: number, to: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(from), v.maxValue(to));
export const finite = v.pipe(v.number(), v.finite());

export const SamplerRef = v.object({ artifact_id: SamplerId });
export const ScorerRef = v.object({ artifact_id: ScorerId });
export const StructureRef = v.object({ artifact_id: StructureId });

export const Seed = v.pipe(
  optional(whole(0, Number.MAX_SAFE_INTEGER)),
  v.description("Random seed: the same seed, parameters and data produce the same result"),
);

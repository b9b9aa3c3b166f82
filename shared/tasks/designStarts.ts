import { type Goal, improvement } from "@pdp/science/designs";
import type { ObjectiveMeasure } from "#shared/domain/tasks/assay.ts";
import { indicesOfLength } from "./models.ts";
import { bestMeasured, measuredSequences, type TrainingSet } from "./training/trainingSet.ts";

/** Number of variants close to a target. */
const CLOSE = 200;
/** Maximum number of measured variants for which predictions are computed to find the variants close to a target. */
const MAX_PREDICTED = 4_000;

/**
 * Returns the measured variants with the lengths of the template's chains (any length if null) that are best for an objective, best first: those with
 * the best values or, for a target, those with predictions closest to it.
 */
export function designStarts(
  { assay_id, direction }: ObjectiveMeasure,
  goal: Goal,
  training: TrainingSet,
  template: string | null,
): Uint8Array[] {
  if (direction !== "TARGET")
    return indicesOfLength(bestMeasured(training, { assay_id, direction }), template);
  const measured = indicesOfLength(measuredSequences(training, assay_id), template).slice(0, MAX_PREDICTED);
  const { transformedMean } = goal.predictor.predict(measured);
  const gains = transformedMean.map((mean) => improvement(goal, mean));
  const order = [...measured.keys()].sort((a, b) => gains[b]! - gains[a]!);
  return order.slice(0, CLOSE).map((row) => measured[row]!);
}

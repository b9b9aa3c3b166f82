import type { Prediction } from "#client/orderList/design.ts";
import type { Task } from "#client/taskHandle.ts";
import type { PredictedOthers } from "./readAppearances.ts";
import { type Differences, withSingle } from "./readNeighbors.ts";

/** Predictions for each of a variant's mutations by itself. */
export interface ExpectedEffects {
  assay: string;
  /** Task with the predictions. */
  task: Task;
  /** Predicted value of the reference; null if the task did not predict it. */
  reference: number | null;
  /** Prediction for each mutation by itself, in the order of the mutations; null where there is none. */
  alone: readonly (Prediction | null)[];
  /** Value of the variant if the effects of its mutations are summed; null if one of them is unknown. */
  added: number | null;
  /** Prediction of the same model for the variant itself; null if there is none. */
  together: number | null;
}

/**
 * Returns the predictions from the task that predicted the most of a variant's mutations individually, or from the latest of
 * several such tasks. Null if no task predicted any.
 */
export function expectedEffects(
  predicted: readonly PredictedOthers[],
  assay: string,
  { sequence, reference, sites }: Differences,
): ExpectedEffects | null {
  // A variant with a single mutation is predicted directly.
  if (sites.length < 2) return null;
  let best: ExpectedEffects | null = null;
  let mostKnown = 0;
  for (const { task, training, predictions } of predicted) {
    const of = (protein: string, by = predictions) =>
      by.get(protein)?.find((prediction) => prediction.assay === assay) ?? null;
    const alone = sites.map((site) => of(withSingle(reference, sequence, site)));
    const known = alone.filter((prediction) => prediction !== null).length;
    if (known <= mostKnown) continue;
    mostKnown = known;
    const base = of(reference)?.mean ?? null;
    best = {
      ...{ assay, task, alone },
      reference: base,
      added:
        base === null || known < sites.length
          ? null
          : alone.reduce((sum, prediction) => sum + (prediction?.mean ?? 0) - base, base),
      together:
        predicted
          .filter(
            (byTask) => byTask.task === task || (training !== null && byTask.training?.id === training.id),
          )
          .flatMap((byTask) => of(sequence, byTask.predictions)?.mean ?? [])[0] ?? null,
    };
  }
  return best;
}

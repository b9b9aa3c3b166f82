import { formatNumber } from "@pdp/basics/wording";
import { assayName, assayOf } from "@pdp/science/analysis";
import { type Goal, logReached, MIN_CONSTRAINT_PROBABILITY } from "@pdp/science/designs";
import type { Assay } from "#shared/domain/tasks/assay.ts";

/** Objectives of a search. */
interface Objectives {
  objective: Goal | null;
  secondary?: readonly Goal[];
}

/** Warns about objectives with a reference value that no design is likely to reach; targets have no such value. */
export function outOfReach(
  { objective, secondary = [] }: Objectives,
  selected: readonly { sequence: Uint8Array }[],
  assays: readonly Assay[],
): string[] {
  const goals = objective === null ? [] : [objective, ...secondary];
  const sequences = selected.map(({ sequence }) => sequence);
  return goals.flatMap((goal) => {
    if (goal.sign === 0) return [];
    const highest = Math.exp(Math.max(...logReached(goal, goal.predictor.predict(sequences))));
    if (highest >= MIN_CONSTRAINT_PROBABILITY) return [];
    const name = assayName(assayOf(goal.predictor.assayId, assays));
    return [
      `No design is likely to reach the reference value of ${name}: the highest probability is ${formatNumber(highest)}. Check the value and its unit.`,
    ];
  });
}

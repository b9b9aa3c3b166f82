import { formatNumber } from "#shared/basics/wording/formatNumber.ts";
import type { Assay } from "#shared/domain/tasks/assay.ts";
import { assayName, assayOf } from "#shared/science/analysis/assayScale.ts";
import { type Goal, logReached } from "#shared/science/design/designLevels.ts";
import { MIN_CONSTRAINT_PROBABILITY } from "#shared/science/design/designRows.ts";

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

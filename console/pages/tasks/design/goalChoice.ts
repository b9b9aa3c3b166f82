import type { ScoredAssay } from "#client/reliabilityWords.ts";
import type { Goal, Objective } from "#client/requests/designRequest.ts";
import { isDissociationConstant } from "#shared/domain/columns/affinityColumns.ts";

export type Use = "raise" | "lower" | "target" | "least" | "most" | "ignore";

/** Goal for one assay, as selected in the form. */
export interface GoalChoice {
  assay: string;
  use: Use;
  /** Value to compare with, as typed; empty for the reference value. */
  level: string;
}

const OBJECTIVES = { MAXIMIZE: "raise", MINIMIZE: "lower", TARGET: "target" } as const;

/** Proposes to increase the first usable assay, or to lower it if it is a dissociation constant, without limits for the others. */
export function proposedGoals(assays: readonly ScoredAssay[]): GoalChoice[] {
  const first = assays.findIndex(({ usable }) => usable);
  return assays.map(({ assay_id: assay }, index) => ({
    assay,
    use: index !== first ? "ignore" : isDissociationConstant(assay) ? "lower" : "raise",
    level: "",
  }));
}

/** Returns the choices that correspond to the request of an earlier task. */
export function statedGoals(
  assays: readonly ScoredAssay[],
  { goal, constraints }: { goal: Objective | null; constraints: readonly Goal[] },
): GoalChoice[] {
  const choices = assays.map(({ assay_id: assay }): GoalChoice => {
    if (goal?.assay === assay) {
      return { assay, use: OBJECTIVES[goal.direction], level: textOf(goal) };
    }
    const limit = constraints.find((constraint) => constraint.assay === assay);
    if (!limit) return { assay, use: "ignore", level: "" };
    return { assay, use: limit.direction === "MAXIMIZE" ? "least" : "most", level: textOf(limit) };
  });
  return choices.toSorted((a, b) => Number(isMainUse(b.use)) - Number(isMainUse(a.use)));
}

function textOf({ level }: Objective): string {
  return level === "reference" ? "" : String(level);
}

/**
 * Returns the goals for the given choices: the assay to increase, decrease or bring to a target value, and the limits for the
 * others.
 */
export function goalsOf(choices: readonly GoalChoice[]): { goal: Objective | null; constraints: Goal[] } {
  const main = choices.find(({ use }) => isMainUse(use));
  const limits = choices.filter(({ use }) => use === "least" || use === "most");
  return {
    goal: main ? { ...goalOf(main), ...(main.use === "target" && { direction: "TARGET" }) } : null,
    constraints: limits.map(goalOf),
  };
}

function goalOf({ assay, use, level }: GoalChoice): Goal {
  const direction = use === "raise" || use === "least" ? "MAXIMIZE" : "MINIMIZE";
  const value = level.trim() === "" ? Number.NaN : Number(level);
  return { assay, direction, level: Number.isFinite(value) ? value : "reference" };
}

const SECONDARY_WORDS = { MAXIMIZE: "raise", MINIMIZE: "lower", TARGET: "bring" } as const;

/** States which secondary objectives of an earlier task are kept; null if there are none. */
export function secondaryWords(
  choices: readonly GoalChoice[],
  secondary: readonly Objective[],
): string | null {
  const main = choices.find(({ use }) => isMainUse(use));
  const kept = secondary.filter(({ assay }) => assay !== main?.assay);
  if (main === undefined || kept.length === 0) return null;
  const words = kept.map(({ assay, direction, level }) => {
    const value = level === "reference" ? "the reference's value" : level;
    return `${SECONDARY_WORDS[direction]} ${assay}${direction === "TARGET" ? ` close to ${value}` : ""}`;
  });
  return `Designs also ${words.join(", and ")}: the secondary objectives of the earlier task are kept.`;
}

/** Returns whether designs are ranked by an assay. */
export function isMainUse(use: Use): boolean {
  return use === "raise" || use === "lower" || use === "target";
}

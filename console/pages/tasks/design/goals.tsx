import type { Goal } from "#client/requests/designRequest.ts";
import { Select } from "../../../parts/form.tsx";
import type { ScoredAssay } from "../models.ts";

type Use = "raise" | "lower" | "least" | "most" | "ignore";

/** Goal for one assay, as chosen in the form. */
export interface GoalChoice {
  assay: string;
  use: Use;
  /** Value to compare with, as it was typed; empty for the reference's. */
  level: string;
}

const USES: Record<Use, string> = {
  raise: "raise as far as possible",
  lower: "lower as far as possible",
  least: "keep at least at",
  most: "keep at most at",
  ignore: "is not considered",
};

/** Proposes to raise the first usable assay, and to hold no other to anything. */
export function proposedGoals(assays: readonly ScoredAssay[]): GoalChoice[] {
  const first = assays.findIndex(({ usable }) => usable);
  return assays.map(({ assay_id: assay }, index) => ({
    assay,
    use: index === first ? "raise" : "ignore",
    level: "",
  }));
}

/** Returns the choices that state what an earlier task was asked for. */
export function statedGoals(
  assays: readonly ScoredAssay[],
  { goal, constraints }: { goal: Goal | null; constraints: readonly Goal[] },
): GoalChoice[] {
  const choices = assays.map(({ assay_id: assay }): GoalChoice => {
    if (goal?.assay === assay) {
      return { assay, use: goal.direction === "MAXIMIZE" ? "raise" : "lower", level: textOf(goal) };
    }
    const limit = constraints.find((one) => one.assay === assay);
    if (!limit) return { assay, use: "ignore", level: "" };
    return { assay, use: limit.direction === "MAXIMIZE" ? "least" : "most", level: textOf(limit) };
  });
  return choices.toSorted((a, b) => Number(isMainUse(b.use)) - Number(isMainUse(a.use)));
}

function textOf({ level }: Goal): string {
  return level === "reference" ? "" : String(level);
}

/** Returns what choices state: the assay that is raised or lowered, and the limits of the others. */
export function goalsOf(choices: readonly GoalChoice[]): { goal: Goal | null; constraints: Goal[] } {
  const main = choices.find(({ use }) => isMainUse(use));
  const limits = choices.filter(({ use }) => use === "least" || use === "most");
  return { goal: main ? goalOf(main) : null, constraints: limits.map(goalOf) };
}

function goalOf({ assay, use, level }: GoalChoice): Goal {
  const direction = use === "raise" || use === "least" ? "MAXIMIZE" : "MINIMIZE";
  const value = level.trim() === "" ? Number.NaN : Number(level);
  return { assay, direction, level: Number.isFinite(value) ? value : "reference" };
}

interface GoalFieldsProps {
  goals: readonly GoalChoice[];
  assays: readonly ScoredAssay[];
  onChange: (goals: readonly GoalChoice[]) => void;
}

/** One line for each assay. At most one is raised or lowered; it comes first. */
export function GoalFields({ goals, assays, onChange }: GoalFieldsProps) {
  const change = (assay: string, changes: Partial<GoalChoice>) => {
    const isMain = changes.use === "raise" || changes.use === "lower";
    const next = goals.map((goal) => {
      if (goal.assay === assay) return { ...goal, ...changes };
      // The assay that was raised before becomes a limit.
      if (isMain && goal.use === "raise") return { ...goal, use: "least" as const };
      if (isMain && goal.use === "lower") return { ...goal, use: "most" as const };
      return goal;
    });
    onChange(next.toSorted((a, b) => Number(isMainUse(b.use)) - Number(isMainUse(a.use))));
  };
  if (assays.length === 0) {
    return <p>These models predict no assay: designs will be plausible, and unlike each other.</p>;
  }
  return (
    <>
      {goals.map(({ assay, use, level }) => {
        const scored = assays.find(({ assay_id }) => assay_id === assay);
        return (
          <div key={assay} class="row">
            <strong class="check">{assay}</strong>
            <Select
              id={`use-${assay}`}
              label={`What is wanted of ${assay}`}
              value={use}
              options={USES}
              onChange={(next) => change(assay, { use: next })}
            />
            {use !== "ignore" && (
              <>
                {isMainUse(use) && (
                  <span>{use === "raise" ? "and at least above" : "and at least below"}</span>
                )}
                <input
                  type="number"
                  step="any"
                  class="short"
                  aria-label={`Value of ${assay}; the reference's if empty`}
                  placeholder="the reference"
                  value={level}
                  onInput={({ currentTarget }) => change(assay, { level: currentTarget.value })}
                />
              </>
            )}
            {scored?.spearman !== undefined && scored.spearman !== null && (
              <span class={`small ${scored.usable ? "muted" : "danger-text"}`}>
                predicted with a rank correlation of {scored.spearman.toFixed(2)}
                {!scored.usable && ": no better than chance"}
              </span>
            )}
          </div>
        );
      })}
      {!goals.some(({ use }) => isMainUse(use)) && (
        <p class="small muted">
          {goals.every(({ use }) => use === "ignore")
            ? "No assay is considered: designs will be plausible, and unlike each other."
            : "Nothing is raised or lowered: designs will be those that hold the limits most probably."}
        </p>
      )}
    </>
  );
}

function isMainUse(use: Use): boolean {
  return use === "raise" || use === "lower";
}

import type { ScoredAssay } from "#client/reliabilityWords.ts";
import { Select } from "../../../parts/form.tsx";
import { type GoalChoice, isMainUse, type Use } from "./goalChoice.ts";

const USES: Record<Use, string> = {
  raise: "raise as far as possible",
  lower: "lower as far as possible",
  target: "bring as close as possible to",
  least: "keep at least at",
  most: "keep at most at",
  ignore: "is not considered",
};

interface GoalFieldsProps {
  goals: readonly GoalChoice[];
  assays: readonly ScoredAssay[];
  onChange: (goals: readonly GoalChoice[]) => void;
}

/** One line per assay. At most one is increased, decreased or brought to a target value; it comes first. */
export function GoalFields({ goals, assays, onChange }: GoalFieldsProps) {
  const change = (assay: string, changes: Partial<GoalChoice>) => {
    const isMain = changes.use !== undefined && isMainUse(changes.use);
    const next = goals.map((goal) => {
      if (goal.assay === assay) return { ...goal, ...changes };
      // The assay that was previously increased becomes a limit.
      if (isMain && goal.use === "raise") return { ...goal, use: "least" as const };
      if (isMain && goal.use === "lower") return { ...goal, use: "most" as const };
      if (isMain && goal.use === "target") return { ...goal, use: "ignore" as const };
      return goal;
    });
    onChange(next.toSorted((a, b) => Number(isMainUse(b.use)) - Number(isMainUse(a.use))));
  };
  if (assays.length === 0) {
    return <p>These models predict no assay. Designs will be plausible and differ from each other.</p>;
  }
  return (
    <>
      {goals.map((goal) => (
        <GoalRow
          key={goal.assay}
          goal={goal}
          scored={assays.find(({ assay_id }) => assay_id === goal.assay)}
          onChange={(changes) => change(goal.assay, changes)}
        />
      ))}
      {!goals.some(({ use }) => isMainUse(use)) && (
        <p class="small muted">
          {goals.every(({ use }) => use === "ignore")
            ? "No assay is selected. Designs will be plausible and differ from each other."
            : "No assay has an objective: designs will be those most likely to meet the limits."}
        </p>
      )}
    </>
  );
}

interface GoalRowProps {
  goal: GoalChoice;
  /** How well the assay is predicted. */
  scored: ScoredAssay | undefined;
  onChange: (changes: Partial<GoalChoice>) => void;
}

function GoalRow({ goal: { assay, use, level }, scored, onChange }: GoalRowProps) {
  return (
    <div class="row">
      <strong class="check">{assay}</strong>
      <Select
        id={`use-${assay}`}
        label={`Goal for ${assay}`}
        value={use}
        options={USES}
        onChange={(next) => onChange({ use: next })}
      />
      {use !== "ignore" && (
        <>
          {(use === "raise" || use === "lower") && (
            <span>{use === "raise" ? "and at least above" : "and at least below"}</span>
          )}
          <input
            type="number"
            step="any"
            class="short"
            aria-label={`Value of ${assay}; the reference's if empty`}
            placeholder="the reference"
            value={level}
            onInput={({ currentTarget }) => onChange({ level: currentTarget.value })}
          />
        </>
      )}
      {scored?.spearman !== undefined && scored.spearman !== null && (
        <span class={`small ${scored.usable ? "muted" : "danger-text"}`}>
          predicted with a rank correlation of {scored.spearman.toFixed(2)}
          {!scored.usable && ": unlikely to help"}
        </span>
      )}
    </div>
  );
}

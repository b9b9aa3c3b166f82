import { expect, test } from "vitest";
import { goalsOf, secondaryWords, statedGoals } from "#console/pages/tasks/design/goalChoice.ts";

const assay = (assay_id: string) => ({ assay_id, usable: true, spearman: 0.8 }) as never;

test("the form shows and reuses the target of an earlier task", () => {
  const assays = [assay("activity"), assay("tm")];
  const goal = { assay: "tm", direction: "TARGET", level: 55 } as const;
  const constraints = [{ assay: "activity", direction: "MAXIMIZE", level: "reference" }] as const;
  const choices = statedGoals(assays, { goal, constraints });
  expect(choices[0]).toEqual({ assay: "tm", use: "target", level: "55" });
  expect(goalsOf(choices)).toEqual({ goal, constraints });
});

test("the form lists the secondary objectives that are kept", () => {
  const choices = [{ assay: "tm", use: "target", level: "55" }] as const;
  const secondary = [
    { assay: "activity", direction: "MAXIMIZE", level: 1 },
    { assay: "ph", direction: "TARGET", level: 7 },
    { assay: "tm", direction: "MINIMIZE", level: 1 },
  ] as const;
  expect(secondaryWords(choices, secondary)).toBe(
    "Designs also raise activity, and bring ph close to 7: the secondary objectives of the earlier task are kept.",
  );
  expect(secondaryWords([], secondary)).toBeNull();
});

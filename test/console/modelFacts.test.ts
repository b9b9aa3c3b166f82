import { expect, test } from "vitest";
import { reliabilityWords } from "#client/reliabilityWords.ts";
import type { Task } from "#client/taskHandle.ts";
import type { Workspace } from "#client/workspace.ts";
import { readModelFacts } from "../../console/pages/tasks/models.ts";

const training = {
  parameters: { structure: { artifact_id: "3" } },
  result: { models: { sampler: { artifact_id: "1" }, scorer: { artifact_id: "2" } } },
} as unknown as Task;

/** Contains the facts of a model that has not been erased; an erased model has none. */
const workspace = {
  artifact: async (id: string) => ({ id, data: { reference: "MKT", assays: [{ assay_id: "activity" }] } }),
} as unknown as Workspace;

test("model facts come from the scorer", async () => {
  const facts = await readModelFacts(workspace, training);
  expect(facts).toMatchObject({
    reference: "MKT",
    sampler: "1",
    scorer: "2",
    structure: "3",
    assays: [{ assay_id: "activity" }],
  });
});

test("erased models have no facts", async () => {
  const erased: Task = { ...training, erased_at: "2026-11-26T12:00:00.000Z" };
  expect(await readModelFacts(workspace, erased)).toBeNull();
});

test("the reliability of predictions is one grade with its figure and interval", () => {
  const words = (spearman: number | null, usable: boolean, interval?: [number, number]) =>
    reliabilityWords({
      ...{ assay_id: "a", scale_type: "ADDITIVE", spearman, usable },
      ...(interval && { spearman_low: interval[0], spearman_high: interval[1] }),
    });
  expect([
    words(0.2, false, [0.04, 0.35]),
    words(0.81, true, [0.78, 0.83]),
    words(0.5, true),
    words(0.31, true),
    words(0.2, true),
    words(null, false),
  ]).toEqual([
    "weak (rank correlation 0.20, 95 % interval 0.04 to 0.35), unlikely to help",
    "strong (rank correlation 0.81, 95 % interval 0.78 to 0.83)",
    "good (rank correlation 0.50)",
    "fair (rank correlation 0.31)",
    "weak (rank correlation 0.20)",
    "unknown (too few rows)",
  ]);
});

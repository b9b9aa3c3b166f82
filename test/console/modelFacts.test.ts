import { expect, test } from "vitest";
import { reliabilityWords } from "#client/reliabilityWords.ts";
import type { Task } from "#client/taskHandle.ts";
import type { Workspace } from "#client/workspace.ts";
import { readModelFacts } from "../../console/pages/tasks/models.ts";
import vectors from "../clients/reliabilityVectors.json" with { type: "json" };

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

test.each(vectors)("predictions are $words", ({ assay, words }) => {
  expect(reliabilityWords({ assay_id: "a", scale_type: "ADDITIVE", ...assay })).toBe(words);
});

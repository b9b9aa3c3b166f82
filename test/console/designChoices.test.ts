import { numberingFrom } from "@pdp/basics/proteins";
import { expect, test } from "vitest";
import type { EarlierDesign } from "#client/requests/earlierTask.ts";
import { initialChoices, isWithinLimits } from "#console/pages/tasks/design/designChoices.ts";
import { changedSentence, keptSentence } from "#console/pages/tasks/design/keptPositions.ts";
import type { Models } from "#console/pages/tasks/models.ts";

const reference = "MKTAYIAKQR";
const numbering = numberingFrom(24);
const named = { name: null, round: "" };
const models = {
  reference,
  numbering,
  assays: [{ assay_id: "activity", usable: true, spearman: 0.6 }],
  mutations: { median: 1, most: 1 },
  hardlyVaried: [[4, 6]],
} as unknown as Models;

test("designs keep the first residue and hardly varied positions, and stay near the measured variants", () => {
  const choices = initialChoices({ models, before: null, task: null }, named);
  expect(choices).toMatchObject({ count: 48, maxMutations: 3, exploration: 25, frequency: 50, name: null });
  expect(choices.kept).toBe("M24, Y28-I29");
  expect(choices.goals).toEqual([{ assay: "activity", use: "raise", level: "" }]);
  const unmeasured = { ...models, mutations: null };
  expect(initialChoices({ models: unmeasured, before: null, task: null }, named).maxMutations).toBe(4);
});

test("a repeated task starts with its choices", () => {
  const before = {
    ...{ reference, count: 12, maxMutations: 2, exploration: 0, maxMutationFrequency: null, kept: [[0, 3]] },
    ...{ goal: null, constraints: [] },
  } as unknown as EarlierDesign;
  const choices = initialChoices({ models, before, task: null }, named);
  expect(choices).toMatchObject({
    count: 12,
    maxMutations: 2,
    exploration: 0,
    frequency: 100,
    kept: "M24-T26",
  });
  expect(choices.goals).toEqual([{ assay: "activity", use: "ignore", level: "" }]);
});

test("empty fields and numbers beyond the limits cannot be sent", () => {
  const choices = initialChoices({ models, before: null, task: null }, named);
  expect(isWithinLimits(choices, reference)).toBe(true);
  const changes = [{ count: Number.NaN }, { count: 10_001 }, { maxMutations: 11 }, { frequency: 0 }];
  expect(changes.map((change) => isWithinLimits({ ...choices, ...change }, reference))).toEqual(
    changes.map(() => false),
  );
});

test("sentences name the positions that designs keep and change, in the numbering of the models", () => {
  expect(keptSentence(models)).toBe(
    "The first residue (24, from which positions are counted) and positions that hardly any measured variant changes, where predictions are unreliable, are kept unless you remove them.",
  );
  expect(changedSentence("24, 28-29", reference, numbering)).toBe("Designs change K25-A27, A30-R33.");
  expect(changedSentence("24-33", reference, numbering)).toBe("There are no positions to change.");
});

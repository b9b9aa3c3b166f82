import { expect, test } from "vitest";
import {
  NOT_IN_A_ROUND,
  onlyValue,
  type Ranking,
  rankingOf,
  roundProgress,
  shareWords,
  whenWords,
} from "#client/rounds/roundProgress.ts";
import { gainSentence } from "#console/pages/projects/rounds/gainSentence.ts";
import { measuredStep } from "#console/pages/projects/rounds/measuredStep.ts";
import { nextStep, type RoundState } from "#console/pages/projects/rounds/nextStep.ts";

const VALUES = [
  { load: "1", sequence: "WT", value: 1, variance: null, rows: 1 },
  { load: "1", sequence: "A", value: 0.5, variance: null, rows: 1 },
  { load: "1", sequence: "B", value: 1.5, variance: null, rows: 1 },
  { load: "2", sequence: "B", value: 0.7, variance: null, rows: 1 },
  { load: "3", sequence: "C", value: 3, variance: null, rows: 1 },
  { load: "3", sequence: "WT", value: 1.2, variance: null, rows: 1 },
  { load: "9", sequence: "Z", value: 99, variance: null, rows: 1 },
];
const STEPS = [
  { name: NOT_IN_A_ROUND, loads: new Set<string>() },
  { name: "round 1", loads: new Set(["1", "2"]) },
  { name: "round 2", loads: new Set(["3"]) },
];
const progress = (ranking: Ranking, wildType: string | null = "WT") =>
  roundProgress(VALUES, STEPS, { ...ranking, wildType });

test("each round with measurements shows the best value so far and its share of variants above the wild type", () => {
  expect(progress({ direction: "MAXIMIZE" })).toEqual({
    steps: ["round 1", "round 2"],
    // The mean of the two values of B is 1.1, equal to that of the wild type: it is the best so far, but not a hit.
    best: [1.1, 3],
    hitRate: [0, 100],
    measured: [2, 1],
    wildType: 1.1,
  });
});

test("lower values are better if the objective says so, and the closest value is best for a target", () => {
  expect(progress({ direction: "MINIMIZE" })).toMatchObject({ best: [0.5, 0.5], hitRate: [50, 0] });
  expect(progress({ direction: "TARGET", target: 2.8 })).toMatchObject({ best: [1.1, 3] });
});

test("values are ranked in the assay's direction, unless its target is not a number", () => {
  expect(rankingOf(null, null)).toEqual({ direction: "MAXIMIZE" });
  expect(rankingOf("MINIMIZE", null)).toEqual({ direction: "MINIMIZE" });
  expect(rankingOf("TARGET", 0)).toEqual({ direction: "TARGET", target: 0 });
  expect(rankingOf("TARGET", null)).toBeNull();
});

test("the mean of a sequence counts every row, even if an import has several rows for it", () => {
  const values = [
    { load: "1", sequence: "B", value: 2, variance: null, rows: 3 },
    { load: "3", sequence: "B", value: 6, variance: null, rows: 1 },
  ];
  const goal = { direction: "MAXIMIZE", wildType: null } as const;
  expect(roundProgress(values, STEPS, goal).best).toEqual([2, 3]);
});

test("a value is stated in words if it is the only one", () => {
  const steps = ["round 1", "round 2"];
  expect(onlyValue(steps, [null, 3])).toEqual({ step: "round 2", value: 3 });
  expect(onlyValue(steps, [0, 3])).toBeNull();
  expect(onlyValue(steps, [null, null])).toBeNull();
});

test("the wording says whether a measurement is in a round", () => {
  expect(["round 1", NOT_IN_A_ROUND, "before lunch"].map(whenWords)).toEqual([
    "in round 1",
    "not in a round",
    "in before lunch",
  ]);
});

test("the improvement of a round is stated with its interval, or with advice on how to get one", () => {
  const one = { name: "round 2", variants: 3, best: { sequence: "A", value: 2, rows: 2 }, before: null };
  expect(gainSentence({ ...one, gain: 0.5, interval: [0.25, 0.75] }, "g/l")).toBe(
    "round 2: +0.5 g/l (95 % interval 0.25 to 0.75), better.",
  );
  expect(gainSentence({ ...one, gain: -1, interval: null }, null)).toBe(
    "round 2: -1 (no interval: repeat some variants within an import to measure the noise), no better.",
  );
});

test("a round starts from rows measured before it, but not from later rows that are not in a round", () => {
  const before = { rows: 12, isBeforeRounds: true };
  const later = { rows: 12, isBeforeRounds: false };
  expect(measuredStep(3, true, before)).toEqual({ words: "3 rows", isDone: true });
  expect(measuredStep(0, true, before)).toEqual({ words: "12 rows before this round", isDone: true });
  expect(measuredStep(0, true, later)).toEqual({ words: "12 rows not in a round", isDone: false });
  expect(measuredStep(0, false, before)).toEqual({ words: null, isDone: false });
  expect(measuredStep(0, true, { ...before, rows: 0 })).toEqual({ words: null, isDone: false });
});

test("a share is rounded to two digits, but to 100 % only if it is 100 %", () => {
  expect([0, 1 / 3, 33.333, 99.4, 99.5, 99.99, 100].map(shareWords)).toEqual([
    "0 %",
    "0.33 %",
    "33 %",
    "99 %",
    "99.5 %",
    "99.9 %",
    "100 %",
  ]);
});

test("without measurements of the wild type there is no hit rate", () => {
  expect(progress({ direction: "MAXIMIZE" }, null)).toMatchObject({
    wildType: null,
    hitRate: [null, null],
    measured: [3, 2],
  });
});

const round = (changes: Partial<RoundState>): RoundState => ({
  ...{ id: "7", name: "round 1", rows: 0, designs: null, designsMeasured: 0 },
  ...changes,
});

test("a project goes from measurements to models, designs and an order, and then to the next round", () => {
  const measured = (load: string) => ({ table: "t", load });
  const first = round({ rows: 9 });
  const second = (changes: Partial<RoundState>) => round({ id: "8", name: "round 2", ...changes });
  const steps = [
    nextStep([], { measured: null, training: null }),
    nextStep([first], { measured: measured("10"), training: null }),
    nextStep([first], { measured: measured("10"), training: "20" }),
    nextStep([first, second({ designs: "30" })], { measured: measured("10"), training: "20" }),
    nextStep([first, second({ designs: "30", rows: 4 })], { measured: measured("40"), training: "20" }),
    nextStep([first, second({ designs: "30", rows: 4 })], { measured: measured("40"), training: "50" }),
  ];
  expect(steps).toEqual([
    { kind: "import" },
    { kind: "train", table: "t", isAgain: false },
    { kind: "design", training: "20", round: "round 2" },
    { kind: "order", designs: "30" },
    { kind: "train", table: "t", isAgain: true },
    { kind: "design", training: "50", round: "round 3" },
  ]);
});

test("designs without measurements are ordered, also if they are of the round that was measured first", () => {
  const training = "20";
  // A first plate from a structure.
  expect(nextStep([], { measured: null, training })).toEqual({ kind: "design", training, round: "round 1" });
  const designed = round({ designs: "30" });
  expect(nextStep([designed], { measured: null, training })).toEqual({ kind: "order", designs: "30" });
  const measured = { table: "t", load: "10" };
  const both = round({ designs: "30", rows: 9 });
  expect(nextStep([both], { measured, training })).toEqual({ kind: "order", designs: "30" });
  // Their results were imported into another round.
  expect(nextStep([{ ...designed, designsMeasured: 4 }], { measured, training })).toEqual({
    kind: "design",
    training,
    round: "round 1",
  });
});

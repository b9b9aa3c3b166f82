import { expect, test } from "vitest";
import { measuredStep } from "#console/pages/projects/rounds/measuredStep.ts";
import { nextStep, type RoundState } from "#console/pages/projects/rounds/nextStep.ts";
import {
  onlyValue,
  outsideName,
  type Ranking,
  rankingOf,
  roundProgress,
  shareWords,
  whenWords,
} from "#console/pages/projects/rounds/roundProgress.ts";
import { CURRENT_ROUND, chosenRound } from "#console/pages/rounds/chosenRound.ts";

const VALUES = [
  { load: "1", sequence: "WT", value: 1, rows: 1 },
  { load: "1", sequence: "A", value: 0.5, rows: 1 },
  { load: "1", sequence: "B", value: 1.5, rows: 1 },
  { load: "2", sequence: "B", value: 0.7, rows: 1 },
  { load: "3", sequence: "C", value: 3, rows: 1 },
  { load: "3", sequence: "WT", value: 1.2, rows: 1 },
  { load: "9", sequence: "Z", value: 99, rows: 1 },
];
const STEPS = [
  { name: "no round", isBeforeRounds: false, loads: new Set<string>() },
  { name: "round 1", isBeforeRounds: false, loads: new Set(["1", "2"]) },
  { name: "round 2", isBeforeRounds: false, loads: new Set(["3"]) },
];
const progress = (ranking: Ranking, wildType: string | null = "WT") =>
  roundProgress(VALUES, STEPS, { ...ranking, wildType });

test("each round with measurements shows the best value so far and its share of variants above the wild type", () => {
  expect(progress({ direction: "MAXIMIZE" })).toEqual({
    steps: [
      { name: "round 1", isBeforeRounds: false },
      { name: "round 2", isBeforeRounds: false },
    ],
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
    { load: "1", sequence: "B", value: 2, rows: 3 },
    { load: "3", sequence: "B", value: 6, rows: 1 },
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

test("measurements outside rounds are named by the time of the first round", () => {
  const rounds = [
    { round_id: "100", name: "round 1" },
    { round_id: "300", name: "round 2" },
  ];
  const names = [["9", "99"], ["99", "200"], []].map((ids) =>
    outsideName(
      ids.map((id) => ({ id })),
      rounds,
    ),
  );
  const no = { name: "no round", isBeforeRounds: false };
  const before = { name: "before round 1", isBeforeRounds: true };
  expect(names).toEqual([before, no, no]);
  expect(outsideName([{ id: "9" }], [])).toEqual({ name: "all imports", isBeforeRounds: false });
  // A round can have any name.
  expect([before, { name: "before lunch", isBeforeRounds: false }].map(whenWords)).toEqual([
    "before round 1",
    "in before lunch",
  ]);
});

test("a round starts from rows measured before it, but not from later rows outside rounds", () => {
  const before = { rows: 12, isBeforeRounds: true };
  const later = { rows: 12, isBeforeRounds: false };
  expect(measuredStep(3, true, before)).toEqual({ words: "3 rows", isDone: true });
  expect(measuredStep(0, true, before)).toEqual({ words: "12 rows before this round", isDone: true });
  expect(measuredStep(0, true, later)).toEqual({ words: "12 rows outside rounds", isDone: false });
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
  ...{ id: "7", name: "round 1", table: null, training: null, designs: null, designsMeasured: 0 },
  ...changes,
});

test("a project goes from measurements to models, designs and an order, and then to the next round", () => {
  const states = [
    round({}),
    round({ table: "t" }),
    round({ table: "t", training: "1" }),
    round({ table: "t", training: "1", designs: "2" }),
    round({ table: "t", training: "1", designs: "2", designsMeasured: 3 }),
  ];
  expect([[], ...states.map((state) => [state])].map((rounds) => nextStep(rounds, null))).toEqual([
    { kind: "startRound", name: "round 1" },
    { kind: "import", round: "7" },
    { kind: "train", round: "7", table: "t" },
    { kind: "design", round: "7", training: "1" },
    { kind: "order", round: "7", designs: "2" },
    { kind: "trainNext", name: "round 2", table: "t" },
  ]);
  // A round that starts with the results of the previous round trains on their table.
  expect(nextStep([round({ table: "t" }), round({ id: "8", name: "Round 3" })], "other")).toEqual({
    kind: "train",
    round: "8",
    table: "t",
  });
  const names = [
    round({ name: "first" }),
    round({ name: "round 3", training: "1", designs: "2", designsMeasured: 1, table: "t" }),
  ];
  expect(nextStep([round({})], "other")).toMatchObject({ kind: "train", table: "other" });
  expect(nextStep(names, null)).toMatchObject({ kind: "trainNext", name: "round 4" });
});

test("a new import belongs to the latest round unless another round or none is chosen", () => {
  const rounds = [{ id: "1" }, { id: "2" }];
  expect([CURRENT_ROUND, "1", "", "9"].map((round) => chosenRound(rounds, round))).toEqual([
    "2",
    "1",
    null,
    null,
  ]);
  expect(chosenRound([], CURRENT_ROUND)).toBeNull();
});

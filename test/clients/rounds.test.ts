import { studentTwoSided } from "@pdp/basics/statistics";
import { expect, test } from "vitest";
import { chooseRound, type RoundPurpose } from "#client/rounds/chooseRound.ts";
import { gainWords, roundGains, studentQuantile } from "#client/rounds/roundGains.ts";
import type { AssayGoal } from "#client/rounds/roundProgress.ts";
import vectors from "./roundVectors.json" with { type: "json" };

const PURPOSES: readonly RoundPurpose[] = ["MEASURE", "LEARN", "DESIGN"];

test.each(vectors.choices)("$title: what is new gets its round", ({ rounds, expected }) => {
  const chosen = PURPOSES.map((purpose) => {
    const choice = chooseRound(rounds, purpose);
    return [purpose, choice && [choice.id, choice.name]];
  });
  expect(Object.fromEntries(chosen)).toEqual(expected);
});

test.each(vectors.gains)("$title", ({ values, steps, goal, expected }) => {
  const named = steps.map(([name, loads]) => ({ name: name as string, loads: new Set(loads) }));
  const gains = roundGains(values, named, goal as AssayGoal);
  expect(gains).toEqual(
    expected.map(({ interval, gain, ...one }) => ({
      ...one,
      gain: gain === null ? null : expect.closeTo(gain, 9),
      // The expected quantiles are exact; the expansion is within 1 %.
      interval: interval === null ? null : interval.map((end) => expect.closeTo(end, 2)),
    })),
  );
});

test("gains of rounds with 200,000 sequences are computed", () => {
  const value = (at: number) => ({ sequence: `M${at}`, value: at, rows: 1, variance: null, load: "1" });
  const values = Array.from({ length: 200_000 }, (_, at) => value(at));
  const steps = [
    { name: "first", loads: new Set(["1"]) },
    { name: "second", loads: new Set(["2"]) },
  ];
  const last = { ...value(300_000), load: "2" };
  const goal = { direction: "MAXIMIZE", target: null, wildType: null } as AssayGoal;
  expect(roundGains([...values, last], steps, goal)[1]?.gain).toBe(100_001);
});

test("the quantile of Student's t distribution is within 1 % of its probability's inverse", () => {
  for (const degrees of [3, 4, 7, 20, 1_000]) {
    const at = (factor: number) => studentTwoSided(factor * studentQuantile(degrees), degrees);
    expect([at(0.99) > 0.05, at(1.01) < 0.05], `${degrees} degrees of freedom`).toEqual([true, true]);
  }
});

test("a gain is called better or worse only outside of the noise", () => {
  const words = [
    { gain: null, interval: null },
    { gain: 1, interval: null },
    { gain: 0, interval: null },
    { gain: 1, interval: [0.5, 1.5] as const },
    { gain: 1, interval: [-0.5, 2.5] as const },
    { gain: -1, interval: [-1.5, -0.5] as const },
  ].map(gainWords);
  expect(words).toEqual([
    "first measurements",
    "better; the noise is unknown",
    "no better",
    "better",
    "within the noise",
    "worse",
  ]);
});

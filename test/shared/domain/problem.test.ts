import { describe, expect, test } from "vitest";
import {
  addProblem,
  mergeProblems,
  noProblems,
  type Problem,
  problemCount,
  sentences,
} from "#shared/domain/problem.ts";

const PROBLEM: Problem = {
  file: "variants.csv",
  line: 17,
  column: "fitness",
  value: "1.2abc",
  reason: "is not a number",
};

function problemsOf(...list: Problem[]) {
  const problems = noProblems();
  for (const problem of list) addProblem(problems, problem);
  return problems;
}

describe("sentences about problems", () => {
  test("name file, line, column, value and reason", () => {
    expect(sentences(problemsOf(PROBLEM))).toEqual([
      'variants.csv, line 17, column "fitness": "1.2abc" is not a number.',
    ]);
  });

  test("leave out what a problem does not have", () => {
    expect(sentences(problemsOf({ file: "a.csv", reason: "the file is empty" }))).toEqual([
      "a.csv: the file is empty.",
    ]);
  });

  test("cut values to 200 characters and never inside a character", () => {
    const [sentence = ""] = sentences(problemsOf({ file: "f", value: "x".repeat(1_000), reason: "r" }));
    expect(sentence).toBe(`f: "${"x".repeat(199)}…" r.`);
    const [emoji = ""] = sentences(problemsOf({ file: "f", value: `${"x".repeat(198)}😀😀`, reason: "r" }));
    expect(emoji).toBe(`f: "${"x".repeat(198)}…" r.`);
  });

  test("show line breaks and control characters of a value", () => {
    expect(sentences(problemsOf({ file: "f", value: "a\nb\t\u0007", reason: "r" }))).toEqual([
      'f: "a\\nb\\t\ufffd" r.',
    ]);
  });

  test("are at most 100, and a last one says how many more there were", () => {
    const problems = noProblems();
    for (let line = 1; line <= 1_334; line++) addProblem(problems, { ...PROBLEM, line });
    const spoken = sentences(problems);
    expect(spoken).toHaveLength(101);
    expect(spoken[99]).toContain("line 100,");
    expect(spoken[100]).toBe("… and 1,234 more.");
  });
});

test("problems of several files merge in order, the first 100 kept and all counted", () => {
  const many = noProblems();
  for (let line = 1; line <= 150; line++) addProblem(many, { ...PROBLEM, file: "b.csv", line });
  const merged = mergeProblems([problemsOf({ ...PROBLEM, file: "a.csv" }), many, many]);
  expect(merged.listed).toHaveLength(100);
  expect(merged.listed[0]?.file).toBe("a.csv");
  expect(merged.listed[1]).toMatchObject({ file: "b.csv", line: 1 });
  expect(problemCount(merged)).toBe(301);
  expect(JSON.parse(JSON.stringify(merged))).toEqual(merged);
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compareVerdicts, type Verdict } from "./compareVerdicts.ts";

const sample = readFileSync(join(import.meta.dirname, "sample.jsonl"), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as Verdict);

describe("a sample of sentences of Trino's grammar", () => {
  it("the sentences are accepted, refused and read the way Trino's parser does it, apart from listed differences", () => {
    const { unexplained, accepted, refused, sameTree } = compareVerdicts(sample);
    expect(unexplained).toEqual([]);
    expect(accepted).toBeGreaterThan(50);
    expect(refused).toBeGreaterThan(100);
    expect(sameTree).toBeGreaterThan(50);
  });
});

describe("compareVerdicts", () => {
  it.each([
    ["accepted only here: SELECT 1", { text: "SELECT 1", formatted: null }],
    ["refused only here: Expected an expression", { text: "SELECT +", formatted: "SELECT 1" }],
    ["another tree: SELECT 1 + 2 * 3", { text: "SELECT 1 + 2 * 3", formatted: "SELECT ((1 + 2) * 3)" }],
    ["another tree: SELECT a IS NULL", { text: "SELECT a IS NULL", formatted: "SELECT (a IS NOT NULL)" }],
    ["another tree: SELECT a NOT IN (1)", { text: "SELECT a NOT IN (1)", formatted: "SELECT (a IN (1))" }],
  ])("a difference is reported: %s", (difference, verdict) => {
    expect(compareVerdicts([verdict]).unexplained).toEqual([expect.stringContaining(difference)]);
  });

  it.each([
    ["SELECT a || b || c", "SELECT concat(concat(a, b), c)"],
    ["SELECT a NOT LIKE b", "SELECT (NOT (a LIKE b))"],
    ["SELECT -1.5, .5e1", "SELECT DECIMAL '-1.5', 5E0"],
    ["SELECT * FROM (a)", "SELECT * FROM a"],
  ])("the sentence %s has the tree of %s", (text, formatted) => {
    expect(compareVerdicts([{ text, formatted }])).toMatchObject({ sameTree: 1, unexplained: [] });
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mergeProblems, type Problem, problemsOf } from "../../wording/problem.ts";
import { problemSentence, sentences } from "../../wording/problemSentences.ts";

const PROBLEM: Problem = {
  file: "variants.csv",
  line: 17,
  column: "fitness",
  value: "1.2abc",
  reason: "is not a number",
};

const said = (...list: Problem[]): string[] => sentences(problemsOf(list));

describe("messages about problems", () => {
  test("a single problem names file, line, column, value and reason", () => {
    const sentence = 'variants.csv, line 17, column "fitness": "1.2abc" is not a number.';
    expect(said(PROBLEM)).toEqual([sentence]);
    expect(problemSentence(PROBLEM)).toBe(sentence);
  });

  test("missing parts of a problem are omitted", () => {
    expect(said({ file: "a.csv", reason: "the file is empty" })).toEqual(["a.csv: the file is empty."]);
  });

  test("values are truncated to 200 characters, never within a character", () => {
    const [sentence = ""] = said({ file: "f", value: "x".repeat(1_000), reason: "r" });
    expect(sentence).toBe(`f: "${"x".repeat(199)}…" r.`);
    const [emoji = ""] = said({ file: "f", value: `${"x".repeat(198)}😀😀`, reason: "r" });
    expect(emoji).toBe(`f: "${"x".repeat(198)}…" r.`);
  });

  test("line breaks and control characters in a value are shown", () => {
    expect(said({ file: "f", value: "a\nb\t\u0007", reason: "r" })).toEqual(['f: "a\\nb\\t\ufffd" r.']);
  });

  test("each file, column and reason has one message, with the number of cells and the first lines", () => {
    const lines = [7, 19, 42, 51, 60, 77];
    const cells = lines.map((line) => ({ ...PROBLEM, line, value: "n.d." }));
    expect(said(...cells.slice(0, 2))).toEqual([
      'variants.csv, column "fitness": "n.d." is not a number: 2 cells, lines 7, 19.',
    ]);
    expect(said(...cells, { ...PROBLEM, column: "mass" })).toEqual([
      'variants.csv, column "fitness": "n.d." is not a number: 6 cells, lines 7, 19, 42, 51, 60, ….',
      'variants.csv, line 17, column "mass": "1.2abc" is not a number.',
    ]);
  });

  test("some of the other values are shown", () => {
    const cells = ["a", "b", "a", "c", "d", "e"].map((value, index) => ({
      ...PROBLEM,
      line: index + 2,
      value,
    }));
    expect(said(...cells.slice(0, 4))).toEqual([
      'variants.csv, column "fitness": "a" is not a number: 4 cells, lines 2, 3, 4, 5; also "b", "c".',
    ]);
    expect(said(...cells)).toEqual([
      'variants.csv, column "fitness": "a" is not a number: 6 cells, lines 2, 3, 4, 5, 6, …; also "b", "c", "d", ….',
    ]);
  });

  test("reasons that differ in positions, quoted strings and list indexes are grouped", () => {
    const reason = (letter: string, at: number) => `has "${letter}" at position ${at}`;
    const cells = ["X", "B"].map((letter, index) => ({
      file: "f",
      line: index + 2,
      column: `parts[${index}]`,
      value: `AC${letter}`,
      reason: reason(letter, index + 3),
    }));
    expect(said(...cells)).toEqual([
      'f, column "parts[0]": "ACX" has "X" at position 3: 2 cells, lines 2, 3; also "ACB".',
    ]);
    const rows = [3, 9].map((line) => ({ file: "f", line, reason: `the row has ${line} cells` }));
    expect(said(...rows)).toEqual(["f: the row has 3 cells: 2 rows, lines 3, 9."]);
  });

  test("a column has at most 5 messages so that others fit, and the rest are counted", () => {
    const reasons = "abcdefgh".split("").map((reason) => ({ ...PROBLEM, reason }));
    const spoken = said(...reasons, { ...PROBLEM, column: "mass" });
    expect(spoken).toHaveLength(7);
    expect(spoken[5]).toContain('"mass"');
    expect(spoken[6]).toBe("… and 3 more; load:downloadErrors lists all of them.");
  });

  test("there are at most 100 messages, and the last one counts the remaining problems", () => {
    const columns = Array.from({ length: 140 }, (_, index) => ({ ...PROBLEM, column: `c${index}x` }));
    const spoken = said(...columns, ...columns);
    expect(spoken).toHaveLength(101);
    expect(spoken[99]).toContain('"c99x"');
    expect(spoken[100]).toBe("… and 80 more; load:downloadErrors lists all of them.");
  });
});

describe("problems of several files", () => {
  test("problems of several files merge in file order, and no file hides another", () => {
    const many = (file: string) =>
      problemsOf(Array.from({ length: 150 }, (_, index) => ({ ...PROBLEM, file, column: `c${index}x` })));
    const merged = mergeProblems([many("a.csv"), many("b.csv"), problemsOf([{ ...PROBLEM, file: "c.csv" }])]);
    const files = merged.groups.map(({ first }) => first.file);
    expect([files.length, merged.count]).toEqual([100, 301]);
    expect(files).toEqual(files.toSorted());
    expect(new Set(files)).toEqual(new Set(["a.csv", "b.csv", "c.csv"]));
    expect(JSON.parse(JSON.stringify(many("a.csv")))).toEqual({ groups: many("a.csv").groups, count: 150 });
  });

  test("all problems are counted in the messages", () => {
    const problem = fc.record({
      file: fc.constantFrom("a", "b"),
      line: fc.nat(9),
      column: fc.constantFrom("x", "y", "z[1]", "z[2]"),
      value: fc.string({ maxLength: 3 }),
      reason: fc.constantFrom(
        'has "a" at 1',
        'has "b" at 2',
        "is not a number",
        "is empty",
        "r",
        "s",
        "t",
        "u",
      ),
    });
    fc.assert(
      fc.property(fc.array(problem, { maxLength: 200 }), (list) => {
        const { groups, count } = problemsOf(list);
        expect(count).toBe(list.length);
        const grouped = groups.reduce((sum, group) => sum + group.count, 0);
        expect(grouped).toBeLessThanOrEqual(count);
        const isLast = sentences({ groups, count }).at(-1)?.startsWith("… and") ?? false;
        expect(isLast).toBe(grouped < count);
      }),
    );
  });
});

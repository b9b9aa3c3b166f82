import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Cell, type Rows, readCell, readRows, writeCell, writeRows } from "#cli/files/rowGrammar.ts";

const SEED = 20_261_129;
const SETTINGS = { seed: SEED, numRuns: 5_000 };

/** Texts that are mostly made of the signs of the notation. */
const text = fc.string({
  unit: fc.constantFrom('"', ":", "=", "-", " ", "1", "7", "a", "T", ".", "é", "\n"),
  minLength: 1,
  maxLength: 12,
});
const line = fc.integer({ min: 1, max: 1_000_000_000 });
const file = fc.option(text, { nil: undefined });

function without<Value extends object>(value: Value): Value {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as Value;
}

describe("rows and cells in options", () => {
  test.each<[string, Rows]>([
    ["97", { line: 97 }],
    ["97-99", { line: 97, last_line: 99 }],
    ["plate3.csv:97", { file: "plate3.csv", line: 97 }],
    ["plate3.csv:97-99", { file: "plate3.csv", line: 97, last_line: 99 }],
    ["Sample=Mean", { column: "Sample", value: "Mean" }],
    ["Time=10:30", { column: "Time", value: "10:30" }],
    ["Time: s=3", { column: "Time: s", value: "3" }],
    ["Sample=a=b", { column: "Sample", value: "a=b" }],
    ['"a=b"=c', { column: "a=b", value: "c" }],
    ['"T=37.csv":97', { file: "T=37.csv", line: 97 }],
    ['"run:1.csv":Sample=Mean', { file: "run:1.csv", column: "Sample", value: "Mean" }],
    ['Note="say ""no"""', { column: "Note", value: 'say "no"' }],
    ['5" tube=x', { column: '5" tube', value: "x" }],
  ])("the rows %s are read", (written, rows) => {
    expect(readRows(written)).toEqual(rows);
  });

  test.each<[string, Cell]>([
    ["17:Activity=1.25", { line: 17, column: "Activity", value: "1.25" }],
    ["17:Time: s=3", { line: 17, column: "Time: s", value: "3" }],
    ["17:Time=10:30", { line: 17, column: "Time", value: "10:30" }],
    ["b.csv:18:Act.=", { file: "b.csv", line: 18, column: "Act.", value: null }],
    ['18:Act.=""', { line: 18, column: "Act.", value: "" }],
    ['"17":18:a=1', { file: "17", line: 18, column: "a", value: "1" }],
    ["17:18:a=1", { line: 17, column: "18:a", value: "1" }],
    ['17:"a=b"==c', { line: 17, column: "a=b", value: "=c" }],
  ])("the cell %s is read", (written, cell) => {
    expect(readCell(written)).toEqual(cell);
  });

  test.each([
    "",
    "the last",
    "=x",
    "x=",
    '""=x',
    'x=""',
    "97-",
    "-3",
    'x="open',
    '"open=x',
    "1:2",
    "a:b:3",
    '"a"b=c',
    '"a":97"',
  ])("%j denotes no rows", (written) => {
    expect(readRows(written)).toBeUndefined();
  });

  test.each(["", "17", "17:Act.", "y=1", "x:y=1", '17:""=1', '17:a="open', "b.csv:Act.=1", ":17:a=1"])(
    "%j denotes no cell",
    (written) => {
      expect(readCell(written)).toBeUndefined();
    },
  );

  test("written rows are read as the same rows", () => {
    const lines = fc
      .record({ file, line, last_line: fc.option(line, { nil: undefined }) })
      .map((rows) => without(rows) as Rows);
    const values = fc.record({ file, column: text, value: text }).map((rows) => without(rows) as Rows);
    fc.assert(
      fc.property(fc.oneof(lines, values), (rows) => {
        expect(readRows(writeRows(rows))).toEqual(rows);
      }),
      SETTINGS,
    );
  });

  test("a written cell is read as the same cell", () => {
    const value = fc.oneof(fc.constant(null), fc.constant(""), text);
    const cells = fc.record({ file, line, column: text, value }).map((cell) => without(cell) as Cell);
    fc.assert(
      fc.property(cells, (cell) => {
        expect(readCell(writeCell(cell))).toEqual(cell);
      }),
      SETTINGS,
    );
  });

  test("any text is read or refused, and what is read is the same when it is written and read again", () => {
    fc.assert(
      fc.property(text, (any) => {
        const [rows, cell] = [readRows(any), readCell(any)];
        if (rows) expect(readRows(writeRows(rows))).toEqual(rows);
        if (cell) expect(readCell(writeCell(cell))).toEqual(cell);
      }),
      SETTINGS,
    );
  });
});

import type { ProblemGroup } from "@pdp/basics/wording";
import { describe, expect, test } from "vitest";
import type { TableConfig } from "#client/importFiles.ts";
import { problemFixes } from "#console/pages/import/problemFixes.ts";
import { adviceOf, linesOf, wrongOf } from "#console/pages/import/problemWords.ts";

const CONFIG: TableConfig = {
  columns: [
    { name: "activity", type: "FLOAT64", source_name: "Act." },
    { name: "n", type: "INT64" },
    { name: "day", type: "DATE" },
    { name: "sequence", type: "STRING", metadata: { kind: "AMINO_ACIDS" } },
  ],
};

function group(column: string | null, reason: string, ...values: string[]): ProblemGroup {
  const [value, ...others] = values;
  const first = {
    file: "a.csv",
    line: 4,
    reason,
    ...(column && { column }),
    ...(value !== undefined && { value }),
  };
  return { first, count: values.length, lines: [4, 9], values: others };
}

const NUMBER = 'is not a number; if it means a missing value, leave the cell empty or set "missing_values"';

describe("fixes that keep the values are listed first", () => {
  test.each<[ProblemGroup, string[], string[]]>([
    [
      group("Act.", "is a limit, not a number; if it means a missing value, leave the cell empty", "<0.5"),
      ["Read “<0.5” into activity and activity_limit"],
      ["LIMIT"],
    ],
    [group("Act.", NUMBER, "<0.5", ">70"), ["Read “<0.5” into activity and activity_limit"], ["LIMIT"]],
    [
      group("Act.", NUMBER, "1.2 ± 0.1", "<LOD"),
      ["Read “1.2 ± 0.1” into activity and activity_error and activity_limit"],
      ["PLUS_MINUS", "LIMIT"],
    ],
    [group("Act.", NUMBER, "1,234.5", "1,015"), ["Read “1,234.5” into activity"], ["THOUSANDS_COMMA"]],
    [group("Act.", NUMBER, "about 3", "high"), ["Keep these values in activity_text"], ["OTHER_TEXT"]],
    [group("day", "is not a date in the form YYYY-MM-DD", "yesterday"), ["Keep “yesterday” in day_text"], []],
  ])("$0.first.value", (problem, titles, notations) => {
    const fixes = problemFixes(problem, CONFIG, undefined);
    expect(fixes.map(({ title, keepsValues }) => [title, keepsValues])).toEqual([
      ...titles.map((title) => [title, true]),
      [`Read “${problem.first.value}” as missing`, false],
    ]);
    const [first] = fixes;
    const column = first?.config.columns.find(({ source_name }) => source_name === problem.first.column);
    for (const one of notations) expect(column?.notations).toContain(one);
    expect(first?.config.columns.length).toBeGreaterThanOrEqual(CONFIG.columns.length);
  });

  test.each([
    [["<9", "1,234"], "1,234", { "1234": "THOUSANDS_COMMA", "1.234": "DECIMAL_COMMA" }],
    [["95%"], "95%", { "95": "PERCENT", "0.95": "PERCENT_FRACTION" }],
  ])("%j can be read as different numbers, so the user has to choose", (cells, shown, ways) => {
    const [missing, ...fixes] = problemFixes(group("Act.", NUMBER, ...cells), CONFIG, undefined).toReversed();
    expect(missing?.title).toContain("as missing");
    expect(fixes.map(({ keepsValues }) => keepsValues)).toEqual([false, false]);
    for (const [number, notation] of Object.entries(ways)) {
      const fix = fixes.find(({ title }) => title.startsWith(`Read “${shown}” as ${number} into activity`));
      expect(fix?.config.columns[0]?.notations).toContain(notation);
    }
  });

  test("points as thousands separators are ambiguous if plain numbers have a decimal point", () => {
    const problem = group("Act.", NUMBER, "1.234,5");
    const fixes = (config: TableConfig) =>
      problemFixes(problem, config, undefined).map(({ title, keepsValues }) => [title, keepsValues]);
    expect(fixes(CONFIG)[0]).toEqual(["Read “1.234,5” as 1234.5 into activity", false]);
    expect(fixes({ ...CONFIG, decimal: "," })[0]).toEqual(["Read “1.234,5” into activity", true]);
  });

  test("a fix keeps the column's existing notations", () => {
    const limits = problemFixes(group("Act.", NUMBER, "<0.5"), CONFIG, undefined)[0]?.config as TableConfig;
    const [fix] = problemFixes(group("Act.", NUMBER, "about 3"), limits, undefined);
    expect(fix?.title).toBe("Keep “about 3” in activity_text");
    expect(fix?.config.columns.map(({ name }) => name)).toEqual([
      "activity",
      "activity_limit",
      "activity_text",
      "n",
      "day",
      "sequence",
    ]);
  });

  test("an integer column with limits becomes decimal in a new table, and no notations are proposed for NDJSON", () => {
    const problem = group("n", "is a limit, not a number", "<0.5");
    const typeOf = (table: unknown) =>
      problemFixes(problem, CONFIG, table as never)[0]?.config.columns.find(({ name }) => name === "n")?.type;
    expect(typeOf(undefined)).toBe("FLOAT64");
    expect(typeOf({ reference: "t", columns: [{ name: "n", type: "INT64", metadata: {} }] })).toBe("INT64");
    const fixes = problemFixes(problem, { ...CONFIG, format: "NDJSON" }, undefined);
    expect(fixes.map(({ keepsValues }) => keepsValues)).toEqual([false]);
  });

  test("decimals in a new table are read as decimals, and those for an INT64 column are stored in a new column", () => {
    const problem = group("n", "is not a whole number; correct the file", "2.5");
    expect(problemFixes(problem, CONFIG, undefined)[0]?.config.columns[1]?.type).toBe("FLOAT64");
    const table = { reference: "t", columns: [{ name: "n", type: "INT64", metadata: {} }] } as never;
    const [fix, ...others] = problemFixes(problem, CONFIG, table);
    expect([fix?.config.decimals, fix?.keepsValues, others]).toEqual(["NEW_COLUMN", true, []]);
  });

  test("file options and the reference numbering are set as proposed", () => {
    const rule = { mutations: "sequence", reference: { monomer: "MK" } };
    const config = { ...CONFIG, sequence_from: rule } as TableConfig;
    const numbered = group(
      null,
      'the mutations agree …; set "numbering": {"first_position": 24} in "sequence_from"',
    );
    const [fix] = problemFixes(numbered, config, undefined);
    expect([fix?.title, fix?.config.sequence_from?.numbering]).toEqual([
      "Number the first residue 24",
      { first_position: 24 },
    ]);
    const short = group(
      null,
      'the row has 3 cells, but the header has 4; set "short_rows": "FILL" for the table "t"',
    );
    expect(problemFixes(short, CONFIG, undefined)[0]?.config.short_rows).toBe("FILL");
    expect(problemFixes(short, { ...CONFIG, short_rows: "FILL" }, undefined)).toEqual([]);
    expect([wrongOf(short), linesOf(short)]).toEqual([
      "The row has 3 cells, but the header has 4.",
      "Lines 4, 9.",
    ]);
  });
});

test("each table row states the problem and its fix in the user's terms", () => {
  const wrong = group("Act.", NUMBER, "n.d.");
  expect([wrongOf(wrong), adviceOf(wrong)]).toEqual(['"n.d." is not a number.', ""]);
  const code = group("code", "is not a valid mutation; write substitutions as A23G", "oops");
  expect([wrongOf(code), adviceOf(code)]).toEqual([
    '"oops" is not a valid mutation.',
    "Write substitutions as A23G.",
  ]);
  const file = group(null, "the file is empty");
  expect(wrongOf(file)).toBe("The file is empty.");
});

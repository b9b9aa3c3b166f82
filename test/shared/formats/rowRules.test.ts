import { joinHeaders } from "@pdp/formats/cells";
import fc from "fast-check";
import { writeXlsx } from "hucre";
import { describe, expect, test } from "vitest";
import { loadTable } from "#shared/domain/loads/load.ts";
import { column, ingest, linesOf, useFolder, values } from "./ingesting.ts";

useFolder();

const COLUMNS = [column("id", "STRING"), column("y", "FLOAT64")];
const ROWS = ["id,y", "v1,1.5", "v2,1.2.5", "v3,3.5", "v4,"];
const WHY = "Typing error";

async function workbook(lines: readonly string[]): Promise<Uint8Array> {
  const rows = lines.map((line) =>
    line.split(",").map((cell) => (cell === "" ? null : /^\d+\.\d$/.test(cell) ? Number(cell) : cell)),
  );
  return writeXlsx({ sheets: [{ name: "S", rows }] });
}

describe.each(["CSV", "XLSX"] as const)("in %s", (format) => {
  const content = (lines: readonly string[]) =>
    format === "CSV" ? `${lines.join("\n")}\n` : workbook(lines);

  test("a correction replaces or empties a cell", async () => {
    const corrections = [
      { line: 3, column: "y", was: "1.2.5", value: "1.25", reason: WHY },
      { line: 2, column: "Y", value: null, reason: WHY },
      { line: 5, column: "y", was: "", value: "7", reason: WHY },
    ];
    expect(await values(format, await content(ROWS), COLUMNS, { corrections })).toEqual([
      ["v1", null],
      ["v2", 1.25],
      ["v3", 3.5],
      ["v4", 7],
    ]);
  });

  test("a correction with a different original value is rejected with the value", async () => {
    const corrections = [{ line: 3, column: "y", was: "1.3.5", value: "1.35", reason: WHY }];
    const { errors } = await ingest(format, await content(ROWS), COLUMNS, { corrections });
    expect(errors).toEqual([
      `variants.${format.toLowerCase()}, line 3, column "y": "1.2.5" is not the value "1.3.5" that the correction of this cell expects; fix "was" in the correction, or remove the correction.`,
    ]);
  });

  test.each([
    ["by its name", { column: "Y" }],
    ["by its position", { column: "column 2" }],
    ["in this file", { column: "y", file: `variants.${format.toLowerCase()}` }],
  ])("a second correction of a cell, which it names %s, is refused", async (_, cell) => {
    const corrections = [
      { line: 3, column: "y", value: "1.25", reason: WHY },
      { line: 3, value: "7", reason: WHY, ...cell },
    ];
    const { errors } = await ingest(format, await content(ROWS), COLUMNS, { corrections });
    expect(errors).toEqual([
      `variants.${format.toLowerCase()}, line 3, column "${cell.column}": the cell has several corrections; keep one of them.`,
    ]);
  });

  test("corrections of unknown lines and columns are problems", async () => {
    const file = `variants.${format.toLowerCase()}`;
    const good = ROWS.filter((row) => !row.includes("1.2.5"));
    const beyond = [{ file, line: 30, column: "y", value: "1", reason: WHY }];
    expect((await ingest(format, await content(good), COLUMNS, { corrections: beyond })).errors).toEqual([
      `${file}, line 30, column "y": no row starts on this line, so its correction cannot be applied.`,
    ]);
    const other = [{ line: 2, column: "z", value: "1", reason: WHY }];
    expect((await ingest(format, await content(good), COLUMNS, { corrections: other })).errors[0]).toContain(
      'column "z": the file does not have this column, which the correction of line 2 refers to',
    );
  });

  test("a rule for another file has no effect", async () => {
    const good = ROWS.filter((row) => !row.includes("1.2.5"));
    const reading = {
      corrections: [{ file: "other.csv", line: 2, column: "y", value: "9", reason: WHY }],
      exclusions: [{ file: "other.csv", line: 3, reason: WHY }],
    };
    expect(await values(format, await content(good), COLUMNS, reading)).toEqual([
      ["v1", 1.5],
      ["v3", 3.5],
      ["v4", null],
    ]);
  });

  test("rows are excluded by line and by value, and other rows keep their lines", async () => {
    const exclusions = [
      { line: 3, reason: "Not a number" },
      { column: "id", value: " V4 ", reason: "Empty well" },
    ];
    const { target, warnings, errors } = await ingest(format, await content(ROWS), COLUMNS, { exclusions });
    expect(errors).toEqual([]);
    expect(await linesOf(target)).toEqual([2, 4]);
    expect(warnings).toContain(
      `variants.${format.toLowerCase()}: 1 row was excluded, as specified by the load's "exclusions".`,
    );
  });

  test("an excluded row is not counted as a row with problems", async () => {
    const lines = [...ROWS, "v5,x", "v6,2.5"];
    const reading = { exclusions: [{ line: 3, reason: WHY }], bad_rows: "SKIP" as const };
    const { leftOut, rows } = await ingest(format, await content(lines), COLUMNS, reading);
    expect([leftOut, rows]).toEqual([{ rows: 1, problems: 1 }, 4]);
  });
});

test("NDJSON rows are excluded by line", async () => {
  const content = '{"id":"v1","y":1}\n{"id":"v2","y":2}\n{"id":"v3","y":3}\n';
  const exclusions = [{ line: 1, last_line: 2, reason: "Test wells" }];
  expect(await values("NDJSON", content, COLUMNS, { exclusions })).toEqual([["v3", 3]]);
});

describe("refused configurations", () => {
  const configured = (more: object) => () =>
    loadTable(
      "t",
      {
        columns: [
          { name: "id", type: "STRING" },
          { name: "y", type: "FLOAT64" },
        ],
        ...more,
      } as never,
      [],
    );

  test.each([
    [{ exclusions: [{ reason: WHY }] }, 'An exclusion must have either "line", or "column" and "value"'],
    [{ exclusions: [{ line: 2, column: "id", value: "v1", reason: WHY }] }, "An exclusion must have either"],
    [{ exclusions: [{ line: 3, last_line: 2, reason: WHY }] }, '"last_line" must not be before "line"'],
    [{ exclusions: [{ line: 1, last_line: 100_001, reason: WHY }] }, "at most 100,000 lines in total"],
    [
      { format: "NDJSON", exclusions: [{ column: "id", value: "v1", reason: WHY }] },
      'exclude rows by "line"',
    ],
    [
      { format: "NDJSON", corrections: [{ line: 1, column: "id", value: "v1", reason: WHY }] },
      "Only CSV, TSV and XLSX files support this option",
    ],
    [
      { format: "PARQUET", columns: [{ name: "y", type: "FLOAT64", notations: ["LIMIT"] }] },
      "Only CSV, TSV and XLSX files support this option",
    ],
    [
      { columns: [{ name: "y", type: "STRING", notations: ["PERCENT"] }] },
      "PERCENT does not apply to a column of the type STRING",
    ],
    [
      { columns: [{ name: "y", type: "INT64", part: "ERROR" }] },
      "A column for the part ERROR must be FLOAT64, not INT64",
    ],
    [
      { columns: [{ name: "y", type: "FLOAT64", notations: ["PERCENT", "PERCENT_FRACTION"] }] },
      "PERCENT and PERCENT_FRACTION contradict each other: choose one",
    ],
  ])("a configuration that states %j is refused", (more, words) => {
    expect(configured(more)).toThrow(words);
  });
});

test("header rows are joined without repetitions, and an empty name continues the one to its left", () => {
  expect(
    joinHeaders([
      ["", "A", "", "B"],
      ["id", "x", "y", "B"],
    ]),
  ).toEqual(["id", "A x", "A y", "B"]);
  expect(
    joinHeaders([
      ["id", "A"],
      ["", "x", ""],
    ]),
  ).toEqual(["id", "A x", ""]);
});

test("joined headers have a name wherever the last header row has one", () => {
  const cell = fc.constantFrom("", " ", "a", "b c", "µ");
  fc.assert(
    fc.property(fc.array(fc.array(cell, { maxLength: 5 }), { minLength: 1, maxLength: 3 }), (rows) => {
      const joined = joinHeaders(rows);
      for (const [index, name] of (rows.at(-1) ?? []).entries())
        expect(joined[index]?.endsWith(name.trim())).toBe(true);
    }),
    { seed: 41, numRuns: 100 },
  );
});

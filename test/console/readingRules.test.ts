import { describe, expect, it } from "vitest";
import { readingRules } from "#console/pages/readingRules.ts";

const metadata = { description: null, deprecated: false };
const plain = {
  table_id: "1",
  format: "CSV" as const,
  columns: [{ name: "tm_celsius", type: "FLOAT64" as const, nullable: true, metadata }],
};

describe("the summary of import options", () => {
  it("default options have no summary", () => {
    expect(readingRules(plain)).toEqual([]);
  });

  it("each chosen option has a line", () => {
    const [column] = plain.columns;
    const rules = readingRules({
      ...plain,
      columns: column ? [{ ...column, source_name: "Tm (°C)" }] : [],
      missing_values: ["n.d.", "<LOD"],
      sequences: "NORMALIZE",
      bad_rows: "SKIP",
      ignored_columns: ["comment", ""],
      delimiter: ";",
      decimal: ",",
      header_row: 3,
      sheet: "Plate 2",
      merged_cells: "FILL",
      encoding: "UTF-16",
      times: "ROUND",
    });
    expect(rules).toEqual([
      "The sheet is Plate 2.",
      "The column names are in row 3.",
      "Cells are separated by a semicolon.",
      "Decimals follow a comma.",
      "Characters are written as UTF-16.",
      "The value of merged cells applies to each of them.",
      "Times are rounded to microseconds.",
      "Read as missing: n.d., <LOD.",
      "Sequences are read in capitals, without surrounding spaces and trailing stops.",
      "Rows that cannot be read are skipped.",
      "Skipped columns of the file: comment, (without a name).",
      "Columns renamed from the file: Tm (°C) → tm_celsius.",
    ]);
    expect(readingRules({ ...plain, ignored_columns: ["*"] })).toEqual([
      "Only the columns that the table has are read.",
    ]);
    expect(readingRules({ ...plain, sheet: 2, merged_cells: "FIRST" })).toEqual([
      "The sheet is number 2.",
      "Only the first of the merged cells has the value.",
    ]);
  });
});

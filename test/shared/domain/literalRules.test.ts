import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutParameters } from "#shared/domain/tasks/cutParameters.ts";
import { brokenLiteralRules, literalColumns } from "#shared/domain/tasks/literalRules.ts";

describe("the rows of a request", () => {
  it("columns with two types or two spellings, and rows without columns, are rejected", () => {
    const messages = (rows: Record<string, string | number | boolean | null>[]) =>
      brokenLiteralRules({ rows }).map(({ path, message }) => [path.join("."), message]);
    expect(messages([{ a: null }, { a: 1 }, { a: true }])).toEqual([
      [
        "rows.2.a",
        'Row 3, column "a": true is a boolean, but the column has a number in row 2; use null for missing values',
      ],
    ]);
    expect(messages([{ a: 1 }, { A: 2 }])).toEqual([
      ["rows.1.A", 'Row 2 has the column "A", which duplicates "a": names are case-insensitive'],
    ]);
    expect(messages([{ a: "M" }, { a: "M\0K" }])).toEqual([
      ["rows.1.a", 'Row 2, column "a": text must not contain NUL characters; remove them'],
    ]);
    expect(messages([{}, {}])).toEqual([["rows.0", "The rows have no columns"]]);
  });

  it("each name gets a column with the type of its values", () => {
    const value = { STRING: fc.string(), FLOAT64: fc.double({ noNaN: true }), BOOL: fc.boolean() };
    const type = fc.constantFrom("STRING" as const, "FLOAT64" as const, "BOOL" as const);
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom("a", "b", "c"), type, { minKeys: 1 }), (types) => {
        const names = Object.keys(types);
        const row = fc.record(Object.fromEntries(names.map((name) => [name, value[types[name] ?? "BOOL"]])));
        const rows = fc.sample(row, { seed: 1, numRuns: 5 }) as Record<string, string | number | boolean>[];
        expect(brokenLiteralRules({ rows })).toEqual([]);
        const columns = literalColumns(rows).map(({ name, type }) => [name, type]);
        expect(Object.fromEntries(columns)).toEqual({ ...types });
      }),
      { seed: 1, numRuns: 50 },
    );
  });

  it("truncated parameters replace rows with their count, and nothing else changes", () => {
    const parameters = {
      dataset: { kind: "LITERAL", rows: [{ a: 1 }] },
      assays: [{ rows: "text" }],
      seed: null,
    };
    expect(cutParameters(parameters)).toEqual({
      dataset: { kind: "LITERAL", num_rows: 1 },
      assays: [{ rows: "text" }],
      seed: null,
    });
  });
});

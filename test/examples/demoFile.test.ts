import { isName } from "@pdp/basics/columns";
import { parseTrino } from "@pdp/trino/parse";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columnsFrom } from "#shared/domain/columns/columnsInput.ts";
import { type DemoFile, describeFile } from "../../examples/demoFile.ts";

const namesOf = ({ columns }: DemoFile): string[] => columns.map(({ name }) => name);

describe("the demo with a user's file", () => {
  it("a column name may be an SQL keyword", async () => {
    const file = await describeFile("mine.csv", "variant,order\nA1V,3\nG2L,4\n");
    expect(namesOf(file)).toEqual(["variant", "order"]);
    expect(file.queries[0]).toContain('avg("order")');
  });

  it("headers may differ only in characters that names cannot contain", async () => {
    const file = await describeFile("mine.csv", "well id,well-id,WELL_ID,well_id_2\n1,2,3,4\n");
    expect(namesOf(file)).toEqual(["well_id", "well_id_2", "WELL_ID_3", "well_id_2_2"]);
  });

  it("a column without a name is refused", async () => {
    await expect(describeFile("mine.csv", "variant,,order\nA1V,2,3\n")).rejects.toThrow(
      "mine.csv: column 2 has no name in the header",
    );
  });

  it("any header produces columns that loads accept and queries can read", async () => {
    const header = fc.oneof(
      fc.constantFrom(
        "order",
        "select",
        "well id",
        "well-id",
        "Well_ID",
        "2nd",
        "__a",
        '"a"',
        "é",
        "x".repeat(130),
      ),
      fc
        .string({ unit: "grapheme", maxLength: 12 })
        .filter((text) => /^[^,"\s]/.test(text) && !text.includes(",")),
    );
    const cell = fc.constantFrom("1", "2.5", "a", "");
    await fc.assert(
      fc.asyncProperty(fc.array(header, { minLength: 1, maxLength: 6 }), cell, async (headers, value) => {
        const row = headers.map(() => value).join(",");
        const file = await describeFile("mine.csv", `${headers.join(",")}\n${row}\n${row}\n`);
        expect(namesOf(file).filter((name) => !isName(name))).toEqual([]);
        const input = file.columns.map(({ name }) => ({ name, type: "STRING" as const }));
        expect(columnsFrom(input, [])).toHaveLength(file.columns.length);
        for (const query of file.queries) parseTrino(query);
      }),
      { seed: 1, numRuns: 300 },
    );
  });
});

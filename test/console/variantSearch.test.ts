import { parseTrino } from "@pdp/trino/parse";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readWanted, searchQuery, type Wanted } from "#console/pages/search/variantSearch.ts";

const COLUMNS = [
  { name: "mutations", type: "STRING" },
  { name: 'odd "name"', type: "STRING" },
  { name: "tm", type: "FLOAT64" },
];

/** Returns the pattern for the first substitution in a query. */
function patternOf(text: string): RegExp {
  const sql = searchQuery("variants", COLUMNS, readWanted(text)) ?? "";
  return new RegExp(/regexp_like\("mutations", '([^']*)'\)/.exec(sql)?.[1] ?? "never");
}

describe("search terms", () => {
  test.each<[string, Wanted]>([
    ["V29A", { kind: "mutations", codes: ["V29A"] }],
    ["  v29a  ", { kind: "mutations", codes: ["V29A"] }],
    ["A34P D118Y", { kind: "mutations", codes: ["A34P", "D118Y"] }],
    ["p.Val29Ala", { kind: "mutations", codes: ["V29A"] }],
    ["mktayi akqr", { kind: "sequence", sequence: "MKTAYIAKQR" }],
  ])("the search term %j is read", (text, wanted) => {
    expect(readWanted(text)).toEqual(wanted);
  });

  test.each(["", "MKT", "29", "wt", "V29del", "R12*", "x'; DROP TABLE y", "A".repeat(5_000)])(
    "the search term %j is refused with a message that states what can be found",
    (text) => {
      expect(() => readWanted(text)).toThrow("substitutions such as V29A");
    },
  );

  test("any string is either read or rejected with the documented message", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."AVKl29 *p.[];:'_-\né") }), (text) => {
        try {
          expect(["mutations", "sequence"]).toContain(readWanted(text).kind);
        } catch (error) {
          expect((error as Error).message).toContain("substitutions such as V29A");
        }
      }),
      { seed: 46 },
    );
  });
});

describe("the query of a search", () => {
  test("a search finds a whole substitution among others, with one-letter or three-letter codes", () => {
    const pattern = patternOf("V29A");
    for (const text of ["V29A", "A3P V29A", "A3P:V29A;K4R", "p.Val29Ala", "p.[Val29Ala;Lys4Arg]"]) {
      expect(pattern.test(text), text).toBe(true);
    }
    for (const text of ["V129A", "V29AB", "IV29A", "V29", "V2A", "29A"])
      expect(pattern.test(text), text).toBe(false);
  });

  test("all substitutions must be in the same column", () => {
    const sql = searchQuery("lab", COLUMNS.slice(0, 1), readWanted("A34P D118Y"));
    expect(sql).toMatch(
      /^SELECT \* FROM "lab" WHERE \(regexp_like\(.*A34P.*\) AND regexp_like\(.*D118Y.*\)\)$/,
    );
  });

  test("a search reads only text columns, and every query is valid", () => {
    expect(searchQuery("lab", COLUMNS.slice(2), readWanted("V29A"))).toBeNull();
    for (const text of ["V29A", "R12K A3P", "MKTAYIAKQR"]) {
      const sql = searchQuery("tasks.task_1", COLUMNS, readWanted(text)) ?? "";
      expect(sql).toContain('FROM "tasks"."task_1"');
      expect(sql).toContain('"odd ""name"""');
      expect(sql).not.toContain('"tm"');
      expect(() => parseTrino(sql)).not.toThrow();
    }
  });
});

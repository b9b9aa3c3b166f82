import { describe, expect, test } from "vitest";
import { loadByPreview } from "../proposals/loadByPreview.ts";
import { useFolder } from "./ingesting.ts";

useFolder();

describe("a FASTA file with several chains", () => {
  test("gets one column for each chain", async () => {
    const text = ">design_4, score=0.91, seed=7\nMAYKTLIVWQ/MKRTVW\n>T=0.2, sample=1\nMAYKTLIVWD:MKRTVA\n";
    const { names, rows } = await loadByPreview(text, "designs.fa");
    expect(names.slice(0, 5)).toEqual(["name", "description", "sequence", "sequence_2", "score"]);
    expect(rows?.map((row) => row.slice(0, 5))).toEqual([
      ["design_4", "score=0.91, seed=7", "MAYKTLIVWQ", "MKRTVW", 0.91],
      ["T=0.2", "sample=1", "MAYKTLIVWD", "MKRTVA", null],
    ]);
  });

  test("is refused with more chains than columns", async () => {
    const { preview } = await loadByPreview(`>a\n${"MKTAYIAK/".repeat(12)}MKT\n`, "a.fa");
    expect(preview.problems.join()).toContain("has 13 chains; at most 12 can be read");
  });
});

test.each([
  ["bp    DNA     circular", "DNA", "atgannnnrr ykcattcgta"],
  ["bp    mRNA    linear", "DNA", "atggctgcat gcattcgtaa"],
  ["aa            linear", "AMINO_ACIDS", "mktayiakqr ataggactga"],
])("a GenBank record of %s has sequences of the kind %s", async (unit, kind, letters) => {
  const text = `LOCUS       pTest                     20 ${unit}
FEATURES             Location/Qualifiers
     source          1..20
     site            3..6
                     /label="cut"
ORIGIN
        1 ${letters}
//
`;
  const { preview } = await loadByPreview(text, "a.gb");
  const column = preview.config?.columns.find(({ name }) => name === "sequence");
  expect([preview.problems, column?.metadata?.kind ?? "AMINO_ACIDS"]).toEqual([[], kind]);
});

import { translate } from "@pdp/basics/proteins";
import { describe, expect, it } from "vitest";
import { CODONS, countedTable, HOSTS, hostTable } from "../../backTranslation/codonTable.ts";

describe("codon tables", () => {
  it("have every amino acid and the stop for every host, with shares that add up to 1", () => {
    for (const host of HOSTS) {
      const table = hostTable(host);
      expect([...table.keys()].sort().join("")).toBe("*ACDEFGHIKLMNPQRSTVWY");
      for (const [residue, codons] of table) {
        expect(codons.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
        for (const { bases } of codons) expect(translate(bases)).toBe(residue);
      }
    }
  });

  it("have the preferred codons that are known for each host", () => {
    // Leucine and arginine: CTG and CGC/CGT in E. coli K-12, TTG and AGA in yeast, CTG in human and mouse.
    const best = (host: (typeof HOSTS)[number], residue: string): string | undefined =>
      hostTable(host).get(residue)?.[0]?.bases;
    expect(best("E_COLI", "L")).toBe("CTG");
    expect(best("S_CEREVISIAE", "L")).toBe("TTG");
    expect(best("S_CEREVISIAE", "R")).toBe("AGA");
    expect(best("B_SUBTILIS", "K")).toBe("AAA");
    expect(best("HUMAN", "L")).toBe("CTG");
    expect(best("MOUSE", "L")).toBe("CTG");
  });

  it("use counts that a user provides, in DNA or RNA letters", () => {
    const counts = Object.fromEntries(CODONS.map((codon) => [codon.replaceAll("T", "U"), 1]));
    const result = countedTable({ ...counts, AAA: 3, AAG: 0 });
    if ("problem" in result) throw new Error(result.problem);
    expect(result.table.get("K")).toEqual([{ bases: "AAA", share: 1, gc: 0 }]);
    expect(result.table.get("F")?.[0]?.share).toBe(0.5);
  });

  it("refuse counts that cannot be used, and say which", () => {
    expect(countedTable({ AAB: 1 })).toEqual({
      problem: '"AAB" is not a codon. Write three of the letters A, C, G and T.',
    });
    expect(countedTable({ UUU: 1, TTT: 1 })).toEqual({
      problem: "The codon TTT has two counts. Remove one of them.",
    });
    expect(countedTable({ AAA: -1 })).toMatchObject({ problem: expect.stringContaining("AAA is -1") });
    const noStop = Object.fromEntries(
      CODONS.filter((codon) => translate(codon) !== "*").map((codon) => [codon, 1]),
    );
    expect(countedTable(noStop)).toEqual({
      problem: "The codon table has no count for the stop. Add at least one codon for each.",
    });
  });
});

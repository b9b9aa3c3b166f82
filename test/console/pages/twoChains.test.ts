import { FROM_ONE } from "@pdp/basics/proteins";
import { describe, expect, test } from "vitest";
import { domainResidues } from "#console/pages/antibody/domainResidues.ts";
import { chainTexts, variantsOfChain, withChain } from "#console/pages/table/heatmap/chainVariants.ts";
import { readSequences } from "#console/pages/tasks/predict/readSequences.ts";
import { markedRuns } from "#console/pages/variant/markedRuns.ts";
import { compareWithNearest } from "#console/pages/variant/variantReference.ts";
import { changedSites, writeChanges } from "#console/pages/variant/writeChanges.ts";

const HEAVY =
  "EVQLVESGGGLVQPGGSLRLSCAASGFNIKDTYIHWVRQAPGKGLEWVARIYPTNGYTRYADSVKGRFTISADTSKNTAYLQMNSLRAEDTAVYYCSRWGGDGFYAMDYWGQGTLVTVSS";

describe("pages about proteins with two chains", () => {
  test("mutations name their chain, and each chain is numbered from its start", () => {
    expect(writeChanges("ACDW/FGHI", "ACDE/FGHI", FROM_ONE)).toEqual(["H:E4W"]);
    expect(changedSites("WCDE/FGHW", "ACDE/FGHI", FROM_ONE)).toEqual([
      { index: 0, code: "H:A1W" },
      { index: 8, code: "L:I4W" },
    ]);
    expect(writeChanges("ACW", "ACD", FROM_ONE)).toEqual(["D3W"]);
  });

  test("a variant is compared with a protein whose chains have the same lengths", () => {
    const known = (name: string, monomer: string) => ({ name, monomer, training: null });
    const proteins = [
      known("shifted", "ACD/EFGHI"),
      known("pair", "ACDE/FGHI"),
      known("single", "ACDEXFGHI"),
    ];
    expect(compareWithNearest("ACDW/FGHI", proteins)?.reference.name).toBe("pair");
    expect(compareWithNearest("ACDW/FGHI", [known("shifted", "ACD/EFGHI")])).toBeNull();
  });

  test("a heatmap shows one chain, alone only for variants whose other chain is unchanged", () => {
    const variants = ["ACD/EFG", "WCD/EFG", "WCD/EFW", "/EFG"].map((sequence, value) => ({
      ...{ sequence, value },
      mutations: "H:A1W",
    }));
    const shown = (counted: "single" | "all") =>
      variantsOfChain(variants, "vh", counted).map(({ sequence, value, mutations }) => [
        sequence,
        value,
        mutations,
      ]);
    expect(shown("single")).toEqual([
      ["ACD", 0, null],
      ["WCD", 1, null],
    ]);
    expect(shown("all")).toHaveLength(3);
    expect(chainTexts("ACD/EFG", "vl")).toEqual({ selected: "EFG", other: "ACD" });
    expect([withChain("ACD/EFG", "vh", "WW"), withChain("ACD/EFG", "vl", "WW")]).toEqual([
      "WW/EFG",
      "ACD/WW",
    ]);
  });

  test("pasted antibodies have one slash between their chains", () => {
    expect(readSequences(">a\nacd/\nefg\n>b\n/EFG\n")).toEqual(["ACD/EFG", "/EFG"]);
    expect(() => readSequences("ACD/EFG/HIK")).toThrow('Sequence 1 has "/" at position 7');
  });

  test("runs of residues end where a mutation or a region ends", () => {
    const mutant = HEAVY.replace("DTYIH", "DWYIH");
    const residues = domainResidues(`${mutant}/`);
    const runs = markedRuns(`${mutant}/`, `${HEAVY}/`, residues, [20, 40]);
    expect(runs.map(({ run, isSame, cdr }) => [run, isSame, cdr])).toEqual([
      ["SCAAS", true, null],
      ["GFNIKD", true, "CDR1"],
      ["W", false, "CDR1"],
      ["Y", true, "CDR1"],
      ["IHWVRQA", true, null],
    ]);
    expect(domainResidues("MKTAYIAKQRQISFVKSHFSRQ").every((one) => one === null)).toBe(true);
  });
});

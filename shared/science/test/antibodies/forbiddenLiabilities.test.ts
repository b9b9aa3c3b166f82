import { createRandom } from "@pdp/basics/statistics";
import { expect, it } from "vitest";
import { findLiabilities, LIABILITIES, type LiabilityKind } from "../../antibodies/liabilities.ts";
import { designSpace, isFeasible } from "../../design/designSpace.ts";
import { nearestDesign } from "../../design/nearestDesign.ts";
import { residueIndices, residueLetters } from "../../sequences/aminoAcids.ts";

// The heavy chain has NGT at 4 and DG at 9, the light chain has C at 2, W at 5 and NS at 7.
const TEMPLATE = "EVQANGTAVDGK/DICATWANSA";

function spaceOf(kinds: readonly LiabilityKind[], kept: [number, number][] = []) {
  const keep = { apply_to: { ranges: { vh: kept } }, motifs: [], operator: "keep" as const };
  return designSpace({
    template: { kind: "VHVL", assembly: { monomer: TEMPLATE }, sampler: { artifact_id: "" } },
    requirements: kept.length > 0 ? [keep] : [],
    discourage_mutations: null,
    forbid_liabilities: [...kinds],
    min_mutations: 0,
    max_mutations: 12,
    alias: null,
  });
}

it("designs without liabilities differ from the template at mutable motifs", () => {
  const space = spaceOf(LIABILITIES);
  expect(isFeasible(space, residueIndices(TEMPLATE))).toBe(false);
  const design = residueLetters(nearestDesign(space, space.template, createRandom(1)).design!);
  expect(design.split("/").flatMap((chain) => findLiabilities(chain).map(({ kind }) => kind))).toEqual([
    "FREE_CYSTEINE",
    "OXIDATION",
  ]);
  expect([design.indexOf("C"), design.indexOf("W")]).toEqual([TEMPLATE.indexOf("C"), TEMPLATE.indexOf("W")]);
});

it("a motif of the template stays where nothing may mutate, and nowhere else", () => {
  const space = spaceOf(["ISOMERIZATION"], [[8, 11]]);
  expect(isFeasible(space, residueIndices(TEMPLATE))).toBe(true);
  expect(isFeasible(space, residueIndices(TEMPLATE.replace("EVQ", "DGQ")))).toBe(false);
  // A design may keep the motif only as a whole: one mutable position is enough to forbid it.
  expect(isFeasible(spaceOf(["ISOMERIZATION"], [[9, 10]]), residueIndices(TEMPLATE))).toBe(false);
});

it("new cysteines are forbidden in both chains, also at their ends", () => {
  const space = spaceOf(["FREE_CYSTEINE"]);
  expect(isFeasible(space, residueIndices(TEMPLATE))).toBe(true);
  for (const mutated of [`C${TEMPLATE.slice(1)}`, `${TEMPLATE.slice(0, -1)}C`, TEMPLATE.replace("K/", "C/")])
    expect(isFeasible(space, residueIndices(mutated)), mutated).toBe(false);
});

import { describe, expect, it } from "vitest";
import {
  fitMutations,
  type MutationMaterial,
  proposedReference,
} from "#console/pages/tasks/measured/mutationMaterial.ts";
import { findMutations, type SeenColumn } from "#shared/proposals/findMutations.ts";

const PROTEIN = "MNFPRASRLMQAAVLGGLMAVSA";
const SHIFT = 20;
const codes: SeenColumn = {
  proposed: { name: "variant", source_name: "variant", type: "STRING", kind: null },
  cells: [...PROTEIN].map((residue, at) => `${residue}${at + 1 + SHIFT}W`),
};

/** Material from a table with mutations numbered from 21. */
function material(known: MutationMaterial["known"]): MutationMaterial {
  const found = findMutations([codes]);
  expect(found.map(({ mutations }) => mutations)).toEqual(["variant"]);
  return { columns: [codes], candidates: found as unknown as MutationMaterial["candidates"], known };
}

describe("a table with mutations and no sequences", () => {
  it("the project reference that matches the table's wild-type letters is used", () => {
    const other = { monomer: [...PROTEIN].reverse().join("") };
    expect(proposedReference(material([other, { monomer: PROTEIN }]))).toBe(PROTEIN);
    expect(proposedReference(material([other]))).toBe("");
  });

  it("residues are numbered in the same way as the table's mutations", () => {
    expect(fitMutations(material([]), PROTEIN)).toMatchObject({
      mutations: "variant",
      numbering: { first_position: 1 + SHIFT },
      words: expect.stringContaining("Sequences are computed from the mutations in variant"),
    });
  });

  it.each([
    ["", "Enter the protein"],
    ["not a protein", "is not an amino acid sequence"],
    [[...PROTEIN].reverse().join(""), "do not agree with this reference"],
  ])("the reference %j is refused with a message", (reference, problem) => {
    expect(fitMutations(material([]), reference)).toEqual({ problem: expect.stringContaining(problem) });
  });
});

import type { Structure } from "@pdp/formats/proteins";
import { RESIDUE_KINDS } from "@pdp/science/models";
import { residueIndices } from "@pdp/science/sequences";

import { expect, test } from "vitest";
import { matchReference } from "#shared/domain/structures/matchReference.ts";
import { nearbyPositions } from "#shared/domain/structures/nearbyPositions.ts";
import { structureContext } from "#shared/tasks/structures/structureContext.ts";
import { structureScores } from "#shared/tasks/structures/structureScores.ts";
import { storedStructure } from "../science/inverseFolding/structureFiles.ts";

const structure = await storedStructure("selenomethionine-1a8o");
const sequence = structure.residues.map(({ letter }) => letter).join("");

/** Adds a chain with the same atoms and other letters. */
function withChain(chain: string, letters: string): Structure {
  const copied = structure.residues.map((residue, index) => ({ ...residue, chain, letter: letters[index]! }));
  return { ...structure, residues: [...structure.residues, ...copied] };
}

test("substitutions at positions that the structure does not show count as average ones, and the reference as no change", async () => {
  const reference = `GGGGG${sequence}`;
  const { changes, places } = structureContext(await structureScores(structure, reference), reference);
  const letters = residueIndices(reference);
  const row = (position: number) => changes.slice(position * RESIDUE_KINDS, position * RESIDUE_KINDS + 20);
  const shown = [...letters.keys()]
    .slice(5)
    .flatMap((position) => [...row(position)].filter((_, residue) => residue !== letters[position]));
  const mean = shown.reduce((sum, change) => sum + change, 0) / shown.length;
  expect(mean).toBeLessThan(-1);
  for (const position of [0, 4]) {
    for (const [residue, change] of row(position).entries())
      expect(change).toBeCloseTo(residue === letters[position] ? 0 : mean, 6);
  }
  const distance = (one: number, other: number) =>
    Math.hypot(...[0, 1, 2].map((axis) => places[3 * one + axis]! - places[3 * other + axis]!));
  // Neighbors in a chain are 3.8 Å apart; positions that are not shown are far from all.
  expect(distance(5, 6)).toBeCloseTo(3.8, 0);
  expect(distance(0, 1)).toBeGreaterThan(1e5);
  expect(distance(4, 5)).toBeGreaterThan(1e5);
});

test("a copy of the protein is nearly identical; a paralog keeps its letters", () => {
  const paralog = [...sequence].map((letter, index) => (index % 3 === 0 ? "A" : letter)).join("");
  const chains = (of: Structure) => matchReference(sequence, of).map(({ chain }) => chain);
  expect(chains(withChain("B", sequence))).toEqual(["A", "B"]);
  expect(chains(withChain("B", paralog))).toEqual(["A"]);
});

test("a peptide matches if half of its residues are there", () => {
  const peptide = { residues: structure.residues.slice(0, 12) };
  const reference = `${sequence.slice(0, 11)}W`;
  expect(matchReference(reference, peptide)[0]?.differences).toHaveLength(1);
});

test("a structure without complete backbones is refused", async () => {
  const bare = {
    ...structure,
    residues: structure.residues.map((residue) => ({ ...residue, backbone: null })),
  };
  await expect(structureScores(bare, sequence)).rejects.toThrow("no complete backbone");
});

test("distances are measured from all copies, and only from what the structure shows", () => {
  const dimer = withChain("B", sequence);
  const at = dimer.residues.at(-1)!.atoms.slice(0, 3) as unknown as [number, number, number];
  const moved = {
    ...dimer,
    residues: dimer.residues.map((residue) =>
      residue.chain === "B" ? residue : { ...residue, atoms: residue.atoms.map((value) => value + 500) },
    ),
  };
  const ligand = { chain: "L", residue: "ZN", position: "1", element: 30, at };
  const found = nearbyPositions(sequence, { ...moved, others: [ligand] }, { within: 2, of: "ligand" });
  expect(found).toContain(sequence.length - 1);
  expect(() => nearbyPositions(sequence, structure, { beyond: 5, of: { positions: [] } })).toThrow(
    "shows none of these positions",
  );
});

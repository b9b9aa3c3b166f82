import { expect, test } from "vitest";
import { nearbyPositions } from "#shared/domain/structures/nearbyPositions.ts";
import { storedStructure } from "../science/inverseFolding/structureFiles.ts";

const structure = await storedStructure("dna-zinc-1bc8");
const template = structure.residues.map(({ letter }) => letter).join("");
const two = await storedStructure("two-chains-4gyt");
const first = two.residues.filter(({ chain }) => chain === "A");
const chainA = first.map(({ letter }) => letter).join("");

test("positions near nucleic acids and metals are fewer at shorter distances, and every position is near or beyond", () => {
  const within = (distance: number) =>
    nearbyPositions(template, structure, { within: distance, of: "ligand" });
  const beyond = nearbyPositions(template, structure, { beyond: 6, of: "ligand" });
  expect(within(4).length).toBeGreaterThan(0);
  expect(within(4).every((position) => within(6).includes(position))).toBe(true);
  expect([...within(6), ...beyond].toSorted((a, b) => a - b)).toEqual(
    [...template].map((_, position) => position),
  );
});

test("the interface with another chain is found, and the distance is that of the nearest atoms", () => {
  const positions = nearbyPositions(chainA, two, { within: 5, of: { chain: "B" } });
  const others = two.residues.filter(({ chain }) => chain === "B").flatMap(({ atoms }) => atoms);
  const nearest = (position: number): number => {
    const { atoms } = first[position]!;
    let least = Infinity;
    for (let a = 0; a < atoms.length; a += 3) {
      for (let b = 0; b < others.length; b += 3)
        least = Math.min(
          least,
          Math.hypot(atoms[a]! - others[b]!, atoms[a + 1]! - others[b + 1]!, atoms[a + 2]! - others[b + 2]!),
        );
    }
    return least;
  };
  const expected = [...first.keys()].filter((position) => nearest(position) <= 5);
  expect(positions).toEqual(expected);
});

test("what cannot be found is named", () => {
  const find =
    (of: "ligand" | { chain: string }, within = 4) =>
    () =>
      nearbyPositions(chainA, two, { within, of });
  expect(find({ chain: "Z" })).toThrow("no chain Z; its chains: A, B");
  const { chain } = structure.residues[0]!;
  const itself = () => nearbyPositions(template, structure, { within: 4, of: { chain } });
  expect(itself).toThrow(`Chain ${chain} is the template itself`);
  // Each copy of a dimer can be named: the interface is measured at the other one.
  expect(find({ chain: "A" })().length).toBeGreaterThan(0);
  expect(find("ligand", 0.1)).toThrow("No position is within 0.1 Å of a ligand");
});

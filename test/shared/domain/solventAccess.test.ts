import { expect, test } from "vitest";
import { solventAccess } from "#shared/domain/structures/solventAccess.ts";
import { surfacePositions } from "#shared/domain/structures/surfacePositions.ts";
import { storedStructure } from "../science/inverseFolding/structureFiles.ts";

const structure = await storedStructure("dna-zinc-1bc8");
const template = structure.residues.map(({ letter }) => letter).join("");
const shares = solventAccess(structure, structure.residues);

/** Surfaces in square angstrom by Biopython 1.88 (`ShrakeRupley(n_points=960)`), without water. */
const SURFACES = [
  ...[138, 66, 56, 87, 65, 36, 48, 69, 54, 50, 50, 51, 50, 38, 64, 70, 34, 75, 90, 31],
  ...[46, 75, 32, 28, 32, 74, 78, 49, 98, 57, 40, 28, 30, 31, 42, 69, 28, 45, 56, 60],
  ...[51, 19, 43, 53, 45, 12, 62, 48, 56, 68, 22, 89, 68, 31, 32, 43, 71, 28, 43, 48],
  ...[28, 24, 46, 37, 55, 21, 49, 80, 69, 55, 51, 29, 41, 64, 40, 81, 96, 33, 73, 35],
  ...[29, 31, 27, 30, 64, 49, 57, 64, 49, 76, 74, 52, 122],
];
/** Largest surfaces of the amino acids that are compared. */
const LARGEST: Record<string, number> = { A: 129, E: 223, G: 104, K: 236, L: 201, R: 274, S: 155, W: 285 };

test("the solvent-accessible surface matches that of another program", () => {
  const compared = [...template].flatMap((letter, position) =>
    LARGEST[letter] === undefined
      ? []
      : [[shares[position]!, SURFACES[position]! / LARGEST[letter]] as const],
  );
  expect(compared.length).toBeGreaterThan(40);
  for (const [own, other] of compared) expect(Math.abs(own - other)).toBeLessThan(0.03);
});

test("every position that the structure shows is exposed or buried", () => {
  const exposed = surfacePositions(template, structure, { exposed: 0.2 });
  const buried = surfacePositions(template, structure, { buried: 0.2 });
  expect([...exposed, ...buried].toSorted((a, b) => a - b)).toEqual(
    [...template].map((_, position) => position),
  );
  expect(buried).toEqual([...template].flatMap((_, position) => (shares[position]! < 0.2 ? [position] : [])));
});

test("a chain beside the protein covers it, and residues that are absent are neither exposed nor buried", async () => {
  const two = await storedStructure("two-chains-4gyt");
  const chainA = two.residues.filter(({ chain }) => chain === "A");
  const alone = solventAccess({ ...two, residues: chainA, others: [] }, chainA);
  const together = solventAccess(two, chainA);
  for (const [index, share] of together.entries()) expect(share).toBeLessThanOrEqual(alone[index]! + 1e-9);
  expect(together.filter((share, index) => share < alone[index]! - 0.05).length).toBeGreaterThan(2);
  const longer = `MKWPQ${chainA.map(({ letter }) => letter).join("")}`;
  const found = [
    ...surfacePositions(longer, two, { exposed: 0.2 }),
    ...surfacePositions(longer, two, { buried: 0.2 }),
  ];
  expect(found.filter((position) => position < 5)).toEqual([]);
});

test("a share that no position has is named", () => {
  expect(() => surfacePositions(template, structure, { exposed: 1 })).toThrow(
    "No position has at least 1 of its surface accessible to water",
  );
  expect(() => surfacePositions("W".repeat(40), structure, { exposed: 0.2 })).toThrow(
    "No chain of the structure",
  );
});

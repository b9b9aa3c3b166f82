import type { Structure, StructureResidue } from "@pdp/formats/proteins";
import { RESIDUE_KINDS } from "@pdp/science/models";
import { AMINO_ACID_COUNT } from "@pdp/science/sequences";

import { expect, test } from "vitest";
import { nearbyPositions } from "#shared/domain/structures/nearbyPositions.ts";
import { surfacePositions } from "#shared/domain/structures/surfacePositions.ts";
import { structureContext } from "#shared/tasks/structures/structureContext.ts";
import { structureScores } from "#shared/tasks/structures/structureScores.ts";
import { structureSection } from "#shared/tasks/structures/structureSection.ts";
import { storedStructure } from "../science/inverseFolding/structureFiles.ts";

const [first, second] = await Promise.all([
  storedStructure("selenomethionine-1a8o"),
  storedStructure("two-chains-4gyt"),
]);
const heavy = first.residues;
const light = second.residues.filter(({ chain }) => chain === second.residues[0]!.chain).slice(0, 50);
const lettersOf = (residues: readonly StructureResidue[]) => residues.map(({ letter }) => letter).join("");
const reference = `${lettersOf(heavy)}/${lettersOf(light)}`;
const lightStart = heavy.length + 1;

type Place = [number, number, number];

function moved(residues: readonly StructureResidue[], chain: string, by: Place): StructureResidue[] {
  const shift = (values: readonly number[]) => values.map((value, at) => value + by[at % 3]!);
  return residues.map((residue) => ({
    ...residue,
    chain,
    atoms: shift(residue.atoms),
    backbone: residue.backbone && shift(residue.backbone),
  }));
}

const atom = ({ atoms }: StructureResidue): Place => [atoms[0]!, atoms[1]!, atoms[2]!];
/** Moves the second chain until its first residue is 6 Å from the last residue of the first chain. */
const beside = ((from: Place, to: Place): Place => [to[0] - from[0] + 6, to[1] - from[1], to[2] - from[2]])(
  atom(light[0]!),
  atom(heavy.at(-1)!),
);
const far = beside.map((value) => value + 300) as Place;

/** Two antibodies; the light chain of the second one is listed first. */
const structure: Structure = {
  ...first,
  others: [],
  residues: [
    ...moved(light, "B", far),
    ...moved(heavy, "H", [0, 0, 0]),
    ...moved(light, "L", beside),
    ...moved(heavy, "A", [300, 300, 300]),
  ],
};

const scored = structureScores(structure, reference);

test("both chains of a reference are matched to chains that touch each other", async () => {
  const scores = await scored;
  expect([scores.chain, scores.partner, scores.copies.toSorted()]).toEqual(["H", "L", ["A", "B"]]);
  const { places } = scores;
  const distance = (one: number, other: number) =>
    Math.hypot(...[0, 1, 2].map((axis) => places![3 * one + axis]! - places![3 * other + axis]!));
  expect(distance(heavy.length - 1, lightStart)).toBeLessThan(12);
  expect(distance(heavy.length - 1, heavy.length)).toBeGreaterThan(1e5);
  const row = scores.logProbabilities.subarray(
    lightStart * AMINO_ACID_COUNT,
    (lightStart + 1) * AMINO_ACID_COUNT,
  );
  expect(Math.min(...row)).toBeLessThan(-0.5);
  expect(structureSection(scores, reference).text).toContain(
    `${heavy.length + light.length} of ${heavy.length + light.length} positions, from the backbone of the chains H and L`,
  );
});

test("the break between two chains has no changes, and residues after it keep theirs", async () => {
  const { changes } = structureContext(await scored, reference);
  const at = (position: number) => [
    ...changes.slice(position * RESIDUE_KINDS, (position + 1) * RESIDUE_KINDS),
  ];
  expect(changes).toHaveLength(reference.length * RESIDUE_KINDS);
  expect(at(heavy.length)).toEqual(new Array(RESIDUE_KINDS).fill(0));
  expect(at(lightStart).filter((change) => change === 0)).toHaveLength(1);
});

test("differences name their chain", async () => {
  const mutated = `${reference.slice(0, lightStart + 2)}${reference[lightStart + 2] === "W" ? "A" : "W"}${reference.slice(lightStart + 3)}`;
  const { differences } = await structureScores(structure, mutated);
  expect(differences).toEqual([`L:W3${light[2]!.letter}`]);
});

test("a structure without one of the chains is refused with a sentence", async () => {
  const alone = { ...structure, residues: moved(heavy, "H", [0, 0, 0]) };
  await expect(structureScores(alone, reference)).rejects.toThrow(
    "No chain of the structure has half of its residues in common with the light chain (vl).",
  );
  const single = `${lettersOf(heavy)}/`;
  expect((await structureScores(alone, single)).isShown).toHaveLength(heavy.length + 1);
});

test("both chains in one chain of the structure are matched to their parts", async () => {
  const fused = [...moved(heavy, "S", [0, 0, 0]), ...moved(light, "S", beside)];
  const scores = await structureScores({ ...structure, residues: fused }, reference);
  expect([scores.chain, scores.partner, scores.copies]).toEqual(["S", undefined, []]);
  expect(scores.isShown.reduce((sum, flag) => sum + flag, 0)).toBe(heavy.length + light.length);
});

test("positions near the other chain are those of both copies, in the joined sequence", () => {
  const near = nearbyPositions(reference, structure, { within: 8, of: { chain: "L" } });
  expect(near).toContain(heavy.length - 1);
  expect(near.every((position) => position < heavy.length)).toBe(true);
  const nearHeavy = nearbyPositions(reference, structure, { within: 8, of: { chain: "H" } });
  expect(nearHeavy).toContain(lightStart);
  expect(nearHeavy.every((position) => position >= lightStart)).toBe(true);
  expect(surfacePositions(reference, structure, { exposed: 0.2 })).not.toContain(heavy.length);
  expect(() => nearbyPositions(reference, structure, { within: 8, of: { positions: [3] } })).toThrow(
    "Positions of two chains are ambiguous",
  );
});

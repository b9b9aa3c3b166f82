import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { createRandom } from "#shared/basics/statistics/random.ts";
import { networkInput } from "#shared/domain/structures/networkInput.ts";
import { decodeChanges } from "#shared/science/inverseFolding/decodeChanges.ts";
import { type Decoder, LETTERS, logProbabilities } from "#shared/science/inverseFolding/decoder.ts";
import { decodeAll, readBackbone } from "#shared/science/inverseFolding/inverseFolding.ts";
import { loadNetwork, type NetworkName } from "#shared/science/inverseFolding/networkFiles.ts";
import { createStructureScorer } from "#shared/science/inverseFolding/structureScorer.ts";
import { expectedScores, STRUCTURES, type StructureName, storedStructure } from "./structureFiles.ts";

const NETWORKS: readonly NetworkName[] = ["backbone", "ligand"];

async function decoderOf(
  name: StructureName,
  network: NetworkName,
): Promise<{ decoder: Decoder; sequence: string }> {
  const { backbone, context, residues } = networkInput(await storedStructure(name));
  const weights = await loadNetwork(network);
  const decoder = readBackbone(weights, backbone, network === "ligand" ? context : null);
  return { decoder, sequence: residues.map(({ letter }) => letter).join("") };
}

const indices = (sequence: string): Int32Array =>
  Int32Array.from(sequence, (letter) => LETTERS.indexOf(letter));

describe("inverse-folding networks", () => {
  const expected = expectedScores();

  for (const network of NETWORKS) {
    test.for(STRUCTURES)(`the ${network} network returns what the original returns for %s`, async (name) => {
      const { decoder, sequence } = await decoderOf(name, network);
      const { turns, logProbabilities: known } = expected[name][network];
      const states = decodeAll(decoder, indices(sequence), Int32Array.from(turns));
      const computed = logProbabilities(decoder, states.at(-1)!.residues);
      expect(computed.length).toBe(known.length);
      const farthest = computed.reduce((most, value, at) => Math.max(most, Math.abs(value - known[at]!)), 0);
      expect(farthest).toBeLessThan(1e-4);
    });
  }

  test("the weights are the files that SOURCE.md names", async () => {
    const folder = new URL("../../../../shared/science/inverseFolding/weights/", import.meta.url);
    const source = await readFile(new URL("SOURCE.md", folder), "utf8");
    for (const network of NETWORKS) {
      const content = await readFile(new URL(`${network}.weights`, folder));
      const digest = createHash("sha256").update(content).digest("hex");
      expect(source).toContain(`| \`${network}.weights\` | \`${digest}\` |`);
    }
  });
});

describe("scores of changes", () => {
  let decoder: Decoder;
  let sequence: string;
  beforeAll(async () => {
    ({ decoder, sequence } = await decoderOf("selenomethionine-1a8o", "backbone"));
  });

  test("decoding only what changes gives the same result as decoding everything", () => {
    const random = createRandom("decodeChanges");
    const letters = indices(sequence);
    const turns = random.shuffle(Int32Array.from(letters.keys()));
    const decoded = { letters, turns, states: decodeAll(decoder, letters, turns) };
    for (const count of [1, 2, 3, 8]) {
      const changed = [...random.shuffle(Array.from(letters.keys()))].slice(0, count);
      const mutant = letters.slice();
      for (const residue of changed) mutant[residue] = random.integer(20);
      const everything = logProbabilities(decoder, decodeAll(decoder, mutant, turns).at(-1)!.residues);
      const part = decodeChanges(decoder, decoded, changed, mutant);
      changed.forEach((residue, row) => {
        const width = LETTERS.length;
        expect(part.slice(row * width, (row + 1) * width)).toEqual(
          everything.slice(residue * width, (residue + 1) * width),
        );
      });
    }
  });

  test("the same seed gives the same scores, and another seed nearly the same", () => {
    const changes = [
      { residue: 20, letter: "W" },
      { residue: 24, letter: "P" },
    ];
    const score = (seed: number): number => createStructureScorer(decoder, sequence, seed).score(changes);
    expect(score(1)).toBe(score(1));
    expect(Math.abs(score(1) - score(2))).toBeLessThan(1);
  });

  test("a letter that stays has the score 0, and buried residues rarely become proline", () => {
    const scorer = createStructureScorer(decoder, sequence, 1);
    expect(scorer.score([{ residue: 5, letter: sequence[5]! }])).toBe(0);
    const prolines = Array.from(sequence, (letter, residue) =>
      letter === "P" ? 0 : scorer.score([{ residue, letter: "P" }]),
    );
    expect(prolines.filter((score) => score < -1).length).toBeGreaterThan(0.8 * sequence.length);
  });
});

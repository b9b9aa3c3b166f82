import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import {
  LETTERS,
  loadNetwork,
  meanLogProbabilities,
  type NetworkName,
  readBackbone,
} from "@pdp/science/structures";
import { beforeAll, describe, expect, test } from "vitest";
import { networkInput } from "#shared/domain/structures/networkInput.ts";
import { type Decoder, decode } from "../../../../shared/science/inverseFolding/decoder.ts";
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
      const computed = decode(decoder, indices(sequence), Int32Array.from(turns));
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

describe("mean log probabilities", () => {
  let decoder: Decoder;
  let sequence: string;
  beforeAll(async () => {
    ({ decoder, sequence } = await decoderOf("selenomethionine-1a8o", "backbone"));
  });
  const at = (values: Float64Array, residue: number, letter: string): number =>
    values[residue * LETTERS.length + LETTERS.indexOf(letter)]!;

  test("the same seed gives the same result, and another seed nearly the same", () => {
    const first = meanLogProbabilities(decoder, sequence, 1);
    expect(meanLogProbabilities(decoder, sequence, 1)).toEqual(first);
    const other = meanLogProbabilities(decoder, sequence, 2);
    expect(other).not.toEqual(first);
    const apart = first.reduce(
      (sum, value, index) => sum + Math.abs(value - other[index]!) / first.length,
      0,
    );
    expect(apart).toBeLessThan(0.3);
  });

  test("a residue does not see its own letter, but sees that of a neighbor", () => {
    const residue = 20;
    const mutant = `${sequence.slice(0, residue)}${sequence[residue] === "W" ? "G" : "W"}${sequence.slice(residue + 1)}`;
    const before = meanLogProbabilities(decoder, sequence);
    const after = meanLogProbabilities(decoder, mutant);
    expect(at(after, residue, "A")).toBe(at(before, residue, "A"));
    expect(at(after, residue + 1, "A")).not.toBe(at(before, residue + 1, "A"));
  });

  test("residues rarely become proline, and most prefer their own letter to it", () => {
    const values = meanLogProbabilities(decoder, sequence);
    const losses = Array.from(
      sequence,
      (letter, residue) => at(values, residue, "P") - at(values, residue, letter),
    );
    expect(losses.filter((loss) => loss < -1).length).toBeGreaterThan(0.8 * sequence.length);
  });
});

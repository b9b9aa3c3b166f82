import { createRandom } from "@pdp/basics/statistics";
import { describe, expect, it } from "vitest";
import {
  mutants,
  REFERENCE,
  someScores,
  someStructure,
} from "../../../../test/shared/science/scorer/mutants.ts";
import { fitSampler } from "../../sampler/fitSampler.ts";
import { mutationContext } from "../../scorer/mutationContext.ts";
import {
  embeddingKernel,
  kernelMatrix,
  MUTATION_KERNELS,
  oneHotKernel,
  type PairKernel,
  pairKernel,
} from "../../scorer/mutationKernels.ts";
import { type MutationRows, mutationRows } from "../../scorer/mutationRows.ts";
import { residueIndices } from "../../sequences/aminoAcids.ts";

const reference = residueIndices(REFERENCE);
const mutationsOf = (seed: string): MutationRows =>
  mutationRows(
    mutants(createRandom(seed), 30, 3).map((text) => residueIndices(text)),
    reference,
  );
const [a, b] = [mutationsOf("a"), mutationsOf("b")];
const homologs = mutants(createRandom("homologs"), 40, 4);
const { sampler } = await fitSampler({ reference, homologs }, { threads: 1 });
const context = mutationContext(reference, sampler, someScores(), someStructure());

/** Kernels by name, and whether they are zero between different positions. */
const KERNELS: [string, PairKernel, boolean][] = [
  ...MUTATION_KERNELS.map((name): [string, PairKernel, boolean] => [
    name,
    pairKernel(name, context, a, b),
    ["identity", "site", "siteResidue"].includes(name),
  ]),
  ["one-hot residues", oneHotKernel(a, b), true],
  ["embeddings", embeddingKernel(context, a, b, (site) => 1 + site), true],
];

describe.each(KERNELS)("the kernel %s", (_, kernel, isLocal) => {
  const matrix = kernelMatrix(a, b, [{ kernel, factor: 2 }]);
  const pairs = Array.from(matrix.data, (value, at) => {
    const [i, j] = [Math.floor(at / matrix.columns), at % matrix.columns];
    return { value, expected: 0 + 2 * kernel.of(i, j), apart: a.sites[i] !== b.sites[j] };
  });

  it("the kernel value of every pair is in the matrix", () => {
    expect(pairs.map(({ value }) => value)).toEqual(pairs.map(({ expected }) => expected));
  });

  it("mutations at one position are related, and so are those at different positions unless the kernel is local", () => {
    expect(pairs.some(({ value, apart }) => !apart && value !== 0)).toBe(true);
    expect(pairs.some(({ value, apart }) => apart && value !== 0)).toBe(!isLocal);
    expect(kernel.isLocal).toBe(isLocal);
  });
});

it("the similarity of neighbors depends on their distance", () => {
  const neighbors = pairKernel("neighbours", context, a, b);
  const pairs = [...a.sites.keys()].flatMap((i) => [...b.sites.keys()].map((j): [number, number] => [i, j]));
  for (const [i, j] of pairs) {
    expect(neighbors.of(i, j)).toBe(Math.exp(-Math.abs(a.sites[i]! - b.sites[j]!) / 2));
  }
});

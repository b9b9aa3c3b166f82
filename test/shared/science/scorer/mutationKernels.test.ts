import { describe, expect, it } from "vitest";
import { fitSampler } from "#shared/science/sampler/fitSampler.ts";
import { mutationContext } from "#shared/science/scorer/mutationContext.ts";
import {
  embeddingKernel,
  kernelMatrix,
  MUTATION_KERNELS,
  oneHotKernel,
  pairKernel,
} from "#shared/science/scorer/mutationKernels.ts";
import { mutationRows } from "#shared/science/scorer/mutationRows.ts";
import { residueIndices } from "#shared/science/sequences/aminoAcids.ts";
import { createRandom } from "#shared/science/statistics/random.ts";
import { mutants, REFERENCE } from "./mutants.ts";

const reference = residueIndices(REFERENCE);

describe("the matrix of a kernel of mutations", () => {
  it("has the kernel's value for every pair, also of those that are looked for at the same position alone", async () => {
    const { sampler } = await fitSampler(
      { reference, homologs: mutants(createRandom("homologs"), 40, 4) },
      { threads: 1 },
    );
    const context = mutationContext(reference, sampler);
    const [a, b] = ["a", "b"].map((seed) =>
      mutationRows(
        mutants(createRandom(seed), 30, 3).map((text) => residueIndices(text)),
        reference,
      ),
    ) as [ReturnType<typeof mutationRows>, ReturnType<typeof mutationRows>];
    const kernels = [
      ...MUTATION_KERNELS.map((name) => pairKernel(name, context, a, b)),
      oneHotKernel(a, b),
      embeddingKernel(context, a, b, (site) => 1 + site),
    ];
    for (const kernel of kernels) {
      const matrix = kernelMatrix(a, b, [{ kernel, factor: 2 }]);
      const expected = Array.from(matrix.data, (_, at) => {
        const [i, j] = [Math.floor(at / matrix.columns), at % matrix.columns];
        return 2 * kernel.of(i, j);
      });
      expect([...matrix.data]).toEqual(expected);
      expect(expected.some((value) => value !== 0)).toBe(true);
    }
  });
});

import { createRandom } from "@pdp/basics/statistics";
import { describe, expect, it } from "vitest";
import { generator } from "../../../../test/shared/science/design/generators.ts";
import { ehrlichFunction } from "../../../../test/support/landscapes/ehrlichFunction.ts";
import { designSpace, isFeasible } from "../../design/designSpace.ts";
import { startingDesigns } from "../../design/startingDesigns.ts";
import { fitSampler } from "../../sampler/fitSampler.ts";
import { residueIndices, residueLetters } from "../../sequences/aminoAcids.ts";

const OPTIONS = { length: 32, motifs: 4, motifLength: 4, quantization: 4, epistasis: 0 };

describe("an Ehrlich function", () => {
  it("an Ehrlich function has a maximum of 1, which a sequence reaches", () => {
    for (let seed = 0; seed < 50; seed += 1) {
      const landscape = ehrlichFunction({ ...OPTIONS, seed });
      expect(landscape.value(landscape.best())).toBe(1);
      const random = createRandom(seed);
      for (let draw = 0; draw < 50; draw += 1) {
        const value = landscape.value(landscape.randomSequence(random));
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
      }
    }
  });

  it("the value is the product of motif fractions, rounded down to a level", () => {
    const landscape = ehrlichFunction({ ...OPTIONS, seed: "product", quantization: 2 });
    const best = landscape.best();
    const starts = landscape.motifs.map((_, motif) =>
      landscape.motifs.slice(0, motif).reduce((sum, { offsets }) => sum + offsets.at(-1)! + 1, 0),
    );
    // The last residue of the last motif is overwritten by the residue before it: three of four remain, rounded down to a half.
    const broken = best.slice();
    const last = starts.at(-1)! + landscape.motifs.at(-1)!.offsets.at(-1)!;
    broken.fill(broken[last - 1]!, last);
    expect(landscape.value(best)).toBe(1);
    expect(landscape.value(broken)).toBe(0.5);
    const rugged = ehrlichFunction({ ...OPTIONS, seed: "product", quantization: 2, epistasis: 1 });
    expect(rugged.value(broken)).toBe(0.5 * (1 + 0.5 * -0.5));
    expect(rugged.value(best)).toBe(1);
  });

  it("a sequence with a banned pair has no value", () => {
    const landscape = ehrlichFunction({ ...OPTIONS, seed: 1 });
    const [[from, to] = [0, 0]] = landscape.banned;
    const sequence = new Uint8Array(32).fill(from);
    expect(landscape.value(sequence)).not.toBeNaN();
    expect(landscape.value(sequence.fill(to, 16))).toBeNaN();
    expect(landscape.banned.every(([first, other]) => first !== other)).toBe(true);
  });

  it("a design space forbids the same pairs as two-letter motifs", async () => {
    const landscape = ehrlichFunction({ ...OPTIONS, seed: 3 });
    const template = residueLetters(landscape.randomSequence(createRandom(3)));
    const requirements = [
      { operator: "none" as const, motifs: landscape.banned.map((pair) => residueLetters(pair)) },
    ];
    const space = designSpace(generator(template, { requirements, max: 32 }));
    const { sampler } = await fitSampler({ reference: residueIndices(template) });
    const proposal = { sampler, temperature: 2, evenShare: 0.5 };
    const designs = startingDesigns(space, 300, proposal, createRandom(1));
    expect(designs).toHaveLength(300);
    expect(designs.every((design) => isFeasible(space, design) && landscape.value(design) >= 0)).toBe(true);
  });
});

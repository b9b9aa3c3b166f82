import { createRandom } from "@pdp/basics/statistics";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nearTemplate } from "../../design/nearTemplate.ts";
import { createSampler, type Sampler } from "../../sampler/sampler.ts";

const LENGTH = 7;
const SITES = [0, 2, 3, 6];

/** Couplings between some positions, and fields for all positions. */
function coupledSampler(seed: number): Sampler {
  const random = createRandom(seed);
  const couplings = new Float32Array(SITES.length ** 2 * 400);
  for (let i = 0; i < SITES.length; i += 1) {
    for (let j = 0; j < i; j += 1) {
      for (let a = 0; a < 20; a += 1) {
        for (let b = 0; b < 20; b += 1) {
          const value = random.normal();
          couplings[((i * SITES.length + j) * 20 + b) * 20 + a] = value;
          couplings[((j * SITES.length + i) * 20 + a) * 20 + b] = value;
        }
      }
    }
  }
  return createSampler({
    reference: Uint8Array.from({ length: LENGTH }, () => random.integer(20)),
    fields: Float64Array.from({ length: LENGTH * 20 }, () => random.normal()),
    sites: Uint16Array.from(SITES),
    couplings,
  });
}

describe("the density near a template", () => {
  const sequence = fc
    .array(fc.nat(19), { minLength: LENGTH, maxLength: LENGTH })
    .map((numbers) => Uint8Array.from(numbers));

  it("the density near a template equals the sampler's, for any template", () => {
    fc.assert(
      fc.property(fc.nat(4), sequence, sequence, fc.nat(LENGTH - 1), (seed, template, design, position) => {
        const sampler = coupledSampler(seed);
        const near = nearTemplate(sampler, template);
        expect(near.logDensity(design)).toBeCloseTo(sampler.logDensity(design), 5);
        const scores = [near, sampler].map((sampler) => sampler.substitutionScores(design).data);
        const conditionals = [near, sampler].map((sampler) => {
          const out = new Float64Array(20);
          sampler.conditional(design, position, out, 1.5);
          return out;
        });
        for (const [computed, expected] of [scores, conditionals]) {
          const worst = Math.max(...computed!.map((value, at) => Math.abs(value - expected![at]!)));
          expect(worst).toBeLessThan(1e-5);
        }
      }),
      { seed: 1, numRuns: 100 },
    );
  });
});

import { DomainError } from "@pdp/basics/errors";
import { createRandom } from "@pdp/basics/statistics";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSampler, type Sampler } from "../../sampler/sampler.ts";
import { decodeSampler, encodeSampler } from "../../sampler/samplerBytes.ts";
import { AMINO_ACID_COUNT, GAP, residueIndices, UNKNOWN } from "../../sequences/aminoAcids.ts";

const LETTERS = AMINO_ACID_COUNT;
const REFERENCE = residueIndices("MKVLITG");
const SITES = Uint16Array.of(0, 2, 3, 6);

function randomSampler(sites = SITES): Sampler {
  const random = createRandom("sampler");
  const count = sites.length;
  const couplings = new Float32Array(count * count * LETTERS * LETTERS);
  for (let i = 0; i < count; i += 1) {
    for (let j = 0; j < i; j += 1) {
      for (let a = 0; a < LETTERS; a += 1) {
        for (let b = 0; b < LETTERS; b += 1) {
          const value = random.normal();
          couplings[((i * count + j) * LETTERS + b) * LETTERS + a] = value;
          couplings[((j * count + i) * LETTERS + a) * LETTERS + b] = value;
        }
      }
    }
  }
  const fields = Float64Array.from({ length: REFERENCE.length * LETTERS }, () => random.normal());
  return createSampler({ reference: REFERENCE, fields, sites, couplings });
}

const SEQUENCES = fc.uint8Array({ minLength: 7, maxLength: 7, max: UNKNOWN });

describe("a sampler", () => {
  const sampler = randomSampler();

  it("the reference has a log density of zero", () => {
    expect(sampler.logDensity(REFERENCE)).toBe(0);
  });

  it("a substitution's score is the change that it makes to the log density", () => {
    const check = fc.property(SEQUENCES, fc.nat(6), fc.nat(19), (sequence, position, residue) => {
      const changed = sequence.slice();
      changed[position] = residue;
      const score = sampler.substitutionScores(sequence).data[position * LETTERS + residue];
      expect(score).toBeCloseTo(sampler.logDensity(changed) - sampler.logDensity(sequence), 8);
    });
    fc.assert(check, { seed: 3, numRuns: 300 });
  });

  it("conditional probabilities are proportional to densities, regardless of the current residue", () => {
    const check = fc.property(SEQUENCES, fc.nat(6), (sequence, position) => {
      const densities = Array.from({ length: LETTERS }, (_, residue) => {
        const changed = sequence.slice();
        changed[position] = residue;
        return Math.exp(sampler.logDensity(changed));
      });
      const total = densities.reduce((sum, density) => sum + density, 0);
      const out = new Float64Array(LETTERS);
      sampler.conditional(sequence, position, out);
      expect([...out]).toEqual(densities.map((density) => expect.closeTo(density / total, 8)));
    });
    fc.assert(check, { seed: 4, numRuns: 100 });
  });

  it("a higher temperature flattens conditional probabilities", () => {
    const [cool, warm] = [new Float64Array(LETTERS), new Float64Array(LETTERS)];
    sampler.conditional(REFERENCE, 2, cool);
    sampler.conditional(REFERENCE, 2, warm, 5);
    expect(Math.max(...warm)).toBeLessThan(Math.max(...cool));
    expect(() => sampler.conditional(REFERENCE, 2, cool, 0)).toThrow(RangeError);
  });

  it("a gap and an unknown residue are equivalent", () => {
    const [gap, unknown] = [REFERENCE.slice(), REFERENCE.slice()];
    gap[2] = GAP;
    unknown[2] = UNKNOWN;
    expect(sampler.logDensity(gap)).toBe(sampler.logDensity(unknown));
  });

  it("sequences of a different length are rejected", () => {
    expect(() => sampler.logDensity(REFERENCE.subarray(1))).toThrow(RangeError);
    expect(() => sampler.substitutionScores(REFERENCE.subarray(1))).toThrow(RangeError);
  });
});

describe("the bytes of a sampler", () => {
  it("a sampler round-trips through its bytes", () => {
    for (const sampler of [randomSampler(), randomSampler(new Uint16Array(0))]) {
      expect(decodeSampler(encodeSampler(sampler)).model).toEqual(sampler.model);
    }
  });

  it("the bytes may start anywhere in a buffer", () => {
    const bytes = encodeSampler(randomSampler());
    const shifted = new Uint8Array(bytes.length + 3);
    shifted.set(bytes, 3);
    expect(decodeSampler(shifted.subarray(3)).model).toEqual(randomSampler().model);
  });

  it("damaged or foreign bytes are rejected in one sentence", () => {
    const bytes = encodeSampler(randomSampler());
    const headerEnd = 16 + new DataView(bytes.buffer).getUint32(8, true);
    const damage = fc.oneof(
      fc.uint8Array({ maxLength: 100 }),
      fc.nat(bytes.length - 1).map((length) => bytes.slice(0, length)),
      fc.tuple(fc.nat(headerEnd + 20), fc.nat(255)).map(([at, value]) => {
        const changed = bytes.slice();
        changed[at] = value;
        return changed;
      }),
    );
    const check = fc.property(damage, (given) => {
      try {
        const sampler = decodeSampler(given);
        // A changed letter or number may still yield a valid sampler, but never one that computes nonsense.
        expect(Number.isFinite(sampler.logDensity(sampler.reference.map(() => 0)))).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(DomainError);
      }
    });
    fc.assert(check, { seed: 5, numRuns: 500 });
    expect(() => decodeSampler(new Uint8Array(0))).toThrow(
      expect.objectContaining({ code: "not_a_sampler" }),
    );
    expect(() => decodeSampler(bytes.subarray(0, -4))).toThrow(/length does not match/);
  });
});

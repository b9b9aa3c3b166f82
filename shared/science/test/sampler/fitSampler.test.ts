import { AMINO_ACIDS } from "@pdp/basics/proteins";
import { createRandom } from "@pdp/basics/statistics";
import { describe, expect, it } from "vitest";
import { fitSampler } from "../../sampler/fitSampler.ts";
import { encodeSampler } from "../../sampler/samplerBytes.ts";
import { residueIndex, residueIndices } from "../../sequences/aminoAcids.ts";

const TEMPLATE = "MKVLITGAGSGIGRATAWAFAEEG";
const REFERENCE = residueIndices(TEMPLATE);

function mutate(position: number, letter: string): Uint8Array {
  const sequence = REFERENCE.slice();
  sequence[position] = residueIndex(letter);
  return sequence;
}

/** Each position changes with this probability, to A or V at position 3 and to any residue elsewhere. */
function family(count: number, share: number): string[] {
  const random = createRandom("family");
  return Array.from({ length: count }, () =>
    [...TEMPLATE]
      .map((letter, at) => {
        if (random.uniform() >= share) return letter;
        return at === 3 ? "AV"[random.integer(2)]! : AMINO_ACIDS[random.integer(20)]!;
      })
      .join(""),
  );
}

describe("a fitted sampler", () => {
  it("without homologs, conservative substitutions are more likely", async () => {
    const { sampler, summary } = await fitSampler({ reference: REFERENCE });
    expect(summary).toMatchObject({ kind: "substitutions", rows: 1, coupledSites: 0, variants: 0 });
    expect(sampler.logDensity(mutate(3, "I"))).toBeGreaterThan(sampler.logDensity(mutate(3, "D")));
    expect(sampler.logDensity(mutate(17, "F"))).toBeGreaterThan(sampler.logDensity(mutate(17, "G")));
    expect(sampler.logDensity(mutate(3, "I"))).toBeLessThan(0);
  });

  it("with few homologs, the profile prefers their residues", async () => {
    const { sampler, summary } = await fitSampler({ reference: REFERENCE, homologs: family(3, 0.5) });
    expect(summary).toMatchObject({ kind: "profile", rows: 4, coupledSites: 0 });
    const plain = await fitSampler({ reference: REFERENCE });
    for (const homolog of family(3, 0.5)) {
      const sequence = residueIndices(homolog);
      expect(sampler.logDensity(sequence)).toBeGreaterThan(plain.sampler.logDensity(sequence));
    }
  });

  it("with many homologs, couplings are reproducible with any number of threads", async () => {
    const data = { reference: REFERENCE, homologs: family(200, 0.5) };
    const { sampler, summary } = await fitSampler(data, { threads: 1, seed: 7 });
    expect(summary).toMatchObject({ kind: "couplings", coupledSites: TEMPLATE.length });
    const again = await fitSampler(data, { threads: 2, seed: 7 });
    expect(encodeSampler(again.sampler)).toEqual(encodeSampler(sampler));
  });

  it("assayed variants shape the sampler without homologs", async () => {
    const random = createRandom("assay");
    const sequences = Array.from({ length: 120 }, () =>
      mutate(random.integer(24), AMINO_ACIDS[random.integer(20)]!),
    );
    // Every mutation in the last six positions is harmful; at all other positions, mutations are beneficial.
    const values = Float64Array.from(sequences, (sequence) => {
      const at = sequence.findIndex((residue, position) => residue !== REFERENCE[position]);
      return at >= 18 ? -1 : at < 0 ? Number.NaN : 1 + random.uniform();
    });
    const plain = await fitSampler({ reference: REFERENCE });
    const taught = await fitSampler({ reference: REFERENCE, variants: { sequences, values } });
    expect(taught.summary.variants).toBe(values.filter((value) => !Number.isNaN(value)).length);
    const gains = sequences.map(
      (sequence) => taught.sampler.logDensity(sequence) - plain.sampler.logDensity(sequence),
    );
    for (const [index, gain] of gains.entries()) {
      if (values[index] === -1) expect(gain).toBeLessThan(0);
    }
    expect(Math.max(...gains)).toBeGreaterThan(0);
  });

  it("variants that are equally good or unmeasured have no effect", async () => {
    const plain = await fitSampler({ reference: REFERENCE });
    for (const value of [1, Number.NaN]) {
      const variants = {
        sequences: [mutate(1, "A"), mutate(2, "A")],
        values: Float64Array.of(value, value),
      };
      const { sampler } = await fitSampler({ reference: REFERENCE, variants });
      expect(sampler.model).toEqual(plain.sampler.model);
    }
  });
});

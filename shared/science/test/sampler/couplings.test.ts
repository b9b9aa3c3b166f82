import { createRandom } from "@pdp/basics/statistics";
import { describe, expect, it } from "vitest";
import { type Alignment, createAlignment } from "../../sampler/alignment.ts";
import { type Couplings, fitCouplings } from "../../sampler/couplings.ts";
import { profile } from "../../sampler/profile.ts";
import { AMINO_ACID_COUNT, residueIndex, residueIndices } from "../../sequences/aminoAcids.ts";

/** Sites 1 and 3 vary together, K with E or E with K; the others vary independently. */
function coevolvingAlignment(rows: number): Alignment {
  const random = createRandom("coevolving");
  const related = Array.from({ length: rows }, () => {
    const [first, second] = random.uniform() < 0.5 ? "KE" : "EK";
    const other = (): string => "AGLSV"[random.integer(5)]!;
    return residueIndices(other() + first + other() + second + other());
  });
  return createAlignment(residueIndices("AKAEA"), related);
}

async function couple(alignment: Alignment, threads = 1): Promise<Couplings> {
  const weights = new Float64Array(alignment.rows).fill(1);
  const couplings = await fitCouplings(alignment, weights, profile(alignment, weights), { threads });
  if (couplings === null) throw new Error("There are no couplings.");
  return couplings;
}

function coupling({ sites, blocks }: Couplings, i: number, a: string, j: number, b: string): number {
  const block = (i * sites.length + j) * AMINO_ACID_COUNT ** 2;
  return blocks[block + residueIndex(b) * AMINO_ACID_COUNT + residueIndex(a)]!;
}

describe("couplings", () => {
  it("couplings are strong between sites that change together, and weak elsewhere", async () => {
    const couplings = await couple(coevolvingAlignment(400));
    const together = coupling(couplings, 1, "K", 3, "E") - coupling(couplings, 1, "K", 3, "K");
    const apart = coupling(couplings, 1, "K", 2, "L") - coupling(couplings, 1, "K", 2, "V");
    expect(together).toBeGreaterThan(2);
    expect(Math.abs(apart)).toBeLessThan(0.5);
  });

  it("couplings are symmetric, without self-couplings", async () => {
    const couplings = await couple(coevolvingAlignment(50));
    expect(coupling(couplings, 1, "K", 3, "E")).toBe(coupling(couplings, 3, "E", 1, "K"));
    expect(coupling(couplings, 1, "K", 1, "E")).toBe(0);
  });

  it("couplings average to zero over the profile of either site", async () => {
    const alignment = coevolvingAlignment(80);
    const weights = new Float64Array(alignment.rows).fill(1);
    const frequencies = profile(alignment, weights);
    const couplings = await couple(alignment);
    for (let a = 0; a < AMINO_ACID_COUNT; a += 1) {
      let mean = 0;
      for (let b = 0; b < AMINO_ACID_COUNT; b += 1) {
        const block = (1 * couplings.sites.length + 3) * AMINO_ACID_COUNT ** 2;
        mean +=
          frequencies.data[3 * AMINO_ACID_COUNT + b]! * couplings.blocks[block + b * AMINO_ACID_COUNT + a]!;
      }
      expect(mean).toBeCloseTo(0, 5);
    }
  });

  it("evidence from few sequences results in weak couplings", async () => {
    const [few, many] = [await couple(coevolvingAlignment(3)), await couple(coevolvingAlignment(400))];
    expect(coupling(few, 1, "K", 3, "E")).toBeLessThan(coupling(many, 1, "K", 3, "E") / 2);
  });

  it("positions with mostly gaps have no couplings", async () => {
    const gapped = coevolvingAlignment(30);
    for (let row = 1; row < gapped.rows; row += 1) {
      if (row % 2 === 0) gapped.residues[row * gapped.length + 2] = 20;
    }
    expect([...(await couple(gapped)).sites]).toEqual([0, 1, 3, 4]);
  });

  it("a single position has no couplings", async () => {
    const single = createAlignment(residueIndices("K"), [residueIndices("E")]);
    const weights = Float64Array.of(1, 1);
    expect(await fitCouplings(single, weights, profile(single, weights))).toBeNull();
  });
});

import { AMINO_ACIDS } from "@pdp/basics/proteins";
import { createRandom } from "@pdp/basics/statistics";
import { expect, it } from "vitest";
import { affordableAlignments } from "../sequences/affordableAlignments.ts";
import { alignmentCost } from "../sequences/alignMutant.ts";
import { residueIndices } from "../sequences/aminoAcids.ts";

it("the cheapest alignments are selected within the total cost limit", () => {
  const random = createRandom("affordable");
  const textOf = (length: number) =>
    Array.from({ length }, () => AMINO_ACIDS[random.integer(AMINO_ACIDS.length)]).join("");
  const reference = residueIndices(textOf(80));
  const sequences = Array.from({ length: 40 }, () => textOf(40 + random.integer(80)));
  const costs = sequences.map((sequence) => alignmentCost(residueIndices(sequence), reference));
  const all = costs.reduce((sum, cost) => sum + cost, 0);
  for (const maxCost of [0, all / 3, all / 2, all - 1, all]) {
    const affordable = affordableAlignments(sequences, reference, maxCost);
    const chosen = [...sequences.keys()].filter(affordable);
    const rest = costs.filter((_, index) => !affordable(index));
    const sum = chosen.reduce((total, index) => total + costs[index]!, 0);
    expect(sum).toBeLessThanOrEqual(maxCost);
    if (rest.length > 0) {
      expect(Math.max(0, ...chosen.map((index) => costs[index]!))).toBeLessThanOrEqual(Math.min(...rest));
      expect(sum + Math.min(...rest)).toBeGreaterThan(maxCost);
    }
    if (maxCost === all) expect(chosen).toHaveLength(sequences.length);
  }
});

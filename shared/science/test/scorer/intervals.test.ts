import { createRandom } from "@pdp/basics/statistics";
import { afterAll, expect, it } from "vitest";
import { trainScorer } from "../../../../test/support/landscapes/engineerDesigns.ts";
import { FAMILIES } from "../../../../test/support/landscapes/families.ts";
import { drawLibrary } from "../../../../test/support/landscapes/library.ts";
import { openThreads } from "../../linearAlgebra/threads.ts";

const threads = await openThreads(1);
afterAll(() => threads.close());

it("intervals cover the truth if single substitutions, each measured once, are independent", async () => {
  const shares = [];
  for (const seed of [1, 2, 3, 4]) {
    const random = createRandom(`intervals ${seed}`);
    const landscape = FAMILIES.independent(random.fork("landscape"));
    const drawn = drawLibrary(landscape, "singles", { rows: 96, noise: 0.05 }, random.fork("library"));
    const scorer = await trainScorer(landscape.reference, drawn.training, "1", threads);
    const { transformedMean, transformedSd } = scorer.predict(drawn.test);
    const inside = drawn.test.filter((sequence, at) => {
      const error = scorer.transform(landscape.value(sequence)) - transformedMean[at]!;
      return Math.abs(error) <= 1.96 * transformedSd[at]!;
    });
    shares.push(inside.length / drawn.test.length);
  }
  // If effects were treated as noise, half of the values would be outside.
  expect(shares.reduce((sum, share) => sum + share / shares.length, 0)).toBeGreaterThan(0.85);
});

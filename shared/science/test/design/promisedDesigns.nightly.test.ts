import { createRandom } from "@pdp/basics/statistics";
import { afterAll, expect, it } from "vitest";
import { engineerDesigns, trainScorer } from "../../../../test/support/landscapes/engineerDesigns.ts";
import { FAMILIES } from "../../../../test/support/landscapes/families.ts";
import { drawLibrary } from "../../../../test/support/landscapes/library.ts";
import { openThreads } from "../../linearAlgebra/threads.ts";

const threads = await openThreads(1);
afterAll(() => threads.close());

it("designs are about as good as predicted if most substitutions are harmful", async () => {
  const random = createRandom("promised designs");
  const landscape = FAMILIES.correlated(random.fork("landscape"));
  const { training } = drawLibrary(landscape, "multiple", { rows: 300, noise: 0.15 }, random.fork("library"));
  const { reference } = landscape;
  const scorer = await trainScorer(reference, training, "1", threads);
  const designs = await engineerDesigns(scorer, {
    reference,
    measured: training,
    wanted: 48,
    maxMutations: 4,
    seed: "1",
  });
  const { transformedMean, transformedSd } = scorer.predict(designs);
  const truth = designs.map((design) => scorer.transform(landscape.value(design)));
  const surprise = truth.reduce(
    (sum, value, at) => sum + (value - transformedMean[at]!) / transformedSd[at]! / truth.length,
    0,
  );
  // Designs combine the mutations that look best, so they are slightly below their predictions.
  expect(Math.abs(surprise)).toBeLessThan(1.25);
});

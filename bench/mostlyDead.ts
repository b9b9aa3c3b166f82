import { bestOfBatch } from "#shared/science/design/batch/bestOfBatch.ts";
import { openThreads } from "#shared/science/linearAlgebra/threads.ts";
import { createScorer } from "#shared/science/scorer/scorer.ts";
import { residueLetters } from "#shared/science/sequences/aminoAcids.ts";
import { createRandom } from "#shared/science/statistics/random.ts";
import { DEAD_BELOW, deadLandscape, drawDead } from "./panel/mostlyDead.ts";
import { engineerDesigns } from "./panel/ours.ts";
import { benchProgram } from "./support/benchProgram.ts";
import { fitScorer } from "./support/fitScorer.ts";
import { meanAndError } from "./support/meanAndError.ts";

const SUMMARY = `Generated landscapes on which four variants in five are dead, and effects multiply (--additive 1: trained as ADDITIVE all the same): whether a training run is usable, and how far the intervals hold of
48 designs with at most four mutations, of the best-predicted one, and of the best of the batch.`;
const DEFAULTS = { seeds: 20, first: 1, threads: 2, rows: 1_000, additive: 0 };
const WANTED = 48;

if (import.meta.main) await benchProgram(SUMMARY, DEFAULTS, main);

async function main({ seeds, first, threads: count, rows, additive }: typeof DEFAULTS): Promise<void> {
  const threads = await openThreads(count);
  const scale = additive > 0 ? "ADDITIVE" : "MULTIPLICATIVE";
  const [best, all, promises, uses]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let seed = first; seed < first + seeds; seed += 1) {
    const random = createRandom(`mostly dead ${seed}`);
    const landscape = deadLandscape(random.fork("landscape"));
    const { sequences, values } = drawDead(landscape, rows, random.fork("library"));
    const data = {
      reference: residueLetters(landscape.reference),
      sequences: sequences.map(residueLetters),
      assays: [{ assay_id: "activity", scale_type: scale } as const],
      values: [values],
      sampler: null,
      seed,
    };
    const { model, evaluations } = await fitScorer(data, { threads, kinds: ["fold", "final"] });
    if (model === null) throw new Error("There was nothing to train a scorer on.");
    const scorer = createScorer(model, threads).get("activity")!;
    const designs = await engineerDesigns(scorer, {
      reference: landscape.reference,
      measured: { sequences, values: [...values], second: [] },
      wanted: WANTED,
      maxMutations: 4,
      exploration: 0.25,
      second: null,
      seed: String(seed),
    });
    const { transformedMean: means, transformedSd: sds } = scorer.predict(designs);
    const floor = scorer.transform(DEAD_BELOW);
    const holds = designs.map((design, at) => {
      const value = landscape.value(design);
      const reach = 1.96 * sds[at]!;
      // A dead variant is known only to be below the background.
      if (value < DEAD_BELOW) return means[at]! - reach <= floor;
      return Math.abs(scorer.transform(value) - means[at]!) <= reach;
    });
    const highest = means.indexOf(Math.max(...means));
    const bound = (side: number): number => scorer.invert(means[highest]! + side * 1.96 * sds[highest]!);
    const promised = bestOfBatch(scorer, designs, 1, random.fork("best")).median;
    best.push(holds[highest] ? 1 : 0);
    all.push(holds.filter(Boolean).length / WANTED);
    promises.push(promised / Math.max(...designs.map((design) => landscape.value(design))));
    const living = designs.filter((design) => landscape.value(design) >= DEAD_BELOW).length / WANTED;
    uses.push(evaluations[0]?.usable ? 1 : 0);
    console.log(
      `seed ${seed}: usable ${uses.at(-1)}, designs inside ${all.at(-1)!.toFixed(2)}, active ${living.toFixed(2)}, promised ${promises.at(-1)!.toFixed(2)}, best-predicted ${landscape.value(designs[highest]!).toFixed(2)} within ${bound(-1).toFixed(2)} to ${bound(1).toFixed(2)}`,
    );
  }
  await threads.close();
  console.log(
    `usable ${meanAndError(uses)}; inside 95 %: best-predicted ${meanAndError(best)}, all designs ${meanAndError(all)}; promised / true best ${meanAndError(promises)}`,
  );
}

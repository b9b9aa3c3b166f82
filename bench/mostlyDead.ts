import { createRandom } from "#shared/basics/statistics/random.ts";
import { bestOfBatch } from "#shared/science/design/batch/bestOfBatch.ts";
import { openThreads, type Threads } from "#shared/science/linearAlgebra/threads.ts";
import { createScorer } from "#shared/science/scorer/scorer.ts";
import { residueLetters } from "#shared/science/sequences/aminoAcids.ts";
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

/** Results for a landscape with one seed. */
export interface DeadOutcome {
  isUsable: boolean;
  /**
   * Whether the design with the best prediction is inside its 95 % interval, the bounds of that interval, and the design's
   * true value.
   */
  bestHolds: boolean;
  bounds: [low: number, high: number];
  bestValue: number;
  /** Fraction of the designs that are inside their 95 % intervals, and fraction that are active. */
  inside: number;
  active: number;
  /** Predicted value of the best of the batch, divided by its true value. */
  promised: number;
}

async function main({ seeds, first, threads: count, rows, additive }: typeof DEFAULTS): Promise<void> {
  const threads = await openThreads(count);
  const scale = additive > 0 ? "ADDITIVE" : "MULTIPLICATIVE";
  const found: DeadOutcome[] = [];
  for (let seed = first; seed < first + seeds; seed += 1) {
    const one = await runDeadLandscape({ seed, rows, scale, threads });
    const [low, high] = one.bounds.map((bound) => bound.toFixed(2));
    found.push(one);
    console.log(
      `seed ${seed}: usable ${one.isUsable}, designs inside ${one.inside.toFixed(2)}, active ${one.active.toFixed(2)}, promised ${one.promised.toFixed(2)}, best-predicted ${one.bestValue.toFixed(2)} within ${low} to ${high}: ${one.bestHolds}`,
    );
  }
  await threads.close();
  const over = (figure: (one: DeadOutcome) => number | boolean): string =>
    meanAndError(found.map((one) => Number(figure(one))));
  console.log(
    `usable ${over((one) => one.isUsable)}; inside 95 %: best-predicted ${over((one) => one.bestHolds)}, all designs ${over((one) => one.inside)}; active ${over((one) => one.active)}; best-predicted ${over((one) => one.bestValue)}; promised / true best ${over((one) => one.promised)}`,
  );
}

interface DeadRun {
  seed: number;
  rows: number;
  scale: "ADDITIVE" | "MULTIPLICATIVE";
  threads: Threads;
}

/** Trains a scorer on a generated landscape, and compares 48 designs with their true values. */
export async function runDeadLandscape({ seed, rows, scale, threads }: DeadRun): Promise<DeadOutcome> {
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
  const truth = designs.map((design) => landscape.value(design));
  const holds = truth.map((value, at) => {
    const reach = 1.96 * sds[at]!;
    // All that is known about a dead variant is that it is below the background.
    if (value < DEAD_BELOW) return means[at]! - reach <= floor;
    return Math.abs(scorer.transform(value) - means[at]!) <= reach;
  });
  const highest = means.indexOf(Math.max(...means));
  const bound = (side: number): number => scorer.invert(means[highest]! + side * 1.96 * sds[highest]!);
  return {
    isUsable: evaluations[0]?.usable ?? false,
    bestHolds: holds[highest]!,
    bounds: [bound(-1), bound(1)],
    bestValue: truth[highest]!,
    inside: holds.filter(Boolean).length / designs.length,
    active: truth.filter((value) => value >= DEAD_BELOW).length / designs.length,
    promised: bestOfBatch(scorer, designs, 1, random.fork("best")).median / Math.max(...truth),
  };
}

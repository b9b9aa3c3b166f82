import { openThreads } from "#shared/science/threads.ts";
import { designRound } from "./designRound.ts";
import { ehrlichLoop } from "./ehrlichLoop.ts";

/*
 * Campaigns on Ehrlich functions in process, by the functions that the tasks call:
 * node bench/ehrlich.ts [seeds] [first seed] [threads] [epistasis]
 */

const SEEDS = 10;

if (import.meta.main) {
  const [seeds = SEEDS, first = 0, threadCount = 2, epistasis = 0] = process.argv.slice(2).map(Number);
  const threads = await openThreads(threadCount);
  await ehrlichLoop({
    seeds,
    first,
    epistasis,
    begin:
      (seed) =>
      ({ generator, template, measured, wanted, round }) =>
        designRound({ generator, reference: template, measured, wanted, seed: `${seed}/${round}`, threads }),
  });
  await threads.close();
}

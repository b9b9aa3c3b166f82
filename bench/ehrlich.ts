import { openThreads } from "@pdp/science/linearAlgebra";
import { benchProgram } from "./support/benchProgram.ts";
import { designRound } from "./support/designRound.ts";
import { EHRLICH_ROUNDS, ehrlichLoop } from "./support/ehrlichLoop.ts";

const SUMMARY = "Campaigns on Ehrlich functions in process, by the functions that the tasks call.";

const DEFAULTS = { seeds: 10, first: 0, threads: 2, epistasis: 0, rounds: EHRLICH_ROUNDS };

if (import.meta.main) {
  await benchProgram(SUMMARY, DEFAULTS, async ({ threads: count, ...options }) => {
    const threads = await openThreads(count);
    await ehrlichLoop({
      ...options,
      begin:
        (seed) =>
        ({ generator, template, measured, wanted, round }) =>
          designRound({
            generator,
            reference: template,
            measured,
            wanted,
            seed: `${seed}/${round}`,
            threads,
          }),
    });
    await threads.close();
  });
}

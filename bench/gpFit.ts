import { createRandom } from "@pdp/basics/statistics";
import { openThreads } from "@pdp/science/linearAlgebra";
import { applyTransform, fitGp, fitTransform, mutationContext, openGp } from "@pdp/science/models";
import { residueIndices } from "@pdp/science/sequences";
import { readGb1Split } from "./scorerGb1.ts";
import { benchProgram } from "./support/benchProgram.ts";

const SUMMARY =
  "How long it takes to fit the scorer's Gaussian process to 4,000 rows of GB1, hyper-parameters included.";

const DEFAULTS = { threads: 2 };

const ROWS = 4_000;
const RUNS = 3;
const TARGET_SECONDS = 60;

if (import.meta.main) await benchProgram(SUMMARY, DEFAULTS, main);

async function main({ threads: count }: typeof DEFAULTS): Promise<void> {
  const split = await readGb1Split("low_vs_high");
  const threads = await openThreads(count);
  const context = mutationContext(residueIndices(split.reference), null);
  const transform = fitTransform(split.train.fitness, "MULTIPLICATIVE");
  const variants = {
    sequences: split.train.sequences.slice(0, ROWS).map((sequence) => residueIndices(sequence)),
    targets: split.train.fitness.slice(0, ROWS).map((value) => applyTransform(transform, value)),
    counts: new Float64Array(ROWS).fill(1),
  };
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const start = performance.now();
    const model = fitGp(context, variants, createRandom(run), { threads });
    const parameters = performance.now();
    openGp(context, model, threads).predict(variants.sequences.slice(0, 1));
    const end = performance.now();
    times.push((end - start) / 1000);
    console.log(
      `  hyper-parameters ${((parameters - start) / 1000).toFixed(1)} s, conditioning on ${ROWS} rows ${((end - parameters) / 1000).toFixed(1)} s`,
    );
  }
  const median = times.sort((a, b) => a - b)[Math.floor(RUNS / 2)]!;
  const met = median <= TARGET_SECONDS;
  console.log(
    `GP fit, ${ROWS} rows, ${threads.count} threads  |  ${median.toFixed(1)} s (median of ${RUNS})  |  target ≤ ${TARGET_SECONDS} s ${met ? "ok" : "not ok"}`,
  );
  if (!met) process.exitCode = 1;
  await threads.close();
}

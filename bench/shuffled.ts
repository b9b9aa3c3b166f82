import { createRandom } from "@pdp/basics/statistics";
import { openThreads, type Threads } from "@pdp/science/linearAlgebra";
import { type AssayEvaluation, fitScorer, type Sampler } from "@pdp/science/models";
import { blatSampler, readBlat } from "./scorerBlat.ts";
import { readGb1Split } from "./scorerGb1.ts";
import { benchProgram } from "./support/benchProgram.ts";

const SUMMARY = `Whether the scorer says that nothing can be learned where values have been dealt out to the sequences at random, on
sets of four sizes in turn.`;

const DEFAULTS = { runs: 40, threads: 2 };
const TARGET = 0.95;

interface LabelledSet {
  name: string;
  reference: string;
  sequences: string[];
  values: Float64Array;
  scaleType: "MULTIPLICATIVE" | "ADDITIVE";
  sampler: Sampler | null;
}

if (import.meta.main) await benchProgram(SUMMARY, DEFAULTS, main);

async function main({ runs, threads: count }: typeof DEFAULTS): Promise<void> {
  const sets = await labelledSets(count);
  const threads = await openThreads(count);
  let flagged = 0;
  for (let run = 0; run < runs; run += 1) {
    const { name, ...set } = sets[run % sets.length]!;
    const { usable, learnability } = await evaluateShuffled(set, run, threads);
    if (!usable) flagged += 1;
    console.log(
      `  ${name}, shuffled: Spearman ${learnability?.spearman.toFixed(3)}, p ${learnability?.p_value.toPrecision(2)}${usable ? ", taken to be usable" : ""}`,
    );
  }
  for (const { name, ...set } of sets) {
    const { usable } = await evaluateShuffled(set, null, threads);
    console.log(`  ${name}, as measured: ${usable ? "usable" : "unusable"}`);
  }
  const share = flagged / runs;
  const met = share >= TARGET;
  console.log(
    `shuffled labels  |  ${flagged} of ${runs} flagged unusable  |  target ≥ ${100 * TARGET} % ${met ? "ok" : "not ok"}`,
  );
  if (!met) process.exitCode = 1;
  await threads.close();
}

async function labelledSets(threads: number): Promise<LabelledSet[]> {
  const [singles, doubles, blat] = [
    await readGb1Split("one_vs_rest"),
    await readGb1Split("two_vs_rest"),
    await readBlat(),
  ];
  const sampler = await blatSampler(blat, threads);
  const rows = createRandom("shuffled").shuffle(blat.sequences.map((_, row) => row));
  const part = (count: number): Pick<LabelledSet, "sequences" | "values"> => ({
    sequences: rows.slice(0, count).map((row) => blat.sequences[row]!),
    values: Float64Array.from(rows.slice(0, count), (row) => blat.fitness[row]!),
  });
  const gb1 = [singles, doubles].map(
    ({ reference, train }): LabelledSet => ({
      name: `GB1, ${train.fitness.length} rows`,
      reference,
      sequences: train.sequences,
      values: train.fitness,
      scaleType: "MULTIPLICATIVE",
      sampler: null,
    }),
  );
  const few = [96, 240].map(
    (count): LabelledSet => ({
      name: `BLAT, ${count} rows`,
      reference: blat.reference,
      ...part(count),
      scaleType: "ADDITIVE",
      sampler,
    }),
  );
  return [...gb1, ...few];
}

/** Evaluates shuffled values. Leaves the values unshuffled if `run` is null. */
async function evaluateShuffled(
  { reference, sequences, values, scaleType, sampler }: Omit<LabelledSet, "name">,
  run: number | null,
  threads: Threads,
): Promise<AssayEvaluation> {
  const dealt = run === null ? values : createRandom(`shuffled/${run}`).shuffle(values.slice());
  const { evaluations } = await fitScorer(
    {
      reference,
      sequences,
      assays: [{ assay_id: "value", scale_type: scaleType }],
      values: [dealt],
      sampler,
      seed: run ?? 0,
    },
    { threads },
  );
  return evaluations[0]!;
}

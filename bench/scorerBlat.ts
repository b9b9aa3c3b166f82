import { gunzipSync } from "node:zlib";
import { createRandom, spearman } from "@pdp/basics/statistics";
import { openThreads, type Threads } from "@pdp/science/linearAlgebra";
import { createScorer, fitSampler, fitScorer, type Sampler } from "@pdp/science/models";
import { residueIndices } from "@pdp/science/sequences";
import { benchData } from "./support/benchData.ts";
import { benchProgram } from "./support/benchProgram.ts";

const SUMMARY = `How well the scorer, as users get it (homologs given, default settings), ranks single mutants of β-lactamase TEM-1
(Stiffler et al. 2015) that it was not trained on.`;

const DEFAULTS = { threads: 2 };

const SEEDS = 8;
const FEW_ROWS = 240;
const FOLDS = 5;
const TEST_SHARE = 0.2;
/** Published results: Hsu et al. 2022, one-hot ridge; ProteinGym, DeepSequence + one-hot. */
const FEW = { reference: "0.46 (one-hot)", target: 0.72 };
const MANY = { reference: "0.773 (DeepSequence + one-hot)", target: 0.84 };

export interface Blat {
  reference: string;
  homologs: string[];
  sequences: string[];
  fitness: Float64Array;
}

if (import.meta.main) await benchProgram(SUMMARY, DEFAULTS, main);

async function main({ threads: count }: typeof DEFAULTS): Promise<void> {
  const blat = await readBlat();
  const threads = await openThreads(count);
  const sampler = await blatSampler(blat, count);
  const few: number[] = [];
  for (let seed = 0; seed < SEEDS; seed += 1) {
    const order = shuffleRows(blat, seed);
    const tested = Math.round(TEST_SHARE * order.length);
    const trained = order.subarray(tested, tested + FEW_ROWS);
    few.push(await testSpearman(blat, sampler, trained, order.subarray(0, tested), seed, threads));
  }
  say(`${FEW_ROWS} rows, mean of ${SEEDS} seeds`, few, FEW);
  const folds: number[] = [];
  const order = shuffleRows(blat, 0);
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const trained = order.filter((_, rank) => rank % FOLDS !== fold);
    const tested = order.filter((_, rank) => rank % FOLDS === fold);
    folds.push(await testSpearman(blat, sampler, trained, tested, fold, threads));
  }
  say(`${FOLDS} random folds, mean`, folds, MANY);
  await threads.close();
}

/** Reads the assay and the family alignment, in which the first row is the wild type. */
export async function readBlat(): Promise<Blat> {
  const text = async (name: string): Promise<string> =>
    gunzipSync(await benchData(`blat_hsu2022/${name}`)).toString("latin1");
  const alignment = await text("BLAT_ECOLX.a2m.gz");
  const assay = await text("BLAT_ECOLX_Ranganathan2015-2500.csv.gz");
  const homologs = alignment
    .split(">")
    .slice(1)
    .map((entry) => entry.split("\n").slice(1).join(""));
  const [heading = "", ...lines] = assay.trim().split("\n");
  const names = heading.trim().split(",");
  const cells = (name: string): string[] => lines.map((line) => line.split(",")[names.indexOf(name)] ?? "");
  return {
    reference: (homologs[0] ?? "").toUpperCase(),
    homologs,
    sequences: cells("seq"),
    fitness: Float64Array.from(cells("log_fitness"), Number),
  };
}

/** Fits a sampler to only the homologs, without the assay. */
export async function blatSampler({ reference, homologs }: Blat, threads: number): Promise<Sampler> {
  return (await fitSampler({ reference: residueIndices(reference), homologs }, { threads })).sampler;
}

function shuffleRows({ fitness }: Blat, seed: number): Uint32Array {
  return createRandom(`blat/${seed}`).shuffle(Uint32Array.from(fitness, (_, row) => row));
}

async function testSpearman(
  { reference, sequences, fitness }: Blat,
  sampler: Sampler,
  trained: Uint32Array,
  tested: Uint32Array,
  seed: number,
  threads: Threads,
): Promise<number> {
  const at = (rows: Uint32Array): string[] => Array.from(rows, (row) => sequences[row] ?? "");
  const { model } = await fitScorer(
    {
      reference,
      sequences: at(trained),
      // The values are already logarithms.
      assays: [{ assay_id: "log_fitness", scale_type: "ADDITIVE" }],
      values: [Float64Array.from(trained, (row) => fitness[row]!)],
      sampler,
      seed,
    },
    { threads },
  );
  if (model === null) return Number.NaN;
  const predicted = createScorer(model, threads).get("log_fitness")?.predict(at(tested)).mean ?? [];
  return spearman(
    predicted,
    Float64Array.from(tested, (row) => fitness[row]!),
  );
}

function say(
  what: string,
  values: number[],
  { reference, target }: { reference: string; target: number },
): void {
  const mean = values.reduce((sum, value) => sum + value / values.length, 0);
  const met = mean >= target;
  console.log(
    [
      what.padEnd(28),
      `Spearman ${mean.toFixed(3)} (${values.map((value) => value.toFixed(3)).join(" ")})`,
      `reference ${reference}`,
      `target ≥ ${target} ${met ? "ok" : "not ok"}`,
    ].join("  |  "),
  );
  if (!met) process.exitCode = 1;
}

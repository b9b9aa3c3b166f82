import { createRandom, quantile } from "@pdp/basics/statistics";
import { correctBatches } from "@pdp/science/analysis";
import { benchProgram } from "./support/benchProgram.ts";
import { meanAndError } from "./support/meanAndError.ts";
import { readScans, type Scan, splitScan } from "./support/readScans.ts";
import { scanAccuracy } from "./support/scanAccuracy.ts";

const SUMMARY = `What differences between four plates cost: 96 variants of public scans, dealt to plates at random, whose values are shifted by
up to two standard deviations, with some wells of the reference on each plate. Prints the loss in rank correlation for unseen
variants, corrected and not, and standard errors over the scans.`;

const DEFAULTS = { seeds: 2 };
const [ROWS, PLATES] = [96, 4];
const WELLS = [0, 1, 2, 4];

if (import.meta.main) await benchProgram(SUMMARY, DEFAULTS, main);

async function main({ seeds }: typeof DEFAULTS): Promise<void> {
  const scans = await readScans();
  for (const wells of WELLS) {
    const losses = scans.map((scan) => Array.from({ length: seeds }, (_, seed) => lossOf(scan, wells, seed)));
    for (const kind of ["corrected", "uncorrected"] as const) {
      const means = losses.map((lossesOfRun) =>
        lossesOfRun.reduce((sum, loss) => sum + loss[kind] / seeds, 0),
      );
      console.log(`${wells} wells of the reference, ${kind}: ${meanAndError(means)}`);
    }
  }
}

function lossOf(scan: Scan, wells: number, seed: number): Record<"corrected" | "uncorrected", number> {
  const random = createRandom(`plates/${scan.name}/${seed}`);
  const { training, test } = splitScan(scan, ROWS, seed);
  const all = Float64Array.from(scan.values);
  const mean = all.reduce((sum, value) => sum + value / all.length, 0);
  const deviation = Math.sqrt(all.reduce((sum, value) => sum + (value - mean) ** 2 / all.length, 0));
  const level = quantile(all, 0.8);
  const controls = Array.from({ length: wells * PLATES }, () => level + 0.3 * deviation * random.normal());
  const sequences = [...training.sequences, ...controls.map(() => scan.reference)];
  const batches = sequences.map((_, row) => `plate ${row % PLATES}`);
  const values = Float64Array.from([...training.values, ...controls]);
  const shifts = random.shuffle(
    Float64Array.from({ length: PLATES }, (_, plate) => (2 * plate) / (PLATES - 1)),
  );
  const shifted = values.map((value, row) => value + deviation * shifts[row % PLATES]!);
  const corrected = correctBatches({ sequences, batches, values: shifted, scaleType: "ADDITIVE" });
  const accuracyWith = (used: Float64Array) =>
    scanAccuracy(scan, { sequences, values: Array.from(used) }, test, seed);
  const best = accuracyWith(values);
  return {
    corrected: accuracyWith(corrected!.values) - best,
    uncorrected: accuracyWith(shifted) - best,
  };
}

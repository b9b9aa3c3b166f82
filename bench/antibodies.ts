import { chainsOf, joinChains } from "@pdp/basics/proteins";
import { createRandom, spearman } from "@pdp/basics/statistics";
import { predictRidge, ridgePenalty, type SparseRows } from "@pdp/science/models";
import { AMINO_ACID_COUNT, residueIndices } from "@pdp/science/sequences";
import { benchData, benchFiles } from "./support/benchData.ts";
import { benchProgram } from "./support/benchProgram.ts";
import { meanAndError } from "./support/meanAndError.ts";
import { type Measurements, type Scan, splitScan } from "./support/readScans.ts";
import { scanAccuracy } from "./support/scanAccuracy.ts";

const SUMMARY = `How well models predict unseen variants of antibodies with mutations in both chains (antibodies/*.csv with the columns heavy,
light and fitness), compared with ridge regression on one-hot residues of both chains. Prints rank correlations, and the mean difference with its
standard error over sets and seeds.`;

const DEFAULTS = { seeds: 3, fewest: 96, more: 384, most: 1_000 };

if (import.meta.main) await benchProgram(SUMMARY, DEFAULTS, main);

async function main({ seeds, ...rows }: typeof DEFAULTS): Promise<void> {
  const files = (await benchFiles("antibodies")).filter((name) => name.endsWith(".csv"));
  const scans = await Promise.all(files.map(readPairs));
  for (const count of Object.values(rows)) {
    const differences: number[] = [];
    for (const scan of scans) {
      const runs = Array.from({ length: seeds }, (_, seed) => {
        const { training, test } = splitScan(scan, count, seed);
        return {
          ours: scanAccuracy(scan, training, test, seed),
          ridge: ridgeAccuracy(scan, training, test, seed),
        };
      });
      differences.push(...runs.map(({ ours, ridge }) => ours - ridge));
      const shown = (values: number[]) =>
        (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(3);
      console.log(
        `${scan.name}, ${count} rows: model ${shown(runs.map(({ ours }) => ours))}, ridge ${shown(runs.map(({ ridge }) => ridge))}`,
      );
    }
    console.log(`${count} rows, difference: ${meanAndError(differences)}`);
  }
}

/** Reads variants of two chains; the reference has the most frequent residue at each position. */
async function readPairs(file: string): Promise<Scan> {
  const [header = "", ...lines] = (await benchData(`antibodies/${file}`))
    .toString("utf8")
    .trim()
    .split(/\r?\n/);
  const names = header.split(",");
  const [heavy, light, fitness] = ["heavy", "light", "fitness"].map((name) => names.indexOf(name));
  const cells = lines.map((line) => line.split(","));
  const sequences = cells.map((row) => joinChains(row[heavy!], row[light!]));
  const values = cells.map((row) => Number(row[fitness!]));
  return { name: file.replace(/\.csv$/, ""), reference: consensus(sequences), sequences, values };
}

function consensus(sequences: readonly string[]): string {
  return Array.from(sequences[0] ?? "", (_, at) => {
    const counts = new Map<string, number>();
    for (const sequence of sequences) counts.set(sequence[at]!, (counts.get(sequence[at]!) ?? 0) + 1);
    return [...counts].sort(([, a], [, b]) => b - a)[0]![0];
  }).join("");
}

/** Returns the rank correlation of ridge regression on one-hot residues, with a cross-validated penalty. */
function ridgeAccuracy(
  { reference }: Scan,
  training: Measurements,
  test: Measurements,
  seed: number,
): number {
  const { values } = training;
  const mean = values.reduce((sum, value) => sum + value / values.length, 0);
  const spread = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2 / values.length, 0)) || 1;
  const targets = Float64Array.from(values, (value) => (value - mean) / spread);
  const weights = new Float64Array(values.length).fill(1);
  const { fit } = ridgePenalty(oneHot(training, reference), targets, weights, createRandom(seed));
  return spearman(predictRidge(fit, oneHot(test, reference)), Float64Array.from(test.values));
}

function oneHot({ sequences }: Measurements, reference: string): SparseRows {
  const starts = new Uint32Array(sequences.length + 1);
  const columns: number[] = [];
  const chains = chainsOf(reference);
  for (const [row, sequence] of sequences.entries()) {
    const residues = residueIndices(sequence);
    for (const { start, end } of chains)
      for (let at = start; at < end; at += 1) columns.push(at * AMINO_ACID_COUNT + residues[at]!);
    starts[row + 1] = columns.length;
  }
  const width = reference.length * AMINO_ACID_COUNT;
  return {
    width,
    starts,
    columns: Uint32Array.from(columns),
    values: new Float64Array(columns.length).fill(1),
  };
}

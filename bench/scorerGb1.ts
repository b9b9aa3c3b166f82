import { spearman } from "@pdp/basics/statistics";
import { openThreads } from "@pdp/science/linearAlgebra";
import { createScorer, fitScorer, predictRidge, ridge, type SparseRows } from "@pdp/science/models";
import { AMINO_ACID_COUNT, residueIndices } from "@pdp/science/sequences";
import { benchData } from "./support/benchData.ts";
import { benchProgram } from "./support/benchProgram.ts";
import { readZipEntry } from "./support/readZipEntry.ts";

const SUMMARY = `How well the scorer, as users get it (no homologs, default settings), ranks the test rows of four splits of the FLIP
benchmark's GB1 set, and whether a plain ridge regression gives the published figures.`;

const DEFAULTS = { threads: 2 };

/** Results from Dallago et al. 2021: one-hot ridge, and the best of ridge, CNN and ESM-1b; then the target. */
const SPLITS = {
  one_vs_rest: { ridge: 0.28, best: 0.28, target: 0.34 },
  two_vs_rest: { ridge: 0.59, best: 0.59, target: 0.74 },
  three_vs_rest: { ridge: 0.76, best: 0.83, target: 0.87 },
  low_vs_high: { ridge: 0.34, best: 0.59, target: 0.7 },
} as const;
const RIDGE_TOLERANCE = 0.01;

export interface Gb1Split {
  reference: string;
  train: { sequences: string[]; fitness: Float64Array };
  test: { sequences: string[]; fitness: Float64Array };
}

export type Gb1SplitName = keyof typeof SPLITS;

if (import.meta.main) await benchProgram(SUMMARY, DEFAULTS, main);

async function main({ threads: count }: typeof DEFAULTS): Promise<void> {
  const threads = await openThreads(count);
  for (const name of Object.keys(SPLITS) as Gb1SplitName[]) {
    const { ridge: published, best, target } = SPLITS[name];
    const split = await readGb1Split(name);
    const { reference, train, test } = split;
    const plain = spearman(plainRidge(split), test.fitness);
    // Both are rounded to two digits, as in the publication.
    const same =
      Math.abs(Math.round(100 * plain) - Math.round(100 * published)) <= 100 * RIDGE_TOLERANCE + 1e-9;
    say(name, "plain ridge", plain, `published ${published}`, `target the same ± ${RIDGE_TOLERANCE}`, same);
    const start = performance.now();
    const { model, evaluations } = await fitScorer(
      {
        reference,
        sequences: train.sequences,
        assays: [{ assay_id: "fitness", scale_type: "MULTIPLICATIVE" }],
        values: [train.fitness],
        sampler: null,
        seed: 1,
      },
      { threads },
    );
    const seconds = (performance.now() - start) / 1000;
    const predictor = model === null ? undefined : createScorer(model, threads).get("fitness");
    const value = spearman(predictor?.predict(test.sequences).mean ?? [], test.fitness);
    say(name, "scorer", value, `best published ${best}`, `target ≥ ${target}`, value >= target);
    const { learnability } = evaluations[0]!;
    console.log(
      `  ${train.fitness.length} rows, ${seconds.toFixed(1)} s; cross-validated ${learnability?.spearman.toFixed(3)}; ${learnability?.model}`,
    );
  }
  await threads.close();
}

/** Reads a split. Rows are in file order; the first one is the wild type. */
export async function readGb1Split(name: Gb1SplitName): Promise<Gb1Split> {
  const archive = await benchData("flip_gb1/gb1_splits.zip");
  const [, ...lines] = readZipEntry(archive, `${name}.csv`).toString("latin1").trim().split("\n");
  const rows = lines.map((line) => {
    const [sequence = "", target, set] = line.trim().split(",");
    return { sequence, fitness: Number(target), set };
  });
  const part = (wanted: string): Gb1Split["train"] => {
    const chosen = rows.filter(({ set }) => set === wanted);
    return {
      sequences: chosen.map(({ sequence }) => sequence),
      fitness: Float64Array.from(chosen, ({ fitness }) => fitness),
    };
  };
  return { reference: rows[0]?.sequence ?? "", train: part("train"), test: part("test") };
}

/** Predicts with the published baseline: one-hot encoding of all residues that occur, penalty 1, untransformed fitness. */
function plainRidge({ train, test }: Gb1Split): Float64Array {
  const indices = (sequences: string[]): Uint8Array[] =>
    sequences.map((sequence) => residueIndices(sequence));
  const known = indices(train.sequences);
  const columns = residueColumns(known);
  const weights = new Float64Array(known.length).fill(1);
  const fit = ridge(oneHot(known, columns), train.fitness, weights, 1);
  return predictRidge(fit, oneHot(indices(test.sequences), columns));
}

/** Returns one column for each residue at each site where the sequences differ. */
function residueColumns(sequences: Uint8Array[]): Map<string, number> {
  const columns = new Map<string, number>();
  for (const site of sequences[0]?.keys() ?? []) {
    const seen = new Set(sequences.map((sequence) => sequence[site]!));
    if (seen.size < 2) continue;
    for (const residue of [...seen].sort((a, b) => a - b)) {
      if (residue < AMINO_ACID_COUNT) columns.set(`${site} ${residue}`, columns.size);
    }
  }
  return columns;
}

/** Encodes one row per sequence; residues without a column are encoded as zeros. */
function oneHot(sequences: Uint8Array[], columnOf: Map<string, number>): SparseRows {
  const rows = sequences.map((sequence) =>
    [...sequence].flatMap((residue, site) => columnOf.get(`${site} ${residue}`) ?? []),
  );
  const starts = new Uint32Array(rows.length + 1);
  for (const [index, row] of rows.entries()) starts[index + 1] = starts[index]! + row.length;
  const columns = Uint32Array.from(rows.flat());
  return { width: columnOf.size, starts, columns, values: new Float64Array(columns.length).fill(1) };
}

function say(
  name: string,
  what: string,
  value: number,
  reference: string,
  target: string,
  met: boolean,
): void {
  console.log(
    [
      `${name} ${what}`.padEnd(26),
      `Spearman ${value.toFixed(3)}`,
      reference,
      `${target} ${met ? "ok" : "not ok"}`,
    ].join("  |  "),
  );
  if (!met) process.exitCode = 1;
}

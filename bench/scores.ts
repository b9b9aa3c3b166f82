import { createRandom, type Random, spearman } from "@pdp/basics/statistics";
import { RESIDUE_KINDS, type ScoreTable, scoreTable } from "@pdp/science/models";
import { benchProgram } from "./support/benchProgram.ts";
import { meanAndError } from "./support/meanAndError.ts";
import { additiveScore, readScans, type Scan, splitScan } from "./support/readScans.ts";
import { scanAccuracy } from "./support/scanAccuracy.ts";

const SUMMARY = `What a supplied score contributes to predictions on public scans: one with a rank correlation of 0.5 or 0.3 with the
values, and one without any. Prints rank correlations for unseen variants, and standard errors over the scans.`;

const DEFAULTS = { rows: 24, seeds: 3 };
/** Steps of the bisection that finds a score with a given rank correlation. */
const STEPS = 12;
const KINDS = { good: 0.5, weak: 0.3, useless: 0 } as const;

if (import.meta.main) await benchProgram(SUMMARY, DEFAULTS, main);

async function main({ rows, seeds }: typeof DEFAULTS): Promise<void> {
  const perScan = (await readScans()).map((scan) =>
    meanOfEach(Array.from({ length: seeds }, (_, seed) => accuracies(scan, rows, seed))),
  );
  for (const name of Object.keys(perScan[0] ?? {}))
    console.log(
      `${rows} rows, ${perScan.length} scans, ${name}: ${meanAndError(perScan.map((correlations) => correlations[name]!))}`,
    );
}

function meanOfEach(runs: readonly Record<string, number>[]): Record<string, number> {
  const names = Object.keys(runs[0] ?? {});
  return Object.fromEntries(
    names.map((name) => [name, runs.reduce((sum, run) => sum + run[name]! / runs.length, 0)]),
  );
}

function accuracies(scan: Scan, rows: number, seed: number): Record<string, number> {
  const none = accuracyWith(scan, rows, seed, []);
  const accuracyByKind: Record<string, number> = { none };
  for (const [kind, correlation] of Object.entries(KINDS)) {
    const table = noisyScore(scan, correlation, createRandom(`${scan.name}/${seed}`));
    accuracyByKind[kind] = accuracyWith(scan, rows, seed, [table]);
    accuracyByKind[`${kind} minus none`] = accuracyByKind[kind] - none;
  }
  return accuracyByKind;
}

function accuracyWith(scan: Scan, rows: number, seed: number, scores: ScoreTable[]): number {
  const { training, test } = splitScan(scan, rows, seed);
  return scanAccuracy(scan, training, test, seed, { scores });
}

/** Mixes the additive effects of a scan with noise, half of it shared by the substitutions at a position. */
function noisyScore(scan: Scan, correlation: number, random: Random): ScoreTable {
  const effects = scoreTable("score", scan.sequences, scan.values, scan.reference);
  const site = Float64Array.from(scan.reference, () => random.normal());
  const noise = effects.changes.map(
    (_, at) => (site[Math.floor(at / RESIDUE_KINDS)]! + random.normal()) / Math.SQRT2,
  );
  const mixed = (share: number): ScoreTable => ({
    ...effects,
    changes: effects.changes.map((change, at) => share * change + Math.sqrt(1 - share ** 2) * noise[at]!),
  });
  if (correlation === 0) return mixed(0);
  const accuracyOf = ({ changes }: ScoreTable): number =>
    spearman(scan.sequences.map(additiveScore(scan.reference, changes)), Float64Array.from(scan.values));
  let [low, high] = [0, 1];
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2;
    if (accuracyOf(mixed(middle)) < correlation) low = middle;
    else high = middle;
  }
  return mixed((low + high) / 2);
}

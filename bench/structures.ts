import { spearman } from "@pdp/basics/statistics";
import { fitSampler, type Sampler } from "@pdp/science/models";
import { residueIndices } from "@pdp/science/sequences";
import { benchData, benchFiles } from "./support/benchData.ts";
import { benchProgram } from "./support/benchProgram.ts";
import { meanAndError } from "./support/meanAndError.ts";
import { additiveScore, readScanStructure, readScans, type Scan, splitScan } from "./support/readScans.ts";
import { scanAccuracy } from "./support/scanAccuracy.ts";

const SUMMARY = `What a structure contributes to predictions on public scans that have one (structures/<scan>.pdb): without any
measurement, and with some; and for scans with related sequences (homologs/<scan>.txt) also what these contribute, and both.
Prints rank correlations for unseen variants, and standard errors over the scans.`;

const DEFAULTS = { seeds: 3, fewest: 24, more: 96, most: 384 };

if (import.meta.main) await benchProgram(SUMMARY, DEFAULTS, main);

async function main({ seeds, ...rows }: typeof DEFAULTS): Promise<void> {
  const files = new Set(await benchFiles("structures"));
  const scans = (await readScans()).filter(({ name }) => files.has(`${name}.pdb`));
  const tables = await Promise.all(scans.map(readScanStructure));
  const report = (name: string, figures: readonly number[]): void =>
    console.log(
      `${name}: ${meanAndError(figures)} (${figures.map((figure) => figure.toFixed(2)).join(" ")})`,
    );
  console.log(scans.map(({ name }) => name).join(" "));
  report(
    "no measurement, structure",
    scans.map(({ reference, sequences, values }, index) =>
      spearman(sequences.map(additiveScore(reference, tables[index]!.changes)), Float64Array.from(values)),
    ),
  );
  const withHomologs = new Set(await benchFiles("homologs"));
  for (const [index, scan] of scans.entries()) {
    if (!withHomologs.has(`${scan.name}.txt`)) continue;
    const sampler = await samplerOf(scan);
    for (const count of Object.values(rows)) {
      const structure = tables[index]!;
      const variants = {
        nothing: {},
        structure: { structure },
        homologs: { sampler },
        both: { structure, sampler },
      };
      const figures = Object.entries(variants).map(
        ([name, extra]) => `${name} ${mean(scan, count, seeds, extra).toFixed(3)}`,
      );
      console.log(`${scan.name}, ${count} rows: ${figures.join(", ")}`);
    }
  }
  for (const count of Object.values(rows)) {
    const runs = scans.map((scan, index) =>
      [{}, { structure: tables[index]! }].map((extra) => mean(scan, count, seeds, extra)),
    );
    report(
      `${count} rows, without`,
      runs.map(([without]) => without!),
    );
    report(
      `${count} rows, with the structure`,
      runs.map(([, using]) => using!),
    );
    report(
      `${count} rows, difference`,
      runs.map(([without, using]) => using! - without!),
    );
  }
}

async function samplerOf({ name, reference }: Scan): Promise<Sampler> {
  const lines = (await benchData(`homologs/${name}.txt`)).toString().split("\n");
  const homologs = lines.filter((line) => line !== "");
  return (await fitSampler({ reference: residueIndices(reference), homologs }, { threads: 1 })).sampler;
}

type Extra = Parameters<typeof scanAccuracy>[4];

function mean(scan: Scan, rows: number, seeds: number, extra: Extra): number {
  return Array.from({ length: seeds }, (_, seed) => {
    const { training, test } = splitScan(scan, rows, seed);
    return scanAccuracy(scan, training, test, seed, extra);
  }).reduce((sum, value) => sum + value / seeds, 0);
}

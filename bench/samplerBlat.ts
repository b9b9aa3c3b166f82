import { access, readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { residueIndices } from "#shared/science/aminoAcids.ts";
import { spearman } from "#shared/science/correlation.ts";
import { fitSampler } from "#shared/science/sampler/fitSampler.ts";
import { encodeSampler } from "#shared/science/sampler/samplerBytes.ts";

/*
 * How well the density of the sampler, fitted to homologs alone, ranks the measured fitness of single mutants of
 * β-lactamase TEM-1 (Stiffler et al. 2015): node bench/samplerBlat.ts [threads]
 */

const PROJECT = dirname(dirname(fileURLToPath(import.meta.url)));
const FOLDER = join(resolve(PROJECT, process.env.BENCH_DATA ?? "../shared/data"), "blat_hsu2022");
const ALIGNMENT = join(FOLDER, "BLAT_ECOLX.a2m.gz");
const ASSAY = join(FOLDER, "BLAT_ECOLX_Ranganathan2015-2500.csv.gz");

/** Published for another alignment of the family (ProteinGym, BLAT_ECOLX_Stiffler_2015). */
// biome-ignore lint/suspicious/noApproximativeNumericConstant: a correlation, not a root of a half
const PUBLISHED = { "site-independent": 0.466, EVmutation: 0.707 };
const TARGET = 0.68;
const DEFAULT_THREADS = 2;

if (import.meta.main) await main(Number(process.argv[2] ?? DEFAULT_THREADS));

async function main(threads: number): Promise<void> {
  const known = await access(ALIGNMENT).then(
    () => true,
    () => false,
  );
  if (!known) {
    console.log(`There is no ${ALIGNMENT}: set BENCH_DATA to the folder that holds blat_hsu2022.`);
    process.exitCode = 1;
    return;
  }
  const homologs = await readRows();
  const { sequences, fitness } = await readAssay();
  const reference = residueIndices((homologs[0] ?? "").toUpperCase());
  console.log(`BLAT, ${homologs.length} homologs, ${sequences.length} single mutants, ${threads} threads`);

  for (const [name, minimumDepth, published, target] of [
    ["profile alone", Number.POSITIVE_INFINITY, "site-independent", null],
    ["as users get it", undefined, "EVmutation", TARGET],
  ] as const) {
    const start = performance.now();
    const { sampler, summary } = await fitSampler(
      { reference, homologs },
      { threads, ...(minimumDepth === undefined ? {} : { minimumDepth }) },
    );
    const seconds = (performance.now() - start) / 1000;
    const scores = Float64Array.from(sequences, (sequence) => sampler.logDensity(sequence));
    const value = spearman(scores, fitness);
    console.log(
      [
        `${name.padEnd(16)} Spearman ${value.toFixed(3)}`,
        `reference ${PUBLISHED[published]} (${published})`,
        target === null ? "no target" : `target ≥ ${target} ${value >= target ? "ok" : "not ok"}`,
        `${summary.effectiveRows.toFixed(0)} effective sequences, ${summary.coupledSites} coupled sites`,
        `${seconds.toFixed(1)} s`,
        `${(encodeSampler(sampler).length / 1e6).toFixed(1)} MB`,
      ].join("  |  "),
    );
    if (target !== null && value < target) process.exitCode = 1;
  }
}

async function readRows(): Promise<string[]> {
  const entries = gunzipSync(await readFile(ALIGNMENT))
    .toString("latin1")
    .split(">")
    .slice(1);
  return entries.map((entry) => entry.split("\n").slice(1).join(""));
}

async function readAssay(): Promise<{ sequences: Uint8Array[]; fitness: Float64Array }> {
  const [heading, ...lines] = gunzipSync(await readFile(ASSAY))
    .toString("latin1")
    .trim()
    .split("\n");
  const names = (heading ?? "").trim().split(",");
  const cell = (line: string, name: string): string => line.split(",")[names.indexOf(name)] ?? "";
  return {
    sequences: lines.map((line) => residueIndices(cell(line, "seq"))),
    fitness: Float64Array.from(lines, (line) => Number(cell(line, "log_fitness"))),
  };
}

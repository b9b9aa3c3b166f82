import { spearman } from "@pdp/basics/statistics";
import { encodeSampler, fitSampler } from "@pdp/science/models";
import { residueIndices } from "@pdp/science/sequences";
import { readBlat } from "./scorerBlat.ts";
import { benchProgram } from "./support/benchProgram.ts";

const SUMMARY = `How well the density of the sampler, fitted to homologs alone, ranks the measured fitness of single mutants of
β-lactamase TEM-1 (Stiffler et al. 2015).`;

const DEFAULTS = { threads: 2 };

/** Published correlations, for a different alignment of the family (ProteinGym, BLAT_ECOLX_Stiffler_2015). */
// biome-ignore lint/suspicious/noApproximativeNumericConstant: a correlation, not a root of a half
const PUBLISHED = { "site-independent": 0.466, EVmutation: 0.707 };
const TARGET = 0.68;

if (import.meta.main) await benchProgram(SUMMARY, DEFAULTS, main);

async function main({ threads }: typeof DEFAULTS): Promise<void> {
  const blat = await readBlat();
  const { homologs, fitness } = blat;
  const sequences = blat.sequences.map((sequence) => residueIndices(sequence));
  const reference = residueIndices(blat.reference);
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

import { translate } from "@pdp/basics/proteins";
import { type CodonTable, gcCount } from "./codonTable.ts";
import { gcFaults, gcRange, longestRun, repeatsOf } from "./dnaFaults.ts";
import type { DnaWishes } from "./dnaWishes.ts";
import { sitesIn } from "./sitesIn.ts";

/** Facts about finished DNA, computed from its text alone. */
export interface DnaChecks {
  bases: number;
  /** Share of G and C in the complete DNA. */
  gc: number;
  /** Lowest and highest share of G and C in a window. */
  gc_range: [number, number];
  longest_homopolymer: number;
  /** Codon adaptation index of the coding sequence in (0, 1]: 1 if every codon is the most frequent one. */
  codon_adaptation_index: number;
  /** Avoided sites in the prefix or the suffix, with the position of their first base; they are not changed. */
  sites_in_ends: { site: string; position: number }[];
}

/** Violated constraint in finished DNA. */
export interface DnaFault {
  wish: string;
  /** First base, starting at 1. */
  position: number;
}

/** Returns every constraint that DNA violates outside of its prefix and suffix. */
export function dnaFaults(dna: string, protein: string, wishes: DnaWishes): DnaFault[] {
  const coding = codingPart(dna, wishes);
  const faults: DnaFault[] = [];
  if (translate(coding) !== protein) faults.push({ wish: "translation", position: wishes.prefix.length + 1 });
  const touchesCoding = (from: number, to: number): boolean =>
    to > wishes.prefix.length && from < dna.length - wishes.suffix.length;
  for (const { label, at, length } of sitesIn(dna, wishes.avoid)) {
    if (touchesCoding(at, at + length)) faults.push({ wish: label, position: at + 1 });
  }
  if (wishes.maxHomopolymer !== null) {
    for (const { index, 0: run } of dna.matchAll(/A+|C+|G+|T+/g)) {
      if (run.length > wishes.maxHomopolymer && touchesCoding(index, index + run.length))
        faults.push({ wish: "max_homopolymer", position: index + 1 });
    }
  }
  if (wishes.gc) {
    for (const { from, to } of gcFaults(dna, wishes.gc)) {
      if (touchesCoding(from, to)) faults.push({ wish: "gc", position: from + 1 });
    }
  }
  if (wishes.maxRepeat !== null) {
    for (const { second, length } of repeatsOf(dna, wishes.maxRepeat + 1)) {
      if (touchesCoding(second, second + length)) faults.push({ wish: "max_repeat", position: second + 1 });
    }
  }
  return faults;
}

/** Returns the facts about finished DNA. */
export function checkDna(dna: string, wishes: DnaWishes): DnaChecks {
  const end = dna.length - wishes.suffix.length;
  return {
    bases: dna.length,
    gc: gcCount(dna) / dna.length,
    gc_range: gcRange(dna, wishes.gc?.window ?? null),
    longest_homopolymer: longestRun(dna),
    codon_adaptation_index: adaptationIndex(codingPart(dna, wishes), wishes.codons),
    sites_in_ends: sitesIn(dna, wishes.avoid)
      .filter(({ at, length }) => at + length <= wishes.prefix.length || at >= end)
      .map(({ label, at }) => ({ site: label, position: at + 1 })),
  };
}

function codingPart(dna: string, { prefix, suffix }: DnaWishes): string {
  return dna.slice(prefix.length, dna.length - suffix.length);
}

/** Geometric mean of each codon's share relative to the most frequent codon of its amino acid (Sharp & Li 1987). */
function adaptationIndex(coding: string, table: CodonTable): number {
  let [sum, count] = [0, 0];
  for (let at = 0; at < coding.length; at += 3) {
    const bases = coding.slice(at, at + 3);
    const codons = table.get(translate(bases)) ?? [];
    const used = codons.find((codon) => codon.bases === bases);
    if (codons.length < 2 || !used) continue;
    sum += Math.log(used.share / (codons[0]?.share ?? 1));
    count += 1;
  }
  return count === 0 ? 1 : Math.exp(sum / count);
}

import { translate } from "@pdp/basics/proteins";

/** Codons of coding sequences. */
export interface CodonCounts {
  counts: Record<string, number>;
  /** Number of sequences that were counted. */
  used: number;
  /** Number of sequences without a complete reading frame. */
  skipped: number;
}

const PLAIN = /^[ACGT]+$/;

/** Counts the codons of coding sequences; those with other letters, incomplete codons or an early stop are skipped. */
export function countCodons(sequences: Iterable<string>): CodonCounts {
  const result: CodonCounts = { counts: {}, used: 0, skipped: 0 };
  for (const sequence of sequences) {
    const dna = sequence.trim().toUpperCase().replaceAll("U", "T");
    if (dna.length % 3 !== 0 || !PLAIN.test(dna) || translate(dna).slice(0, -1).includes("*")) {
      result.skipped += 1;
      continue;
    }
    result.used += 1;
    for (let at = 0; at < dna.length; at += 3) {
      const codon = dna.slice(at, at + 3);
      result.counts[codon] = (result.counts[codon] ?? 0) + 1;
    }
  }
  return result;
}

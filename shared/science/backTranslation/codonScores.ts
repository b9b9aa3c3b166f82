import type { Random } from "@pdp/basics/statistics";
import type { Codon } from "./codonTable.ts";

/** Codons with a lower share are used only if limits require it. */
const RARE_SHARE = 0.1;
const RARE_PENALTY = 12;
/** Score of each G or C that one round adds in a window outside the limits. */
const GC_STEP = 0.4;
const REPEAT_PENALTY = 3;

/** Scores of codons: a random draw in proportion to their share, and adjustments. */
export class CodonScores {
  readonly #options: readonly (readonly Codon[])[];
  readonly #random: Random;
  readonly #scores: number[][];

  constructor(options: readonly (readonly Codon[])[], random: Random) {
    this.#options = options;
    this.#random = random;
    this.#scores = options.map((codons) =>
      codons.map(({ share }) => {
        // With Gumbel noise, the best logarithm is a draw in proportion to the shares.
        const noise = -Math.log(-Math.log(random.uniform() || Number.MIN_VALUE));
        return Math.log(share) + noise - (share < RARE_SHARE ? RARE_PENALTY : 0);
      }),
    );
  }

  readonly of = (residue: number, codon: number): number =>
    (this.#scores[residue] as number[])[codon] as number;

  /** Raises or lowers the scores of codons with G and C from one residue to another. */
  favorGc(from: number, to: number, direction: number): void {
    for (let residue = Math.max(0, from); residue <= Math.min(to, this.#scores.length - 1); residue += 1) {
      const codons = this.#options[residue] as readonly Codon[];
      const scores = this.#scores[residue] as number[];
      for (const [index, { gc }] of codons.entries())
        scores[index] = (scores[index] as number) + direction * GC_STEP * gc;
    }
  }

  /** Lowers the score of one chosen codon, drawn at random, from one residue to another. */
  discourage(from: number, to: number, chosen: readonly number[]): void {
    const free: number[] = [];
    for (let residue = Math.max(0, from); residue <= Math.min(to, chosen.length - 1); residue += 1) {
      if ((this.#options[residue]?.length ?? 0) > 1) free.push(residue);
    }
    if (free.length === 0) return;
    const residue = free[this.#random.integer(free.length)] as number;
    const scores = this.#scores[residue] as number[];
    const codon = chosen[residue] as number;
    scores[codon] = (scores[codon] as number) - REPEAT_PENALTY;
  }
}

import { type CodonChoice, chooseCodons } from "./chooseCodons.ts";
import { type Codon, gcCount } from "./codonTable.ts";
import { type GcLimits, percent } from "./dnaFaults.ts";

/** Maximum number of windows that are checked. */
const MAX_WINDOWS = 64;

/**
 * Returns a sentence about a window that no choice of codons without avoided sites can bring inside the limits; null if none is
 * found. The lowest and highest share of every window that begins at a multiple of its step are computed exactly.
 */
export function impossibleGc(
  choice: CodonChoice,
  { low, high, window }: GcLimits,
  dnaOf: (choice: CodonChoice, chosen: readonly number[]) => string,
): string | null {
  const { prefix, options, suffix } = choice;
  const bases = prefix.length + 3 * options.length + suffix.length;
  const size = Math.min(window ?? bases, bases);
  const step = Math.max(1, Math.ceil((bases - size + 1) / MAX_WINDOWS));
  for (let from = 0; from + size <= bases; from += step) {
    for (const direction of [1, -1]) {
      const chosen = chooseCodons(choice, (residue, codon) => {
        const start = prefix.length + 3 * residue;
        const inside = ((options[residue] as readonly Codon[])[codon] as Codon).bases.slice(
          Math.max(0, from - start),
          Math.max(0, from + size - start),
        );
        return direction * gcCount(inside);
      });
      if (!Array.isArray(chosen)) return null;
      const share = gcCount(dnaOf(choice, chosen).slice(from, from + size)) / size;
      if (from + size <= prefix.length || from >= bases - suffix.length) continue;
      if (direction > 0 ? share < low : share > high)
        return `Bases ${from + 1} to ${from + size} cannot have the requested GC content: ${direction > 0 ? "at most" : "at least"} ${percent(share)} is possible. Widen the limits or the window.`;
    }
  }
  return null;
}

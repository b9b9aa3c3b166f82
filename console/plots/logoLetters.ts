import type { LogoChart, LogoLetter } from "./chart.ts";

/** Letter of a logo with the heights of its lower and upper edge. */
export interface StackedLetter extends LogoLetter {
  site: string;
  from: number;
  to: number;
}

/** Information content of a site with one residue, in bits. */
export const MAX_BITS = Math.log2(20);
/** Letter for a template residue that is deleted in a design. */
export const DELETED = "–";

/**
 * Stacks the letters of each site, the most frequent one on top. In bits, a stack is as high as the information content of its
 * site: log2(20) minus the entropy of the residues. Small samples are not corrected for, because the designs are not a sample.
 */
export function stackLetters({ sites, scale, designs }: LogoChart): StackedLetter[] {
  return sites.flatMap(({ site, letters }) => {
    const height = scale === "share" ? 1 : informationOf(letters);
    let to = 0;
    return letters
      .toSorted((a, b) => a.designs - b.designs || (a.letter < b.letter ? 1 : -1))
      .map((letter) => {
        const from = to;
        to += (height * letter.designs) / designs;
        return { ...letter, site, from, to };
      });
  });
}

/** Returns the information content of a site, in bits; designs without a residue there do not count. */
function informationOf(letters: readonly LogoLetter[]): number {
  const counts = letters.filter(({ letter }) => letter !== DELETED).map(({ designs }) => designs);
  const sum = counts.reduce((total, count) => total + count, 0);
  const entropy = counts.reduce((total, count) => total - (count / sum) * Math.log2(count / sum), 0);
  return Math.max(0, MAX_BITS - entropy);
}

/** Returns the name of a change, such as `V29A` or `V29del`. */
export function mutationName(site: string, letter: string): string {
  return site + (letter === DELETED ? "del" : letter);
}

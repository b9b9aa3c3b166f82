import { AMINO_ACIDS } from "./aminoAcids.ts";

const OTHER_LETTER = new RegExp(`[^${AMINO_ACIDS}]`);

/**
 * Reads a protein sequence from FASTA or pasted text, which may contain line breaks, numbers, lower-case letters and a final
 * stop. Otherwise returns the reason why the text contains no sequence.
 */
export function readFasta(text: string): { sequence: string } | { reason: string } {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim());
  const headers = lines.filter((line) => line.startsWith(">"));
  if (headers.length > 1)
    return { reason: `has ${headers.length} sequences; provide only the reference sequence` };
  const letters = lines
    .filter((line) => !line.startsWith(">") && !line.startsWith(";"))
    .join("")
    .replace(/[\s\d]/g, "")
    .replace(/\*$/, "")
    .toUpperCase();
  if (letters === "") return { reason: "has no sequence" };
  const otherLetter = OTHER_LETTER.exec(letters);
  if (otherLetter)
    return {
      reason: `has "${otherLetter[0]}" at position ${otherLetter.index + 1}, which is not an amino acid`,
    };
  return { sequence: letters };
}

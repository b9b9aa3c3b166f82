/**
 * Reads a site of a degenerate library: a position with its codon, such as `39:NNK` or `A39:NNK`. Throws an error with an explanation for
 * any other text.
 */
export function readLibrarySite(text: string): { position: number; codons: string } {
  const [, position, codons] = /^\s*[A-Za-z]?(\d{1,6}):([A-Za-z0-9]{3})\s*$/.exec(text) ?? [];
  if (position === undefined || codons === undefined)
    throw new Error(`"${text.trim()}" is not a position with its codon. Write 39:NNK.`);
  return { position: Number(position), codons: codons.toUpperCase() };
}

import { AMINO_ACIDS, CHAIN_BREAK } from "@pdp/basics/proteins";

/** Maximum number of sequences per task. */
const MAX_SEQUENCES = 50_000;
/** Maximum text length, so that parsing it is quick. */
const MAX_TEXT = 5_000_000;
const OTHER_LETTER = new RegExp(`[^${AMINO_ACIDS}]`);

/**
 * Returns the sequences in a text: FASTA, or one per line. Duplicates are listed once. Throws an error with an explanation if
 * a sequence is not a protein. A slash separates two chains.
 */
export function readSequences(text: string): string[] {
  if (text.length > MAX_TEXT)
    throw new Error("The text is too long. Import it as a file, and predict with the command line.");
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim());
  const isFasta = lines.some((line) => line.startsWith(">"));
  const sequences: string[] = [];
  let isOpen = false;
  for (const line of lines) {
    if (line.startsWith(">")) isOpen = false;
    if (line === "" || line.startsWith(">") || line.startsWith(";")) continue;
    const letters = line.replace(/\s/g, "").replace(/\*$/, "").toUpperCase();
    if (isFasta && isOpen) sequences[sequences.length - 1] += letters;
    else sequences.push(letters);
    isOpen = true;
  }
  for (const [index, sequence] of sequences.entries()) {
    // The first slash separates two chains.
    const other = OTHER_LETTER.exec(sequence.replace(CHAIN_BREAK, ""));
    if (other)
      throw new Error(
        `Sequence ${index + 1} has "${other[0]}" at position ${other.index + 1}, which is not an amino acid.`,
      );
  }
  const distinct = [...new Set(sequences)];
  if (distinct.length > MAX_SEQUENCES)
    throw new Error(
      `${distinct.length} sequences are too many: a task can predict at most ${MAX_SEQUENCES}.`,
    );
  return distinct;
}

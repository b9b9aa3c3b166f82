import { formatCount } from "@pdp/basics/wording";
import { UnreadableText } from "../text/unreadableText.ts";
import { capitals } from "./fastaReader.ts";
import { type SequenceRow, withoutGaps } from "./sequenceReader.ts";

/** Maximum number of letters in an alignment written in blocks, which is kept entirely in memory. */
const MAX_ALIGNED_LETTERS = 64_000_000;
const MAX_ALIGNED_SEQUENCES = 500_000;

interface AlignedSequence {
  line: number;
  parts: string[];
  length: number;
  /** Block that contains the last part of the sequence. */
  block: number;
}

/** Joins the sequences of an alignment that is written in consecutive blocks. */
export class AlignmentRows {
  private readonly sequences = new Map<string, AlignedSequence>();
  private block = 0;
  private isInBlock = false;
  private letters = 0;

  /** Closes the current block. */
  endBlock(): void {
    this.isInBlock = false;
  }

  /** Counts letters kept in memory for one of `entries`. Throws UnreadableText if there are too many. */
  reserve(letters: number, entries: number): void {
    this.letters += letters;
    if (this.letters <= MAX_ALIGNED_LETTERS && entries <= MAX_ALIGNED_SEQUENCES) return;
    const limits = `${formatCount(MAX_ALIGNED_LETTERS, "letter")} or ${formatCount(MAX_ALIGNED_SEQUENCES, "sequence")}`;
    throw new UnreadableText(`the alignment exceeds ${limits}; save it as A3M or FASTA`);
  }

  /** Adds a part of a sequence. Throws UnreadableText for a name that already occurs in the current block. */
  add(name: string, part: string, line: number): void {
    if (!this.isInBlock) this.block++;
    this.isInBlock = true;
    this.reserve(name.length + part.length, this.sequences.size);
    const known = this.sequences.get(name);
    if (known === undefined) {
      this.sequences.set(name, { line, parts: [part], length: part.length, block: this.block });
      return;
    }
    if (known.block === this.block)
      throw new UnreadableText(`line ${line} repeats the name "${name}"; give each sequence a unique name`);
    known.block = this.block;
    known.parts.push(part);
    known.length += part.length;
  }

  /**
   * Returns the sequences in the order of their first lines. Throws UnreadableText if they differ in length, unless the file
   * is truncated. With `hasInsertions`, lower-case letters are insertions.
   */
  rows(descriptions: ReadonlyMap<string, string>, isCut: boolean, hasInsertions: boolean): SequenceRow[] {
    const [first] = this.sequences;
    return [...this.sequences].map(([name, { line, parts, length }]) => {
      if (first !== undefined && length !== first[1].length && !isCut) {
        const [firstLength, otherLength] = [formatCount(first[1].length, "column"), String(length)];
        throw new UnreadableText(
          `the sequences of the alignment differ in length: "${first[0]}" has ${firstLength}, "${name}" ${otherLength}; the file is damaged or incomplete`,
        );
      }
      const written = parts.join("");
      const letters = withoutGaps(written);
      const sequence = hasInsertions ? capitals(letters) : letters;
      return { line, name, description: descriptions.get(name) ?? "", sequence, written };
    });
  }
}

import { isProtein, MAX_SEQUENCE_LENGTH, readMutations } from "@pdp/basics/proteins";
import { UnreadableText } from "../text/unreadableText.ts";

/** Maximum length of a code for the wild type, in characters. */
const MAX_WILD_TYPE_CHARACTERS = 60;

/**
 * Finds the reference in a column of sequences: the sequence in the wild-type row, or the sequence shared by all rows. It sees
 * every row once.
 */
export class ReferenceFinder {
  private readonly column: string;
  private first: string | undefined;
  private areSame = true;
  private wildType: string | undefined;

  constructor(column: string) {
    this.column = column;
  }

  /** True if no further row can change the result. */
  get isSettled(): boolean {
    return !this.areSame && this.wildType !== undefined;
  }

  /** Processes the sequence of a row, and its mutations if these are in a single column. */
  take(sequence: string | null, code: string | null): void {
    if (sequence === null || sequence === "") return;
    this.first ??= sequence;
    this.areSame &&= sequence === this.first;
    if (code === null || this.wildType !== undefined || code.length > MAX_WILD_TYPE_CHARACTERS) return;
    const read = readMutations(code);
    if ("changes" in read && read.changes.length === 0) this.wildType = sequence;
  }

  /** Returns the reference. Throws `UnreadableText` if the column does not contain one. */
  reference(): string {
    const sequence = this.areSame ? (this.first ?? "") : this.wildType;
    if (sequence === undefined) {
      throw new UnreadableText(
        `the column "${this.column}" has several sequences, and no wild-type row identifies the reference; specify the reference itself`,
      );
    }
    if (sequence.length > MAX_SEQUENCE_LENGTH || !isProtein(sequence)) {
      throw new UnreadableText(
        `the column "${this.column}" has no reference: a sequence of at most ${MAX_SEQUENCE_LENGTH} amino acids is needed`,
      );
    }
    return sequence;
  }
}

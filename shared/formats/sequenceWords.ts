import { LineRuns } from "./lineRuns.ts";
import { isMissingWord } from "./readSequence.ts";

const MAX_COUNTED_LENGTH = 63;
/** Maximum length of a word for a missing value, relative to the usual length of the column's sequences. */
const MAX_SHARE = 0.5;

/** Finds words for missing values among the sequences of one column; `NA` and `WT` are also peptides. */
export class SequenceWords {
  /** Number of sequences of each length, excluding words; the last number counts all longer ones. */
  private readonly lengths = new Float64Array(MAX_COUNTED_LENGTH + 1);
  private readonly linesOf = new Map<string, LineRuns>();

  /** Counts sequences that are too long to be words. */
  takeLength(length: number, count = 1): void {
    const counted = Math.min(length, MAX_COUNTED_LENGTH);
    this.lengths[counted] = (this.lengths[counted] as number) + count;
  }

  take(line: number, text: string): void {
    if (!isMissingWord(text)) {
      this.takeLength(text.length);
      return;
    }
    let lines = this.linesOf.get(text);
    if (lines === undefined) {
      lines = new LineRuns();
      this.linesOf.set(text, lines);
    }
    lines.push(line);
  }

  /** Yields the words that are at most half as long as the column's other sequences usually are, with their lines. */
  *findings(): Generator<{ word: string; lines: LineRuns; isAlone: boolean }> {
    const usual = this.medianLength();
    for (const [word, lines] of this.linesOf) {
      if (usual === 0 || word.length <= MAX_SHARE * usual) yield { word, lines, isAlone: usual === 0 };
    }
  }

  private medianLength(): number {
    const total = this.lengths.reduce((sum, count) => sum + count, 0);
    let below = 0;
    for (const [length, count] of this.lengths.entries()) {
      below += count;
      if (count > 0 && below >= total / 2) return length;
    }
    return 0;
  }
}

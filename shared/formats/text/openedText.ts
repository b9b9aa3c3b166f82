import type { HeadDescription } from "../detect/describeHead.ts";
import type { Source } from "../source.ts";

/** Text of a file in UTF-8, without the lines above its header. */
export interface OpenedText {
  source: Source;
  /** True if the file contains exactly the bytes of the text. */
  isPlain: boolean;
  /** Detects the layout of the text's cells, given the expected column names. */
  describe(names: readonly string[]): HeadDescription;
  /** Tells whether quotes inside cells follow a backslash, given the cell delimiter. */
  hasBackslashQuotes(delimiter: string): boolean;
  /**
   * Yields the text in order, in at least one chunk; the last one is marked. A chunk is valid until the next one is requested:
   * copy it to keep it, and never pass it to a stream. Throws UnreadableText.
   */
  chunks(signal?: AbortSignal): AsyncGenerator<TextChunk>;
  /** Parts of the file that are not in the text, such as `3 comment lines`; complete once all chunks have been read. */
  notes?: readonly string[];
  /**
   * Number of values in each column of a converted file that the table does not ignore; complete once all chunks have been
   * read.
   */
  values?: ReadonlyMap<string, number>;
}

export interface TextChunk {
  chunk: Buffer;
  final: boolean;
  /** Share of the text up to the end of the chunk, from 0 to 1; undefined if its length is unknown. */
  share?: number;
}

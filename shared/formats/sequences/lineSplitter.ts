import { formatCount } from "@pdp/basics/wording";
import { MAX_ROW_BYTES } from "../source.ts";
import { UnreadableText } from "../text/unreadableText.ts";

/** Splits text that arrives in chunks into lines, which end with LF, CRLF or CR. */
export class LineSplitter {
  /** Number of lines returned so far. */
  lines = 0;
  private rest = "";

  /** Returns the lines completed by a chunk; `final` marks the last chunk. Throws UnreadableText if a line is too long. */
  take(chunk: string, final: boolean): string[] {
    const text = this.rest + chunk;
    // An LF may follow in the next chunk.
    const end = !final && text.endsWith("\r") ? text.length - 1 : text.length;
    const lines = text.slice(0, end).split(/\r\n|\n|\r/);
    const last = lines.pop() ?? "";
    this.rest = final ? "" : last + text.slice(end);
    if (final && last !== "") lines.push(last);
    this.lines += lines.length;
    if (this.rest.length > MAX_ROW_BYTES) throw tooLong(this.lines + 1);
    return lines;
  }
}

/** Returns the error for a sequence or a line that is longer than a row may be. */
export function tooLong(line: number): UnreadableText {
  const maximum = formatCount(MAX_ROW_BYTES, "byte");
  return new UnreadableText(
    `the sequence in line ${line} exceeds the maximum row length (${maximum}); split it or remove it`,
  );
}

import type { Delimiter } from "../detect/detectLayout.ts";
import { OpenSection } from "../detect/openSection.ts";
import { sectionName } from "../detect/textSections.ts";

/** Maximum number of characters to read per line. */
const MAX_LINE_CHARACTERS = 64 << 10;

/**
 * Counts the rows (lines with the same number of cells) between the last table line that is read and the next section. Files
 * of one load share the same last line, but not the same row count.
 */
export class RowsBelow {
  private readonly delimiter: Delimiter;
  private header: string | undefined;
  private section: OpenSection | undefined;
  private rest = "";
  private line = 0;
  private isDone = false;

  constructor(delimiter: Delimiter) {
    this.delimiter = delimiter;
  }

  /** Processes the text that is read, which starts with the header. */
  takeTable(chunk: Buffer): void {
    if (this.header !== undefined) return;
    const text = this.rest + chunk.toString("latin1");
    const [first = "", ...others] = text.replace(/^[\r\n]+/, "").split(/[\r\n]/, 2);
    if (others.length === 0 && text.length < MAX_LINE_CHARACTERS) {
      this.rest = text;
      return;
    }
    this.rest = "";
    this.header = first;
    this.section = new OpenSection("", { text: first, line: 0, lastLine: 0 }, this.delimiter);
  }

  /** Processes the text below the part that is read. */
  takeBelow(chunk: Buffer): void {
    if (this.isDone || this.section === undefined) return;
    const text = this.rest + chunk.toString("latin1");
    // An LF may follow in the next chunk.
    const end = text.endsWith("\r") ? text.length - 1 : text.length;
    const lines = text.slice(0, end).split(/\r\n|[\r\n]/);
    this.rest = (lines.pop() ?? "").slice(0, MAX_LINE_CHARACTERS) + text.slice(end);
    for (const line of lines) this.takeLine(line);
  }

  /** Returns the row count at the end of the text. */
  end(): number {
    if (this.section !== undefined && this.rest !== "") this.takeLine(this.rest.replace("\r", ""));
    this.rest = "";
    return this.section?.end(true, true).rows ?? 0;
  }

  private takeLine(text: string): void {
    if (this.isDone) return;
    if (sectionName(text) !== undefined) this.isDone = true;
    else this.section?.take({ text, line: ++this.line, lastLine: this.line });
  }
}

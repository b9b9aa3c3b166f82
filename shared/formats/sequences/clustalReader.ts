import { UnreadableText } from "../text/unreadableText.ts";
import { AlignmentRows } from "./alignmentRows.ts";
import type { SequenceReader, SequenceRow } from "./sequenceReader.ts";

const SEQUENCE = /^(\S+)\s+(\S+)(?:\s+\d+)?\s*$/;
/** Line below a block that marks conserved columns. */
const CONSERVATION = /^\s[\s*:.]*$/;
const NO_DESCRIPTIONS: ReadonlyMap<string, string> = new Map();

/** Reads an alignment as written by CLUSTAL, MUSCLE and PROBCONS, without the lines that mark conserved columns. */
export class ClustalReader implements SequenceReader {
  private readonly alignment = new AlignmentRows();
  private hasTitle = false;

  take(text: string, line: number): SequenceRow | undefined {
    if (text.trim() === "") this.alignment.endBlock();
    else if (!this.hasTitle) this.takeTitle(text, line);
    else if (CONSERVATION.test(text)) this.alignment.endBlock();
    else this.takeSequence(text, line);
    return undefined;
  }

  end(isCut: boolean): SequenceRow[] {
    return this.alignment.rows(NO_DESCRIPTIONS, isCut, false);
  }

  skipped(): string[] {
    return [];
  }

  private takeTitle(text: string, line: number): void {
    if (!/^(?:CLUSTAL|MUSCLE|PROBCONS)/.test(text))
      throw new UnreadableText(
        `line ${line} is not the first line of an alignment, which must start with "CLUSTAL"`,
      );
    this.hasTitle = true;
  }

  private takeSequence(text: string, line: number): void {
    const [, name, part] = SEQUENCE.exec(text) ?? [];
    if (name === undefined || part === undefined)
      throw new UnreadableText(`line ${line} is not a name and a sequence separated by a space`);
    this.alignment.add(name, part, line);
  }
}

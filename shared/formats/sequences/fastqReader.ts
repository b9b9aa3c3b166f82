import { formatCount } from "@pdp/basics/wording";
import { MAX_ROW_BYTES } from "../source.ts";
import { UnreadableText } from "../text/unreadableText.ts";
import { tooLong } from "./lineSplitter.ts";
import { type SequenceReader, type SequenceRow, splitTitle } from "./sequenceReader.ts";

interface OpenRead {
  line: number;
  title: string;
  bases: string[];
  qualities: string[];
  baseCount: number;
  qualityCount: number;
  /** True once the line with `+` has been read. */
  hasPlus: boolean;
}

/**
 * Reads FASTQ: a title after `@`, bases, a line with `+`, and one quality per base; bases and qualities may each span several
 * lines.
 */
export class FastqReader implements SequenceReader {
  private open: OpenRead | undefined;

  take(text: string, line: number): SequenceRow | undefined {
    const { open } = this;
    if (open === undefined) this.begin(text, line);
    else if (!open.hasPlus && text.startsWith("+")) return this.takePlus(open, text, line);
    else if (!open.hasPlus) takeBases(open, text.trim());
    else return this.takeQualities(open, text.trimEnd(), line);
    return undefined;
  }

  end(isCut: boolean): SequenceRow[] {
    if (this.open === undefined || isCut) return [];
    throw new UnreadableText(
      `the read on line ${this.open.line} is incomplete because the file ends within it`,
    );
  }

  skipped(): string[] {
    return [];
  }

  private begin(text: string, line: number): void {
    if (text.trim() === "") return;
    if (!text.startsWith("@"))
      throw new UnreadableText(`line ${line} must be the title of a read and start with "@"`);
    const title = text.slice(1).trim();
    this.open = { line, title, bases: [], qualities: [], baseCount: 0, qualityCount: 0, hasPlus: false };
  }

  private takePlus(open: OpenRead, text: string, line: number): SequenceRow | undefined {
    const title = text.slice(1).trim();
    if (title !== "" && title !== open.title && title !== splitTitle(open.title).name)
      throw new UnreadableText(`the title after "+" in line ${line} differs from that in line ${open.line}`);
    open.hasPlus = true;
    return undefined;
  }

  private takeQualities(open: OpenRead, text: string, line: number): SequenceRow | undefined {
    if (text !== "") open.qualities.push(text);
    open.qualityCount += text.length;
    if (open.qualityCount < open.baseCount) return undefined;
    if (open.qualityCount > open.baseCount) {
      const counts = `${formatCount(open.baseCount, "base")} and ${formatCount(open.qualityCount, "quality value")}`;
      throw new UnreadableText(`the read that starts on line ${open.line} has ${counts}, up to line ${line}`);
    }
    this.open = undefined;
    const { name, description } = splitTitle(open.title);
    if (name === "" && open.baseCount === 0)
      throw new UnreadableText(`the title on line ${open.line} has neither a name nor bases`);
    const sequence = open.bases.join("");
    return { line: open.line, name, description, sequence, written: open.qualities.join("") };
  }
}

function takeBases(open: OpenRead, text: string): void {
  if (text === "") return;
  open.bases.push(text);
  open.baseCount += text.length;
  if (open.baseCount > MAX_ROW_BYTES) throw tooLong(open.line);
}

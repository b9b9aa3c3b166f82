import { formatCount, joinNames } from "@pdp/basics/wording";
import { UnreadableText } from "../text/unreadableText.ts";
import { AlignmentRows } from "./alignmentRows.ts";
import type { SequenceReader, SequenceRow } from "./sequenceReader.ts";

const SEQUENCE = /^(\S+)\s+(\S+)\s*$/;
const DESCRIPTION = /^#=GS\s+(\S+)\s+DE\s+(\S.*)$/;
const MAX_DESCRIPTION_CHARACTERS = 10_000;
const KINDS = ["#=GF", "#=GC", "#=GR", "#=GS"];

/** Reads one alignment in Stockholm format. Descriptions come from `#=GS name DE`. */
export class StockholmReader implements SequenceReader {
  private readonly alignment = new AlignmentRows();
  private readonly descriptions = new Map<string, string>();
  private readonly annotations = new Map<string, number>();
  private hasTitle = false;
  private isEnded = false;

  take(text: string, line: number): SequenceRow | undefined {
    if (text.trim() === "") this.alignment.endBlock();
    else if (this.isEnded)
      throw new UnreadableText(
        `a second alignment starts on line ${line}; split the file so that each file contains one`,
      );
    else if (!this.hasTitle) this.takeTitle(text, line);
    else if (text.startsWith("//")) this.isEnded = true;
    else if (text.startsWith("#")) this.annotate(text);
    else this.takeSequence(text, line);
    return undefined;
  }

  end(isCut: boolean): SequenceRow[] {
    if (!this.isEnded && !isCut)
      throw new UnreadableText(
        'the alignment does not end with "//", so the file is incomplete; save the file again, or add that line',
      );
    return this.alignment.rows(this.descriptions, isCut, true);
  }

  skipped(): string[] {
    const kinds = [...this.annotations.keys()];
    if (kinds.length === 0) return [];
    const count = [...this.annotations.values()].reduce((sum, annotationCount) => sum + annotationCount, 0);
    return [`${formatCount(count, "line")} of annotations (${joinNames(kinds, KINDS.length + 1)})`];
  }

  private takeTitle(text: string, line: number): void {
    if (!/^# STOCKHOLM 1\.\d/.test(text))
      throw new UnreadableText(`line ${line} is not the first line of an alignment, "# STOCKHOLM 1.0"`);
    this.hasTitle = true;
  }

  private annotate(text: string): void {
    const [, name = "", words = ""] = DESCRIPTION.exec(text.slice(0, MAX_DESCRIPTION_CHARACTERS)) ?? [];
    if (name !== "" && text.length < MAX_DESCRIPTION_CHARACTERS) {
      this.alignment.reserve(text.length, this.descriptions.size);
      const before = this.descriptions.get(name);
      this.descriptions.set(name, before === undefined ? words.trim() : `${before} ${words.trim()}`);
      return;
    }
    const kind = KINDS.find((kind) => text.startsWith(kind)) ?? "#";
    this.annotations.set(kind, (this.annotations.get(kind) ?? 0) + 1);
  }

  private takeSequence(text: string, line: number): void {
    const [, name, part] = SEQUENCE.exec(text) ?? [];
    if (name === undefined || part === undefined)
      throw new UnreadableText(`line ${line} is not a name and a sequence separated by a space`);
    this.alignment.add(name, part, line);
  }
}

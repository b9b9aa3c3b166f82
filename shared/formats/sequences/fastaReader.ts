import { formatCount } from "@pdp/basics/wording";
import { MAX_CHAINS } from "../options/formats/sequenceColumns.ts";
import { MAX_ROW_BYTES } from "../source.ts";
import { UnreadableText } from "../text/unreadableText.ts";
import { tooLong } from "./lineSplitter.ts";
import { type SequenceReader, type SequenceRow, splitTitle, withoutGaps } from "./sequenceReader.ts";

/** Title of a sequence in PIR format; the next line is the description, and the sequence ends with an asterisk. */
const PIR_TITLE = /^>(?:P1|F1|DL|DC|RL|RC|N3|N1|XX);/;
const SPACE = /\s+/g;
/** Signs that design and structure tools write between chains. */
const CHAIN_END = /[/:]/;
/** Numbers next to a sequence, as written in formats with positions. */
const NUMBERS = /(?:^|\s)\d+(?:\s|$)/;
const LINES_SHOWN = 5;

interface OpenSequence {
  line: number;
  name: string;
  description: string;
  lines: string[];
  length: number;
  isPir: boolean;
}

/**
 * Reads FASTA, PIR, A3M and A2M: titles after `>`, and sequences on any number of lines. In A3M and A2M, lower case marks
 * insertions, so the sequence without gaps is returned in upper case.
 */
export class FastaReader implements SequenceReader {
  private readonly hasInsertions: boolean;
  private open: OpenSequence | undefined;
  private awaitsDescription = false;
  private comments = 0;
  /** Number of sequences without letters, and the line numbers of the first few. */
  private emptyCount = 0;
  private readonly emptyLines: number[] = [];

  constructor(hasInsertions: boolean) {
    this.hasInsertions = hasInsertions;
  }

  take(text: string, line: number): SequenceRow | undefined {
    if (this.awaitsDescription && this.open !== undefined) {
      this.open.description = text.trim();
      this.awaitsDescription = false;
      return undefined;
    }
    if (isTitle(text)) return this.begin(text.trimStart(), line);
    if (text.startsWith(";") || (this.open === undefined && text.startsWith("#"))) this.comments++;
    else if (this.open !== undefined) {
      refuseForeign(text, line);
      add(this.open, text.replace(SPACE, ""));
    } else if (text.trim() !== "")
      throw new UnreadableText(`line ${line} is above the first sequence title, which must start with ">"`);
    return undefined;
  }

  end(isCut: boolean): SequenceRow[] {
    const last = isCut ? undefined : this.close();
    return last === undefined ? [] : [last];
  }

  skipped(): string[] {
    const { comments, emptyCount, emptyLines } = this;
    const more = emptyCount > LINES_SHOWN ? ` and ${emptyCount - LINES_SHOWN} more` : "";
    const lines = `${emptyCount === 1 ? "line" : "lines"} ${emptyLines.join(", ")}${more}`;
    return [
      ...(comments === 0 ? [] : [formatCount(comments, "comment line")]),
      ...(emptyCount === 0 ? [] : [`${formatCount(emptyCount, "sequence")} without letters (${lines})`]),
    ];
  }

  private begin(text: string, line: number): SequenceRow | undefined {
    const complete = this.close();
    const isPir = PIR_TITLE.test(text);
    this.awaitsDescription = isPir;
    const { name, description } = splitTitle(text.slice(isPir ? text.indexOf(";") + 1 : 1));
    this.open = { line, name, description, lines: [], length: text.length, isPir };
    return complete;
  }

  private close(): SequenceRow | undefined {
    if (this.open === undefined) return undefined;
    const { line, name, description, lines, isPir } = this.open;
    this.open = undefined;
    const joined = lines.join("");
    const whole = isPir ? joined.replace(/\*$/, "") : joined;
    const [written = "", ...others] = this.hasInsertions ? [whole] : chainsOf(whole, line);
    if (name === "" && written === "")
      throw new UnreadableText(`the title on line ${line} has neither a name nor a sequence`);
    const sequence = withoutGaps(written);
    if (sequence === "" && ++this.emptyCount <= LINES_SHOWN) this.emptyLines.push(line);
    const chains = others.map(withoutGaps);
    return {
      line,
      name,
      description,
      written,
      sequence: this.hasInsertions ? capitals(sequence) : sequence,
      chains,
    };
  }
}

/** Splits a sequence at the signs between its chains. Throws UnreadableText if there are too many. */
function chainsOf(text: string, line: number): string[] {
  const chains = text.split(CHAIN_END);
  // A sign without a chain is not split off, so that the check of the letters reports it.
  if (chains.includes("")) return [text];
  if (chains.length > MAX_CHAINS)
    throw new UnreadableText(
      `the sequence in line ${line} has ${chains.length} chains; at most ${MAX_CHAINS} can be read, so save each chain as a separate sequence`,
    );
  return chains;
}

/** Tells whether a line is a title, which some programs indent. */
function isTitle(text: string): boolean {
  return text.startsWith(">") || text.trimStart().startsWith(">");
}

/** Throws UnreadableText for a line with non-sequence characters, which would otherwise become part of a sequence. */
function refuseForeign(text: string, line: number): void {
  if (text.includes(">"))
    throw new UnreadableText(`line ${line} has ">" within a sequence; start each title on a new line`);
  if (text.includes("#"))
    throw new UnreadableText(`line ${line} has "#" within a sequence; remove the comment`);
  if (NUMBERS.test(text))
    throw new UnreadableText(`line ${line} has numbers next to the sequence; remove them`);
}

function add(open: OpenSequence, text: string): void {
  if (text === "") return;
  open.lines.push(text);
  open.length += text.length;
  if (open.length > MAX_ROW_BYTES) throw tooLong(open.line);
}

/** Returns a sequence in upper case; only ASCII letters are converted. */
export function capitals(text: string): string {
  return text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}

import { formatCount } from "@pdp/basics/wording";
import { MAX_ROW_BYTES } from "../source.ts";
import { UnreadableText } from "../text/unreadableText.ts";

/** Word of a CIF file. A quoted word is a value, whatever it looks like. */
export interface CifWord {
  text: string;
  isQuoted: boolean;
}

/** Splits the lines of a CIF file into words: plain words, quoted words, and multi-line strings between semicolons. */
export class CifWords {
  private lines: string[] | undefined;
  private length = 0;
  private first = 0;

  /** Returns the words that end on a line. Throws UnreadableText. */
  take(text: string, line: number): CifWord[] {
    if (this.lines !== undefined) return this.takeText(this.lines, text);
    if (!text.startsWith(";")) return wordsOf(text, line);
    this.lines = [text.slice(1)];
    this.length = text.length;
    this.first = line;
    return [];
  }

  /** Throws UnreadableText if a multi-line string is still open. */
  end(): void {
    if (this.lines === undefined) return;
    throw new UnreadableText(
      `the text that starts on line ${this.first} has no end (";"); the file is incomplete`,
    );
  }

  private takeText(lines: string[], text: string): CifWord[] {
    if (text.startsWith(";")) {
      this.lines = undefined;
      return [{ text: lines.join("\n"), isQuoted: true }, ...wordsOf(text.slice(1), this.first)];
    }
    lines.push(text);
    this.length += text.length + 1;
    if (this.length > MAX_ROW_BYTES)
      throw new UnreadableText(
        `the text from line ${this.first} is longer than ${formatCount(MAX_ROW_BYTES, "character")}`,
      );
    return [];
  }
}

/** Splits one line. A quote only ends a value before a space, as in `'5'-end'`. */
function wordsOf(text: string, line: number): CifWord[] {
  const words: CifWord[] = [];
  for (let at = 0; at < text.length; ) {
    const letter = text[at] as string;
    if (isSpace(letter)) at++;
    else if (letter === "#") break;
    else if (letter === "'" || letter === '"') {
      let end = text.indexOf(letter, at + 1);
      while (end >= 0 && end + 1 < text.length && !isSpace(text[end + 1] as string))
        end = text.indexOf(letter, end + 1);
      if (end < 0) throw new UnreadableText(`a quote on line ${line} is not closed`);
      words.push({ text: text.slice(at + 1, end), isQuoted: true });
      at = end + 1;
    } else {
      let end = at;
      while (end < text.length && !isSpace(text[end] as string)) end++;
      words.push({ text: text.slice(at, end), isQuoted: false });
      at = end;
    }
  }
  return words;
}

function isSpace(letter: string): boolean {
  return letter === " " || letter === "\t";
}

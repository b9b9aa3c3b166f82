/** Lines of one record in a text file: more than one if a quoted cell contains line breaks. */
export interface RecordLines {
  text: string;
  /** First and last line, counted from 1. */
  line: number;
  lastLine: number;
}

/** Maximum number of lines in a quoted cell; a quote that would open a longer cell is text. */
const MAX_QUOTED_LINES = 1_000;
const DELIMITERS = "\t,;|";
/** A quoted cell; a cell with doubled quotes is matched in several parts. */
const QUOTED = /"[^"]*"/g;

/** Splits text into records, including empty records, regardless of the delimiter. A quote only opens a cell at its start. */
export function* recordLines(text: string): Generator<RecordLines> {
  const lines = text.split(/\r\n|\n|\r/);
  let hasQuotes = true;
  for (let first = 0; first < lines.length; first++) {
    let last = first;
    let isOpen = hasQuotes && isOpenBehind(lines[first] ?? "", false);
    while (isOpen && last + 1 < lines.length && last - first < MAX_QUOTED_LINES)
      isOpen = isOpenBehind(lines[++last] ?? "", true);
    if (isOpen) {
      // A quote that is never closed is text. Later quotes are not searched, which keeps the time linear.
      hasQuotes = false;
      last = first;
    }
    yield { text: lines.slice(first, last + 1).join("\n"), line: first + 1, lastLine: last + 1 };
    first = last;
  }
}

/** Splits a record into cells. The content of quoted cells is replaced by letters. */
export function cellsOf(record: string, delimiter: string): string[] {
  return record.replace(QUOTED, (cell) => (cell.length > 2 ? "x" : "")).split(delimiter);
}

/** Tells whether a quoted cell is still open after a line; `isOpen` tells whether one is open at its start. */
export function isOpenBehind(line: string, isOpen: boolean): boolean {
  if (!isOpen && !line.includes('"')) return false;
  let open = isOpen;
  let isStart = true;
  for (let at = 0; at < line.length; at++) {
    const letter = line[at] as string;
    if (open) {
      if (letter !== '"') continue;
      if (line[at + 1] === '"') at++;
      else {
        open = false;
        isStart = false;
      }
    } else if (letter === '"' && isStart) open = true;
    else if (DELIMITERS.includes(letter)) isStart = true;
    else if (letter !== " " && letter !== "\ufeff") isStart = false;
  }
  return open;
}

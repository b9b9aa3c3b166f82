import type { Delimiter } from "./detectLayout.ts";

/** One of several tables in a text, below a line with its name, as instruments write them. */
export interface TextSection {
  name: string;
  /** Line of its header, from 1. */
  headerRow: number;
  /** What separates the cells of its header. */
  delimiter: Delimiter;
  /** Line of its last row; undefined if it reaches to the end of the text. */
  lastRow: number | undefined;
  /** Number of lines below its last row that belong to no section. */
  linesBelow: number;
}

const NAME = /^\s*(\[[^\][]{1,60}\])[\s,;|]*$/;
/** Title of a table of Luminex xPONENT. */
const DATA_TYPE = /^"?DataType:"?\s*[,;\t]\s*"?([^",;\t]{1,60})/;
const DELIMITERS: readonly Delimiter[] = ["\t", ",", ";", "|"];
const RESULTS = /^\W*results\W*$/i;

/** Returns the name of the section that begins with the line; undefined for other lines. */
export function sectionName(line: string): string | undefined {
  const [, bracketed] = NAME.exec(line) ?? [];
  const [, dataType] = DATA_TYPE.exec(line) ?? [];
  return bracketed ?? dataType?.trim();
}

/** Finds the tables of a text that begin with a name, whose header has cells between any delimiters. */
export function findSections(text: string, isWhole: boolean): TextSection[] {
  const sections: TextSection[] = [];
  let name: string | undefined;
  let open: OpenSection | undefined;
  const close = (isEnd: boolean): void => {
    if (open !== undefined) sections.push(open.end(isEnd, isWhole));
    open = undefined;
  };
  text.split(/\r\n|\n|\r/).forEach((line, index) => {
    const found = sectionName(line);
    if (found !== undefined) {
      close(false);
      name = found;
    } else if (open !== undefined) open.take(line, index + 1);
    else if (name !== undefined && line.trim() !== "") {
      const delimiter = delimiterOf(line);
      if (delimiter !== undefined) open = new OpenSection(name, index + 1, line, delimiter);
      name = undefined;
    }
  });
  close(true);
  return sections;
}

/** Chooses the section that a file is probably wanted for: its results, or else the last one. */
export function mainSection(sections: readonly TextSection[]): TextSection | undefined {
  return sections.findLast(({ name }) => RESULTS.test(name)) ?? sections[sections.length - 1];
}

/** Section whose last row is searched: behind an empty line, only lines that look like its rows belong to it. */
class OpenSection {
  private readonly name: string;
  private readonly headerRow: number;
  private readonly delimiter: Delimiter;
  private readonly width: number;
  private lastRow: number;
  private hasGap = false;
  private linesBelow = 0;

  constructor(name: string, headerRow: number, header: string, delimiter: Delimiter) {
    this.name = name;
    this.headerRow = headerRow;
    this.delimiter = delimiter;
    this.width = header.split(delimiter).length;
    this.lastRow = headerRow;
  }

  take(text: string, line: number): void {
    const cells = text.split(this.delimiter);
    if (isBlank(cells)) this.hasGap = true;
    else if (this.hasGap && 2 * cells.length <= this.width) this.linesBelow++;
    else {
      this.lastRow = line;
      this.linesBelow = 0;
    }
  }

  end(isEnd: boolean, isWhole: boolean): TextSection {
    const { name, headerRow, delimiter, linesBelow } = this;
    const reachesEnd = isEnd && (linesBelow === 0 || !isWhole);
    return { name, headerRow, delimiter, lastRow: reachesEnd ? undefined : this.lastRow, linesBelow };
  }
}

/** Returns the delimiter that a header has most often; undefined if it has none. */
function delimiterOf(header: string): Delimiter | undefined {
  const counts = DELIMITERS.map((delimiter) => header.split(delimiter).length);
  const most = Math.max(...counts);
  return most > 1 ? DELIMITERS[counts.indexOf(most)] : undefined;
}

function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === "");
}

import type { Delimiter } from "./detectLayout.ts";
import { cellsOf, type RecordLines } from "./recordLines.ts";
import type { TextSection } from "./textSection.ts";

/**
 * Section for which the last row has not been found yet: after an empty line, only lines that look like its rows belong to it.
 */
export class OpenSection {
  private readonly name: string;
  private readonly headerRow: number;
  private readonly delimiter: Delimiter;
  private readonly width: number;
  private lastRow: number;
  private rows = 0;
  private hasGap = false;
  private linesBelow = 0;

  constructor(name: string, { text, line, lastLine }: RecordLines, delimiter: Delimiter) {
    this.name = name;
    this.headerRow = line;
    this.delimiter = delimiter;
    this.width = cellsOf(text, delimiter).length;
    this.lastRow = lastLine;
  }

  take({ text, lastLine }: RecordLines): void {
    const cells = cellsOf(text, this.delimiter);
    if (cells.every((cell) => cell.trim() === "")) this.hasGap = true;
    else if (this.hasGap && 2 * cells.length <= this.width) this.linesBelow++;
    else {
      this.lastRow = lastLine;
      this.rows += this.linesBelow + 1;
      this.linesBelow = 0;
    }
  }

  /** Closes the section; `isEnd` means that the text ends here. */
  end(isEnd: boolean, isWhole: boolean, isAbove = false): TextSection {
    const { name, headerRow, delimiter, width, linesBelow } = this;
    const reachesEnd = isEnd && (linesBelow === 0 || !isWhole);
    return {
      name,
      isAbove,
      headerRow,
      delimiter,
      width,
      rows: this.rows,
      lastRow: reachesEnd ? undefined : this.lastRow,
      linesBelow,
    };
  }
}

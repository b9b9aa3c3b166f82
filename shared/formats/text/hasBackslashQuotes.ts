import { CsvRecords } from "./csvRecords.ts";
import { BACKSLASH } from "./escapedQuotes.ts";

const ESCAPED_QUOTE = '\\"';
const QUOTE = 0x22;
const MAX_RECORDS = 2_000;

interface Reading {
  rows: number;
  faults: number;
  /** Number of rows with a cell count that differs from the first row's. */
  irregular: number;
  hasQuotedCells: boolean;
}

/**
 * Tells whether a text file always has a backslash before quotes inside its cells, as written by R with `qmethod = "escape"`,
 * and by MySQL and Spark. This is the case if its first bytes can only be parsed as CSV in this way, or if no cell is quoted
 * and every quote follows a backslash.
 */
export function hasBackslashQuotes(head: Buffer, isWhole: boolean, delimiter: string): boolean {
  if (!head.includes(ESCAPED_QUOTE)) return false;
  const [doubled, escaped] = [false, true].map((hasEscapes) =>
    read(head, isWhole, delimiter, hasEscapes),
  ) as [Reading, Reading];
  if (escaped.faults > 0 || escaped.irregular > doubled.irregular) return false;
  if (doubled.faults > 0 || doubled.rows < escaped.rows || doubled.irregular > escaped.irregular) return true;
  return !doubled.hasQuotedCells && !escaped.hasQuotedCells && areAllEscaped(head);
}

function read(head: Buffer, isWhole: boolean, delimiter: string, hasEscapes: boolean): Reading {
  const records = new CsvRecords(delimiter, 1, undefined, hasEscapes);
  const reading: Reading = { rows: 0, faults: 0, irregular: 0, hasQuotedCells: false };
  let width: number | undefined;
  records.push(head, isWhole);
  while (reading.rows + reading.faults < MAX_RECORDS && records.next()) {
    if (records.fault !== undefined) reading.faults++;
    else {
      reading.rows++;
      width ??= records.count;
      if (records.count !== width) reading.irregular++;
      for (let cell = 0; cell < records.count; cell++) reading.hasQuotedCells ||= records.quoted(cell);
    }
    if (records.fault?.isFatal) break;
  }
  return reading;
}

function areAllEscaped(head: Buffer): boolean {
  for (let at = head.indexOf(QUOTE); at >= 0; at = head.indexOf(QUOTE, at + 1))
    if (head[at - 1] !== BACKSLASH) return false;
  return true;
}

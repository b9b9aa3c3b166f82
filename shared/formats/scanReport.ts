import { type Column, namesByPlace, sequenceRuleOf, sourceName } from "@pdp/basics/columns";
import { type Problem, ProblemCollector, type Problems, problemsOf } from "@pdp/basics/wording";
import { BadRows } from "./badRows.ts";
import type { LineRuns } from "./lineRuns.ts";
import { matchColumns } from "./matchColumns.ts";
import { MISSING_REASON, missingAdvice } from "./readScalar.ts";
import { SequenceWords } from "./sequenceWords.ts";
import type { Source } from "./source.ts";
import type { JsonReading } from "./text/checkJson.ts";

/** Outcome of reading a file. */
export interface Scan {
  rows: number;
  problems: Problems;
  /** Counts for each column of the table. */
  tallies: Tally[];
  /** Number of rows without any value, which are skipped. */
  emptyRows?: number;
  /** Notes that are not errors. */
  warnings?: string[];
  /** False if a fault hides the rest of the file. */
  isReadToEnd?: boolean;
  /** Rows with problems. */
  badRows?: BadRows;
  /** Number of rows not loaded because their mutations do not result in a sequence. */
  omitted?: number;
  /** First line of each row; undefined if every row has one line. */
  lines?: LineRuns;
}

/** Line numbers from which the rows with problems are determined. */
export type SkippableScan = Pick<Scan, "badRows" | "lines" | "rows" | "isReadToEnd">;

/** Counts of one column's values. */
export interface Tally {
  missing: number;
  zeros: number;
}

/** Collects the problems and counts of a file while its rows are being read. */
export class ScanReport implements Scan {
  rows = 0;
  emptyRows = 0;
  readonly warnings: string[] = [];
  readonly problems = new ProblemCollector();
  readonly badRows = new BadRows();
  readonly tallies: Tally[];
  private readonly words: readonly (SequenceWords | undefined)[];
  private readonly source: Source;
  private readonly columns: readonly Column[];
  private readonly onProblem: (() => void) | undefined;

  /** `onProblem` is called at the first problem. */
  constructor(source: Source, columns: readonly Column[], onProblem?: () => void) {
    this.source = source;
    this.columns = columns;
    this.tallies = columns.map(() => ({ missing: 0, zeros: 0 }));
    this.words = columns.map((column) => (sequenceRuleOf(column) ? new SequenceWords() : undefined));
    this.onProblem = onProblem;
  }

  get hasProblems(): boolean {
    return this.problems.count > 0;
  }

  /** Adds a problem with one row. */
  add(problem: Omit<Problem, "file"> & { line: number }): void {
    this.badRows.add(problem.line, problem.column === undefined);
    this.report(problem);
  }

  /** Adds a problem with the whole file or its header, which means that no rows can be loaded. */
  addOfFile(problem: Omit<Problem, "file">): void {
    this.badRows.addFile();
    this.report(problem);
  }

  private report(problem: Omit<Problem, "file">): void {
    if (!this.hasProblems) this.onProblem?.();
    const named = { file: this.source.name, ...problem };
    this.problems.add(named);
    this.source.log?.add(named);
  }

  /**
   * Returns the position of each column in the header; undefined, with a problem, if they do not match. `explain` may return a
   * reason to report instead of the individual problems.
   */
  matchHeader(
    names: readonly string[],
    line: number,
    explain: () => string | undefined = () => undefined,
  ): number[] | undefined {
    const { name, reading } = this.source;
    const ignored = reading?.ignored_columns;
    const places = namesByPlace(names);
    const { positions, problems } = matchColumns(this.columns, names, name, line, ignored, places);
    if (problems.length === 0) return positions;
    const reason = explain();
    if (reason === undefined) for (const problem of problems) this.addOfFile(problem);
    else this.addOfFile({ line, reason });
    return undefined;
  }

  /** Counts the value of a column in a row, or adds its fault, which shows `text` unless the fault specifies a value. */
  count(index: number, line: number, reading: JsonReading, text?: string): void {
    if (reading === "value") {
      if (text !== undefined) this.words[index]?.take(line, text);
      return;
    }
    if (reading === "zero") (this.tallies[index] as Tally).zeros++;
    else if (reading === "missing") this.countMissing(index, line);
    else {
      const { reason, path = "", value = text } = reading;
      const column = sourceName(this.columns[index] as Column) + path;
      const isShown = value !== undefined && reason !== MISSING_REASON;
      this.add({ line, column, ...(isShown && { value }), reason });
    }
  }

  /** Returns the words among a column's sequences; undefined if it does not contain sequences. */
  wordsOf(index: number): SequenceWords | undefined {
    return this.words[index];
  }

  /** Adds the problems that only become visible once all rows have been read. */
  finish(): void {
    this.words.forEach((words, index) => {
      for (const { word, lines, isAlone } of words?.findings() ?? []) {
        const reason = this.wordReason(word, isAlone);
        const column = sourceName(this.columns[index] as Column);
        for (const line of lines) this.add({ line, column, value: word, reason });
      }
    });
  }

  private wordReason(word: string, isAlone: boolean): string {
    const others = isAlone
      ? "and the column has no other sequences"
      : "and is much shorter than the column's other sequences";
    const advice = missingAdvice(word, "leave the cell empty", this.source.table);
    return `looks like a word for a missing value ${others}; ${advice}; if it is a sequence, set the column's "kind" to NONE`;
  }

  /** Counts a missing value in a column, which is a problem if the column requires a value. */
  countMissing(index: number, line: number): void {
    (this.tallies[index] as Tally).missing++;
    const column = this.columns[index] as Column;
    if (!column.nullable) this.add({ line, column: sourceName(column), reason: MISSING_REASON });
  }
}

/** Returns the first lines of the rows to skip, so that the others can be loaded; none if skipping is not enough. */
export function rowsToSkip({ badRows, lines, rows, isReadToEnd = true }: SkippableScan): ReadonlySet<number> {
  return isReadToEnd && badRows ? badRows.among(lines, rows) : new Set();
}

/** Reports problems with the file as a whole, or with its header. */
export function reportProblems({ log }: Source, problems: readonly Problem[]): Problems {
  for (const problem of problems) log?.add(problem);
  return problemsOf(problems);
}

/** Problem in a file of a load, with the details its owner needs to find and fix it. */
export interface Problem {
  file: string;
  /** Line number, counted from 1 as in an editor or spreadsheet; for a Parquet file, the row number, counted from 1. */
  line?: number;
  column?: string;
  /** Value in the file, truncated to 200 characters. */
  value?: string;
  /** Predicate of `value` ("is not a number") or, without a value, a complete clause. Does not end with a period. */
  reason: string;
}

/** Problems in one file and column that have the same reason. */
export interface ProblemGroup {
  /** First problem, in file order. */
  first: Problem;
  count: number;
  /** First line numbers, without duplicates. */
  lines: number[];
  /** Other values after the first one. */
  values: string[];
}

/** Problems by file, column and reason: the first groups, and the total number of problems. Can be serialized as JSON. */
export interface Problems {
  groups: ProblemGroup[];
  count: number;
}

/** Rows of a file that were not loaded because of their problems. */
export interface LeftOut {
  rows: number;
  /** Total number of problems in these rows. */
  problems: number;
}

/** Maximum number of groups that are kept, and therefore of sentences in a load's `errors`. */
export const MAX_GROUPS = 100;
/** Maximum number of groups per column, so that no column crowds out another. */
const MAX_GROUPS_OF_COLUMN = 5;
/** Number of lines and of additional values kept per group: one more than is shown, to indicate that there are more. */
const MAX_LINES = 6;
const MAX_VALUES = 4;
const MAX_VALUE_LENGTH = 200;
const MAX_KNOWN_REASONS = 1_000;

/** Collector of problems. Its memory use is bounded, no matter how many problems a file has. */
export class ProblemCollector implements Problems {
  readonly groups: ProblemGroup[] = [];
  count = 0;
  readonly #byKey = new Map<string, ProblemGroup | null>();
  readonly #groupsOfColumn = new Map<string, number>();
  /** Groups by the full text of their problems; a reason that quotes a position or a value occurs in many variants. */
  readonly #byTexts = new Map<string, ProblemGroup | null>();

  /** Counts the problem, and keeps it if it is among the first of its group. */
  add(problem: Problem): void {
    this.count++;
    const texts = `${problem.file}\n${problem.column}\n${problem.reason}`;
    let group = this.#byTexts.get(texts);
    if (group === undefined) {
      group = this.#groupOf(problem);
      if (this.#byTexts.size >= MAX_KNOWN_REASONS) this.#byTexts.clear();
      this.#byTexts.set(texts, group);
    }
    if (group !== null) addToGroup(group, problem);
  }

  /** Returns the group of a problem, creating it if necessary; null if there are too many groups. */
  #groupOf(problem: Problem): ProblemGroup | null {
    const column = `${problem.file}\n${columnKey(problem.column)}`;
    const key = `${column}\n${reasonKey(problem.reason)}`;
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const ofColumn = this.#groupsOfColumn.get(column) ?? 0;
    if (this.groups.length >= MAX_GROUPS || ofColumn >= MAX_GROUPS_OF_COLUMN) return null;
    this.#groupsOfColumn.set(column, ofColumn + 1);
    const { value } = problem;
    const first = value === undefined ? problem : { ...problem, value: cut(value) };
    const group: ProblemGroup = { first, count: 0, lines: [], values: [] };
    this.groups.push(group);
    this.#byKey.set(key, group);
    return group;
  }
}

function addToGroup(group: ProblemGroup, { line, value }: Problem): void {
  group.count++;
  const { lines, values, first } = group;
  if (line !== undefined && lines.length < MAX_LINES && lines.at(-1) !== line) lines.push(line);
  if (value === undefined || values.length >= MAX_VALUES) return;
  const shown = cut(value);
  if (shown !== first.value && !values.includes(shown)) values.push(shown);
}

/** Returns a column's path without list positions, such as `tags[]` for `tags[3]`. */
function columnKey(column = ""): string {
  return column.replace(/\[\d+\]/g, "[]");
}

/** Returns a reason without the quoted strings and numbers that differ between cells. */
function reasonKey(reason: string): string {
  return reason.replace(/"[^"]*"|\d+/g, "#");
}

/** Returns the collected problems. */
export function problemsOf(problems: Iterable<Problem>): ProblemCollector {
  const collector = new ProblemCollector();
  for (const problem of problems) collector.add(problem);
  return collector;
}

/**
 * Merges the problems of several files of one load, in the given order. If there are too many groups, each file keeps its
 * first groups, so that no file crowds out another.
 */
export function mergeProblems(all: readonly Problems[]): Problems {
  const ranked = all.flatMap(({ groups }, file) => groups.map((group, rank) => ({ group, file, rank })));
  const kept = ranked
    .toSorted((a, b) => a.rank - b.rank || a.file - b.file)
    .slice(0, MAX_GROUPS)
    .toSorted((a, b) => a.file - b.file || a.rank - b.rank);
  return {
    groups: kept.map(({ group }) => group),
    count: all.reduce((sum, { count }) => sum + count, 0),
  };
}

/** Truncates a string to 200 characters without splitting a surrogate pair. */
export function cut(text: string): string {
  if (text.length <= MAX_VALUE_LENGTH) return text;
  const end = MAX_VALUE_LENGTH - 1;
  return `${text.slice(0, isHighSurrogate(text, end - 1) ? end - 1 : end)}…`;
}

function isHighSurrogate(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= 0xd800 && code <= 0xdbff;
}

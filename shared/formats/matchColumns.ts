import { type Column, differenceInLooks, looksOf, nameKey, sourceName } from "@pdp/basics/columns";
import { joinNames, type Problem } from "@pdp/basics/wording";

export interface ColumnMatch {
  /** Position of each table column in the file's header; -1 if it is missing. */
  positions: number[];
  problems: Problem[];
}

/** Maximum number of columns in a file, five times that of a table; each unknown column is reported as a problem. */
const MAX_FILE_COLUMNS = 10_000;
const NAMES_SHOWN = 20;
const MAX_NAME_CHARACTERS = 100;

/**
 * Matches header and columns: the file must contain every column of the table exactly once, and all other columns in the file
 * must be ignored columns. `places` contains the names of the file's columns with their positions, which identify columns with
 * an empty or repeated name.
 */
export function matchColumns(
  columns: readonly Column[],
  header: readonly string[],
  file: string,
  line?: number,
  ignoredColumns: readonly string[] = [],
  places: readonly string[] = header,
): ColumnMatch {
  const at = line === undefined ? { file } : { file, line };
  const ignored = new IgnoredColumns(ignoredColumns);
  if (header.length > MAX_FILE_COLUMNS) {
    const [shownCount, maximum] = [header.length, MAX_FILE_COLUMNS].map((count) =>
      count.toLocaleString("en-US"),
    );
    const reason = `the file has ${shownCount} columns, but at most ${maximum} can be read; delete those that are not in the table`;
    return { positions: columns.map(() => -1), problems: [{ ...at, reason }] };
  }
  const wanted = new Set(columns.map((column) => nameKey(sourceName(column))));
  const problems: Problem[] = [];
  const positionOf = new Map<string, number>();
  header.forEach((name, position) => {
    const key = nameKey(name);
    const uniqueName = places[position] as string;
    if (nameKey(uniqueName) !== key && wanted.has(nameKey(uniqueName))) {
      positionOf.set(nameKey(uniqueName), position);
      return;
    }
    if (!wanted.has(key) && (ignored.has(name) || ignored.has(uniqueName))) return;
    if (wanted.has(key) && uniqueName !== name && ignored.has(uniqueName)) return;
    if (key === "") problems.push({ ...at, reason: namelessReason(position) });
    else if (positionOf.has(key))
      problems.push({ ...at, column: name, reason: twiceReason(name, uniqueName) });
    else positionOf.set(key, position);
  });
  // Formatted once, because thousands of columns may have the same problem.
  let missing: string | undefined;
  // Several columns may be read from different parts of the same cells.
  const matched = new Set<string>();
  const positions = columns.map((column) => {
    const key = nameKey(sourceName(column));
    const position = positionOf.get(key);
    if (position === undefined) {
      missing ??= missingColumnReason(header);
      problems.push({ ...at, column: sourceName(column), reason: missing });
    }
    matched.add(key);
    return position ?? -1;
  });
  for (const key of matched) positionOf.delete(key);
  pairLookAlikes(columns, header, at, positionOf, positions, problems);
  if (positionOf.size > 0) {
    const reason = extraColumnReason(columns);
    for (const position of positionOf.values())
      problems.push({ ...at, column: places[position] ?? "", reason });
  }
  return { positions, problems };
}

/**
 * Merges two problems into one if a header name only looks like the name of a missing column. The merged problem states the
 * character that differs.
 */
function pairLookAlikes(
  columns: readonly Column[],
  header: readonly string[],
  at: { file: string; line?: number },
  unknown: Map<string, number>,
  positions: readonly number[],
  problems: Problem[],
): void {
  if (unknown.size === 0) return;
  const missing = new Map(
    columns.flatMap((column, index) =>
      positions[index] === -1 ? [[looksOf(sourceName(column)), sourceName(column)] as const] : [],
    ),
  );
  for (const [key, position] of unknown) {
    const name = header[position] ?? "";
    const wanted = missing.get(looksOf(name));
    const reason = wanted === undefined ? undefined : lookAlikeReason(name, wanted);
    if (reason === undefined) continue;
    unknown.delete(key);
    problems.splice(
      problems.findIndex(({ column }) => column === wanted),
      1,
    );
    problems.push({ ...at, column: name, reason });
  }
}

/** Returns the reason for a name that only looks like a column's name; undefined for other names. */
export function lookAlikeReason(name: string, wanted: string): string | undefined {
  const difference = differenceInLooks(name, wanted);
  if (difference === undefined) return undefined;
  return `the name looks like the column "${shortName(wanted)}" but differs: ${difference}; use the same name, or set this name as the column's "source_name"`;
}

/** Names of file columns that are ignored. */
export class IgnoredColumns {
  private readonly keys: ReadonlySet<string>;
  private readonly ignoresAll: boolean;

  constructor(names: readonly string[] = []) {
    this.keys = new Set(names.map(nameKey));
    this.ignoresAll = names.includes("*");
  }

  /** Tells whether a column that is missing in the table is ignored. */
  has(name: string): boolean {
    return this.ignoresAll || this.keys.has(nameKey(name));
  }
}

function twiceReason(name: string, uniqueName: string): string {
  const reason = "the file contains this column twice";
  if (uniqueName === name) return reason;
  return `${reason}; identify each by its position, such as "source_name": ${JSON.stringify(uniqueName)}, or omit this column with "ignored_columns": [${JSON.stringify(uniqueName)}]`;
}

function namelessReason(position: number): string {
  const problem = `column ${position + 1} of the file has no name`;
  const advice = 'give it one, or ignore it with "ignored_columns": [""]';
  if (position > 0) return `${problem}; ${advice}`;
  return `${problem}, like row numbers saved with the data; save the file without them, or ${advice.slice(advice.indexOf("ignore"))}`;
}

export function extraColumnReason(columns: readonly Column[]): string {
  const names = listNames(columns.map(sourceName));
  return `this column is in the file but not in the table; the table's columns are ${names}; to omit columns, use "ignored_columns"`;
}

export function missingColumnReason(header: readonly string[]): string {
  const names = header.length === 0 ? "no columns" : listNames(header);
  return `this column is missing from the file; its header has ${names}`;
}

/** Shortens a name for an error message. */
export function shortName(name: string): string {
  return name.length > MAX_NAME_CHARACTERS
    ? `${name.slice(0, MAX_NAME_CHARACTERS - 1).toWellFormed()}…`
    : name;
}

function listNames(names: readonly string[]): string {
  return joinNames(names.map(shortName), NAMES_SHOWN);
}

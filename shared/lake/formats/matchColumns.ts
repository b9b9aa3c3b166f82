import type { Column } from "#shared/domain/column.ts";
import type { Problem } from "#shared/domain/problem.ts";

export interface ColumnMatch {
  /** For each column of the table, its position in the file's header; -1 where the file has none. */
  positions: number[];
  problems: Problem[];
}

const NAMES_SHOWN = 20;

/** The name under which a column stands in the file. */
export function sourceName(column: Column): string {
  return column.source_name ?? column.name;
}

/** Names match after trimming and ignoring case, in Unicode's composed form. */
export function nameKey(name: string): string {
  return name.normalize("NFC").trim().toLowerCase();
}

/** Every column of the table must be in the file exactly once, and the file may have no other. */
export function matchColumns(
  columns: readonly Column[],
  header: readonly string[],
  file: string,
  line?: number,
): ColumnMatch {
  const problems: Problem[] = [];
  const at = line === undefined ? { file } : { file, line };
  const positionOf = new Map<string, number>();
  header.forEach((name, position) => {
    const key = nameKey(name);
    if (key === "") problems.push({ ...at, reason: `column ${position + 1} of the file has no name` });
    else if (positionOf.has(key))
      problems.push({ ...at, column: name, reason: "the file has this column twice" });
    else positionOf.set(key, position);
  });
  const positions = columns.map((column) => {
    const key = nameKey(sourceName(column));
    const position = positionOf.get(key);
    if (position === undefined) problems.push(missingColumn(column, header, at));
    positionOf.delete(key);
    return position ?? -1;
  });
  for (const position of positionOf.values()) {
    problems.push({ ...at, column: header[position] ?? "", reason: extraColumnReason(columns) });
  }
  return { positions, problems };
}

export function extraColumnReason(columns: readonly Column[]): string {
  return `the file has this column, the table does not; the table's columns are ${listed(columns.map(sourceName))}`;
}

export function missingColumn(
  column: Column,
  header: readonly string[],
  at: { file: string; line?: number },
): Problem {
  const found = header.length === 0 ? "no columns" : listed(header);
  return { ...at, column: sourceName(column), reason: `the file lacks this column; its header has ${found}` };
}

function listed(names: readonly string[]): string {
  const shown = names
    .slice(0, NAMES_SHOWN)
    .map((name) => (name.length > 100 ? `${name.slice(0, 99)}…` : name));
  const more = names.length - shown.length;
  return more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
}

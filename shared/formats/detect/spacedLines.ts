import { cellsInSpans, fitsSpans, isRuler, rulerSpans, type Span } from "./ruler.ts";

/** A cell between spaces; quotes may enclose spaces. */
const CELL = /"(?:[^"]|"")*"|\S+/g;

/** How the lines of a table without separators are split into cells. */
export interface SpacedLines {
  /** Columns marked by a line of dashes; empty if there is none. */
  spans: readonly Span[];
  /** True if the cells of every line are exactly below the dashes, so that they may contain spaces. */
  areFixed: boolean;
  /** Number of cells per line. */
  width: number;
}

/**
 * Finds out how the lines of a table without separators are split into cells, from its first lines without comments. Undefined
 * if they do not have the same number of cells.
 */
export function spacedLines(
  lines: readonly string[],
  ruled: readonly string[] = lines,
): SpacedLines | undefined {
  const filled = lines.filter((line) => line.trim() !== "" && !isRuler(line));
  const ruler = rulerSpans(ruled);
  if (ruler !== undefined) {
    const below = ruled.slice(ruler.line + 1).filter((line) => filled.includes(line));
    const { spans } = ruler;
    const areFixed = below.every((line) => fitsSpans(line, spans));
    const isSplit = areFixed || below.every((line) => cellsBetweenSpaces(line).length >= spans.length);
    return isSplit && below.length > 0 ? { spans, areFixed, width: spans.length } : undefined;
  }
  const counts = filled.map((line) => cellsBetweenSpaces(line).length);
  const width = counts[counts.length - 1] ?? 0;
  const first = counts.findIndex((count) => count === width || count === width - 1);
  const others = counts.slice(first + 1);
  if (width < 2 || others.length === 0 || others.some((count) => count !== width)) return undefined;
  return { spans: [], areFixed: false, width };
}

/** Splits a line below the names into cells; text after the last column belongs to it. */
export function splitSpaced(line: string, { spans, areFixed, width }: SpacedLines): string[] {
  if (areFixed && spans.length > 0) return cellsInSpans(line, spans);
  const cells = cellsBetweenSpaces(line);
  if (spans.length === 0 || cells.length <= width) return cells;
  const last = [...line.matchAll(CELL)][width - 1];
  return [...cells.slice(0, width - 1), line.slice(last?.index).trim()];
}

/** Splits the line with the names into cells; the column with row names may lack a name. */
export function splitSpacedNames(line: string, { spans, width }: SpacedLines): string[] {
  if (spans.length > 0) return cellsInSpans(line, spans);
  const names = cellsBetweenSpaces(line);
  return names.length === width - 1 ? ["", ...names] : names;
}

export function cellsBetweenSpaces(line: string): string[] {
  return (line.match(CELL) ?? []).map((cell) =>
    cell.length > 1 && cell.startsWith('"') && cell.endsWith('"')
      ? cell.slice(1, -1).replaceAll('""', '"')
      : cell,
  );
}

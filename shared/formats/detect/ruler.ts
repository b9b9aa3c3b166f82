/** Characters of a line that belong to one column: [start, end). */
export interface Span {
  start: number;
  end: number;
}

/** Line of dashes below column names, one run for each column: `#------- ----- ---`. */
const RULER = /^[#\s]*[-=]+(?:\s+[-=]+)+\s*$/;
/** Number of leading lines searched for a ruler. */
const MAX_LINES = 100;

export function isRuler(line: string): boolean {
  return RULER.test(line) && line.length < 10_000;
}

/** Returns the columns that a ruler marks among the first lines; undefined if no line is a ruler. */
export function rulerSpans(lines: readonly string[]): { line: number; spans: Span[] } | undefined {
  const at = lines.slice(0, MAX_LINES).findIndex(isRuler);
  if (at < 0) return undefined;
  const runs = [...(lines[at] as string).matchAll(/\S+/g)];
  return { line: at, spans: runs.map(({ index, 0: run }) => ({ start: index, end: index + run.length })) };
}

/** Tells whether a line has spaces wherever the ruler has spaces. */
export function fitsSpans(line: string, spans: readonly Span[]): boolean {
  if (line.slice(0, spans[0]?.start).trim() !== "") return false;
  return spans.every(({ end }, index) => {
    const next = spans[index + 1];
    return next === undefined || line.slice(end, next.start).trim() === "";
  });
}

/** Returns the text in each column; the last one extends to the end of the line. A name may be wider than its column. */
export function cellsInSpans(line: string, spans: readonly Span[]): string[] {
  return spans.map(({ start }, index) => line.slice(start, spans[index + 1]?.start).trim());
}

/**
 * Returns the names in a line above a ruler. If the ruler is shifted, so that a column starts inside a word, each word belongs to
 * the column that it overlaps most or, if it is between two columns, to the one on its right.
 */
export function namesAbove(line: string, spans: readonly Span[]): string[] {
  const isAligned = spans.slice(1).every(({ start }) => !/^\S\S$/.test(line.slice(start - 1, start + 1)));
  if (isAligned) return cellsInSpans(line, spans);
  const names = spans.map((): string[] => []);
  for (const { index, 0: word } of line.matchAll(/\S+/g)) {
    const end = index + word.length;
    const overlaps = spans.map((span) => Math.min(end, span.end) - Math.max(index, span.start));
    const maxOverlap = Math.max(...overlaps);
    const right = spans.findIndex(({ start }) => start >= index);
    const at = maxOverlap > 0 ? overlaps.indexOf(maxOverlap) : right < 0 ? spans.length - 1 : right;
    names[at]?.push(word);
  }
  return names.map((words) => words.join(" "));
}

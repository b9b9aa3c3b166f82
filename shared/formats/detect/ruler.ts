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

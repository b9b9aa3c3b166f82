const LF = 0x0a;
const CR = 0x0d;

/** Line from which on lines are cut, and the first one behind them. Lines count from 1. */
export interface LineRange {
  from: number;
  to: number;
}

/** What ends a line: LF alone, or also CRLF and CR. */
export type LineEnds = "LF" | "ANY";

/**
 * Cuts lines out of a file whose bytes `chunks` has: `kept` is the file with empty lines in their place, `head` what is
 * above `firstRow`. Ranges are in ascending order and behind it.
 */
export async function cutLines(
  file: Blob,
  chunks: AsyncIterable<Uint8Array>,
  ends: LineEnds,
  ranges: readonly LineRange[],
  firstRow: number,
): Promise<{ kept: Blob; head: Blob; cut: Blob }> {
  const kept: (Blob | string)[] = [];
  const cut: (Blob | string)[] = [];
  let [at, line, keptFrom, next] = [0, 1, 0, 0];
  let range = ranges[0];
  let head = file.slice(0, 0);
  let cutFrom: number | undefined;
  let emptied = 0;
  /** Takes note that a line begins at an offset. */
  const begin = (offset: number): void => {
    if (line === firstRow) head = file.slice(0, offset);
    if (range && cutFrom !== undefined && line === range.to) {
      close(offset);
      next += 1;
      range = ranges[next];
    }
    if (range && cutFrom === undefined && line === range.from) {
      kept.push(file.slice(keptFrom, offset));
      cutFrom = offset;
      emptied = 0;
    }
  };
  const close = (offset: number): void => {
    if (cutFrom === undefined) return;
    cut.push(file.slice(cutFrom, offset));
    kept.push("\n".repeat(emptied));
    keptFrom = offset;
    cutFrom = undefined;
  };
  begin(0);
  let afterCr = false;
  for await (const chunk of chunks) {
    for (let index = 0; index < chunk.length; index += 1, at += 1) {
      const byte = chunk[index];
      // The LF of a CRLF belongs to the line that the CR has ended.
      if (afterCr && byte !== LF) endLine(at);
      afterCr = ends === "ANY" && byte === CR;
      if (byte === LF) endLine(at + 1);
    }
  }
  if (afterCr) endLine(at);
  close(at);
  kept.push(file.slice(keptFrom, at));
  return { kept: new Blob(kept), head, cut: new Blob(cut) };

  function endLine(offset: number): void {
    line += 1;
    if (cutFrom !== undefined) emptied += 1;
    begin(offset);
  }
}

import { wellOf } from "../wellTables.ts";
import { readSeconds, timeUnitOf } from "../wellTimes.ts";
import { type BlockLine, filledCells, type InstrumentReader, textAt, type WellBlock } from "./wellBlock.ts";

/** Maximum number of columns before the values: the well, its letter and number, its content and its group. */
const MAX_NAMES = 5;

/** Reads exports of BMG LABTECH readers: one line for each well, below a line of reads and a line of times. */
export const clariostar: InstrumentReader = {
  recognize: (text) =>
    /^(?:\ufeff|")*User: .*(?:Path: |Test run no)/.test(text) || /^.*\bTest ID: \d/.test(text),
  blocks: (lines) => lines.flatMap((_, at) => wellsOverTime(lines, at)),
};

/** Returns one block for each read. */
function wellsOverTime(lines: readonly BlockLine[], header: number): WellBlock[] {
  const line = lines[header] as BlockLine;
  const times = lines[header + 1];
  const label = times?.cells.slice(0, MAX_NAMES).findIndex((cell) => timeUnitOf(cell) !== undefined) ?? -1;
  const unit = timeUnitOf(textAt(times, label));
  if (times === undefined || label < 0 || unit === undefined || !/^Well\b/i.test(textAt(line, 0))) return [];
  const rows: number[] = [];
  while (wellOf(textAt(lines[header + 2 + rows.length], 0)) !== undefined)
    rows.push(header + 2 + rows.length);
  const content = line.cells.slice(0, label + 1).findIndex((cell) => /^Content$/i.test(cell.trim()));
  const contents = rows.flatMap((at) => {
    const well = wellOf(textAt(lines[at], 0));
    const text = content < 0 ? "" : textAt(lines[at], content);
    return well === undefined || text === "" ? [] : [{ ...well, text }];
  });
  const columns = filledCells(times).filter(
    (at) => at > label && readSeconds(textAt(times, at), unit) !== undefined,
  );
  const reads = Map.groupBy(columns, (at) => textAt(line, at));
  return [...reads].map(([read, columnsOfRead], index) => {
    const values = rows.flatMap((at) => {
      const well = wellOf(textAt(lines[at], 0));
      return columnsOfRead.flatMap((column) => {
        const seconds = readSeconds(textAt(times, column), unit);
        return well === undefined || seconds === undefined
          ? []
          : [{ ...well, seconds, value: textAt(lines[at], column) || null }];
      });
    });
    const all = new Set(line.cells.keys());
    const cells = new Map([header, header + 1, ...rows].map((at) => [at, all] as const));
    return {
      header,
      rows: [header + 1, ...rows],
      label: read,
      values,
      cells,
      ...(index === 0 && { contents }),
    };
  });
}

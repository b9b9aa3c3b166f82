import { areWells, wellOf } from "../wellTables.ts";
import { type BlockLine, filledCells, textAt, type WellBlock } from "./wellBlock.ts";

const TEMPERATURE = /^(?:Temperature|Temp\b|T°)/i;

/**
 * Reads lines below a header with one column for each well: each line is a read, whose name is in the column that `isName`
 * recognizes, such as a wavelength.
 */
export function wellReads(lines: readonly BlockLine[], header: number, isName: RegExp): WellBlock[] {
  const line = lines[header] as BlockLine;
  const name = line.cells.findIndex((cell) => isName.test(cell.trim()));
  if (name < 0) return [];
  const wells = new Map(
    line.cells.flatMap((cell, at) => {
      const well = wellOf(cell);
      return well === undefined ? [] : [[at, well] as const];
    }),
  );
  const others = filledCells(line).filter(
    (at) => at !== name && !wells.has(at) && !TEMPERATURE.test(textAt(line, at)),
  );
  if (!areWells([...wells.values()]) || others.length > 0) return [];
  const blocks: WellBlock[] = [];
  const isRead = (at: number) => textAt(lines[at], name) !== "" && !isName.test(textAt(lines[at], name));
  for (let at = header + 1; at < lines.length && isRead(at); at++) {
    const row = lines[at] as BlockLine;
    const values = [...wells].map(([position, well]) => ({
      ...well,
      value: textAt(row, position) || null,
    }));
    const readCells = new Map([
      [header, new Set(line.cells.keys())],
      [at, new Set([name, ...wells.keys()])],
    ]);
    blocks.push({
      header: at === header + 1 ? header : at,
      rows: [at],
      label: textAt(row, name),
      values,
      cells: readCells,
    });
  }
  return blocks;
}

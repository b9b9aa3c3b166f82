import { wellOf } from "#shared/formats/plates/wellTables.ts";
import { type BlockLine, filledCells, type InstrumentReader, textAt, type WellBlock } from "./wellBlock.ts";

const MIN_WELLS = 3;

/** Reads exports of BioTek Gen5 with one column for each well and one line for each read. */
export const gen5: InstrumentReader = {
  recognize: (text) =>
    /^\s*"?(?:Software Version|Experiment File Path:|Procedure (?:Summary|Details)|Actual Temperature:|Read \d+:)/m.test(
      text,
    ),
  title: (words) => words.replace(/^Read \d+:\s*/, ""),
  blocks: (lines) => lines.flatMap((_, at) => readsOfWells(lines, at)),
};

function readsOfWells(lines: readonly BlockLine[], header: number): WellBlock[] {
  const line = lines[header] as BlockLine;
  const name = line.cells.findIndex((cell) => /^\s*Well\s*$/i.test(cell));
  const wells = new Map(
    line.cells.flatMap((cell, at) => (wellOf(cell) === undefined ? [] : [[at, wellOf(cell)] as const])),
  );
  if (name < 0 || wells.size < MIN_WELLS || filledCells(line).length > wells.size + 1) return [];
  const blocks: WellBlock[] = [];
  for (let at = header + 1; at < lines.length && textAt(lines[at], name) !== ""; at++) {
    const row = lines[at] as BlockLine;
    const values = [...wells].flatMap(([position, well]) =>
      well === undefined ? [] : [{ ...well, value: textAt(row, position) || null }],
    );
    const own = new Map([
      [header, new Set(line.cells.keys())],
      [at, new Set([name, ...wells.keys()])],
    ]);
    blocks.push({
      header: at === header + 1 ? header : at,
      rows: [at],
      label: textAt(row, name),
      values,
      cells: own,
    });
  }
  return blocks;
}

import { areDistinct, type Well, wellOf } from "#shared/formats/plates/wellTables.ts";
import { type BlockLine, filledCells, type InstrumentReader, textAt, type WellBlock } from "./wellBlock.ts";

const WELLS = "Well positions";
const PLATE = /^plate$/i;
const NUMBER = /^[-+]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[-+]?\d+)?$/i;

/** Reads lists of Tecan Magellan: one line for each well and one column for each label, above the settings. */
export const magellan: InstrumentReader = {
  recognize: (text) => /^(?:\ufeff)?(?:[^\t\n]*\t){0,3}Well positions(?:\t|\n|$)/.test(text),
  blocks: (lines) => {
    const headers = lines.flatMap(({ cells }, at) => (cells.includes(WELLS) ? [at] : []));
    return headers.flatMap((header, index) =>
      labelsOfWells(lines, header, headers[index + 1] ?? lines.length),
    );
  },
};

interface WellLine extends Well {
  /** Position of its line. */
  at: number;
}

/** Returns one block for each label and plate of a list that ends at a line. */
function labelsOfWells(lines: readonly BlockLine[], header: number, end: number): WellBlock[] {
  const line = lines[header] as BlockLine;
  const position = line.cells.indexOf(WELLS);
  const plate = line.cells.findIndex((cell) => PLATE.test(cell.trim()));
  const wells: WellLine[] = [];
  for (let at = header + 1; at < end; at++) {
    const well = wellOf(textAt(lines[at], position));
    if (well !== undefined) wells.push({ at, ...well });
  }
  const areNumbers = (column: number) => {
    const filled = wells.map(({ at }) => textAt(lines[at], column)).filter((text) => text !== "");
    return 2 * filled.filter((text) => NUMBER.test(text)).length > filled.length;
  };
  const columns = filledCells(line).filter((at) => at !== position && at !== plate);
  const reads = columns.filter(areNumbers);
  const described = columns.find(
    (column) => !reads.includes(column) && wells.some(({ at }) => textAt(lines[at], column) !== ""),
  );
  const used = new Set([position, plate, ...reads, ...(described === undefined ? [] : [described])]);
  const plates = [...Map.groupBy(wells, ({ at }) => (plate < 0 ? "" : textAt(lines[at], plate)))];
  if (!plates.every(([, own]) => areDistinct(own))) return [];
  return plates.flatMap(([name, own], number) =>
    reads.map((column, index): WellBlock => {
      const isFirst = index === 0;
      const textsOf = (of: number) =>
        own.map(({ at, ...well }) => ({ ...well, text: textAt(lines[at], of) }));
      return {
        header: number === 0 ? header : (own[0] as WellLine).at,
        rows: own.map(({ at }) => at),
        ...(name !== "" && { plate: name }),
        label: textAt(line, column),
        values: textsOf(column).map(({ text, ...well }) => ({ ...well, value: text || null })),
        // The lines are the same for all labels, so their cells are listed once.
        cells: new Map([
          ...(isFirst && number === 0 ? [[header, used] as const] : []),
          ...(isFirst ? own.map(({ at }) => [at, used] as const) : []),
        ]),
        contents:
          isFirst && described !== undefined ? textsOf(described).filter(({ text }) => text !== "") : [],
      };
    }),
  );
}

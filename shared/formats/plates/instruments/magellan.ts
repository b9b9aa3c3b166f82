import { wellOf } from "#shared/formats/plates/wellTables.ts";
import { type BlockLine, filledCells, type InstrumentReader, textAt, type WellBlock } from "./wellBlock.ts";

const WELLS = "Well positions";
const PLATE = /^plate$/i;
const NUMBER = /^[-+]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[-+]?\d+)?$/i;

/** Reads lists of Tecan Magellan: one line for each well and one column for each label, above the settings. */
export const magellan: InstrumentReader = {
  recognize: (text) => /^(?:\ufeff)?(?:[^\t\n]*\t){0,3}Well positions(?:\t|\n|$)/.test(text),
  blocks: (lines) => {
    const header = lines.findIndex(({ cells }) => cells.includes(WELLS));
    return header < 0 ? [] : labelsOfWells(lines, header);
  },
};

/** Returns one block for each label and plate. */
function labelsOfWells(lines: readonly BlockLine[], header: number): WellBlock[] {
  const line = lines[header] as BlockLine;
  const position = line.cells.indexOf(WELLS);
  const plate = line.cells.findIndex((cell) => PLATE.test(cell.trim()));
  const rows = lines.flatMap((row, at) => (at > header && wellOf(textAt(row, position)) ? [at] : []));
  const areNumbers = (column: number) => {
    const filled = rows.map((at) => textAt(lines[at], column)).filter((text) => text !== "");
    return 2 * filled.filter((text) => NUMBER.test(text)).length > filled.length;
  };
  const columns = filledCells(line).filter((at) => at !== position && at !== plate);
  const reads = columns.filter(areNumbers);
  const [described] = columns.filter(
    (at) => !reads.includes(at) && rows.some((row) => textAt(lines[row], at)),
  );
  const plates = Map.groupBy(rows, (at) => (plate < 0 ? "" : textAt(lines[at], plate)));
  return [...plates].flatMap(([name, own]) =>
    reads.map((column, index): WellBlock => {
      const wells = own.map((at) => ({ at, ...(wellOf(textAt(lines[at], position)) as object) })) as {
        at: number;
        row: number;
        column: number;
      }[];
      const used = new Set([position, plate, ...reads, ...(described === undefined ? [] : [described])]);
      const contents =
        described === undefined || index > 0
          ? []
          : wells.map(({ at, row, column: of }) => ({ row, column: of, text: textAt(lines[at], described) }));
      return {
        header: own[0] === rows[0] ? header : (own[0] as number),
        rows: own,
        ...(name !== "" && { plate: name }),
        label: textAt(line, column),
        values: wells.map(({ at, row, column: of }) => ({
          row,
          column: of,
          value: textAt(lines[at], column) || null,
        })),
        cells: new Map([[header, used], ...own.map((at) => [at, used] as const)]),
        contents: contents.filter(({ text }) => text !== ""),
      };
    }),
  );
}

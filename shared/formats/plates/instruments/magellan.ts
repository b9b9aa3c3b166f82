import { PLAIN_NUMBER } from "@pdp/basics/columns";
import { areDistinct, type Well, wellOf } from "../wellTables.ts";
import { readSeconds } from "../wellTimes.ts";
import { type BlockLine, filledCells, type InstrumentReader, textAt, type WellBlock } from "./wellBlock.ts";

const WELLS = "Well positions";
const PLATE = /^plate$/i;

/** Reads lists of Tecan Magellan: one line for each well and one column for each label, above the settings. */
export const magellan: InstrumentReader = {
  recognize: (text) => /^(?:\ufeff)?(?:[^\t\n]*\t){0,3}Well positions(?:\t|\n|$)/.test(text),
  blocks: (lines) => {
    const headers = lines.flatMap(({ cells }, at) => (cells.includes(WELLS) ? [at] : []));
    return headers.flatMap((header, index) => labelsAt(lines, header, headers[index + 1] ?? lines.length));
  },
};

function labelCount(line: BlockLine | undefined): number {
  return line === undefined ? 0 : filledCells(line).filter((at) => line.cells[at] !== WELLS).length;
}

function labelsAt(lines: readonly BlockLine[], header: number, end: number): WellBlock[] {
  const times = timesBelow(lines, header);
  // Each label of a list that was measured once may state its time.
  return new Set(times.values()).size > 1 && times.size > labelCount(lines[header])
    ? labelsOverTime(lines, header, end, times)
    : labelsOfWells(lines, header, end);
}

interface WellLine extends Well {
  /** Position of its line. */
  at: number;
}

/** Returns the times in the line below the labels, by column; none for a list that was measured once. */
function timesBelow(lines: readonly BlockLine[], header: number): ReadonlyMap<number, number> {
  const times = lines[header + 1];
  const timesByColumn = filledCells(times ?? { line: 0, cells: [] }).flatMap((at) => {
    const seconds = readSeconds(textAt(times, at), { seconds: 1, areHours: true });
    return seconds === undefined ? [] : [[at, seconds] as const];
  });
  return wellOf(textAt(times, lines[header]?.cells.indexOf(WELLS) ?? 0)) === undefined
    ? new Map(timesByColumn)
    : new Map();
}

/** Returns one block for each label of a list that was measured over time; the columns of a label have no further names. */
function labelsOverTime(
  lines: readonly BlockLine[],
  header: number,
  end: number,
  times: ReadonlyMap<number, number>,
): WellBlock[] {
  const line = lines[header] as BlockLine;
  const position = line.cells.indexOf(WELLS);
  const rows: number[] = [];
  for (let at = header + 2; at < end; at++)
    if (wellOf(textAt(lines[at], position)) !== undefined) rows.push(at);
  const wells = rows.map((at) => wellOf(textAt(lines[at], position)) as Well);
  if (!areDistinct(wells)) return [];
  const names = filledCells(line).filter((at) => at !== position);
  const columnsOf = (first: number) => {
    const next = names.find((at) => at > first) ?? Infinity;
    return [...times.keys()].filter((at) => at >= first && at < next);
  };
  const labels = names.filter((at) => columnsOf(at).length > 0);
  // A column without times describes the wells.
  const described = names.find((at) => columnsOf(at).length === 0);
  return labels.map((first, index): WellBlock => {
    const columns = columnsOf(first);
    const values = rows.flatMap((at) => {
      const well = wellOf(textAt(lines[at], position)) as Well;
      return columns.map((column) => {
        const seconds = times.get(column) as number;
        return { ...well, seconds, value: textAt(lines[at], column) || null };
      });
    });
    const cells = new Set([
      position,
      ...times.keys(),
      ...labels,
      ...(described === undefined ? [] : [described]),
    ]);
    const contents = rows.flatMap((at, row) => {
      const text = described === undefined ? "" : textAt(lines[at], described);
      return text === "" ? [] : [{ ...(wells[row] as Well), text }];
    });
    return {
      header,
      rows: [header + 1, ...rows],
      label: textAt(line, first),
      values,
      cells: index === 0 ? new Map([header, header + 1, ...rows].map((at) => [at, cells])) : new Map(),
      contents: index === 0 ? contents : [],
    };
  });
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
    return 2 * filled.filter((text) => PLAIN_NUMBER.test(text)).length > filled.length;
  };
  const columns = filledCells(line).filter((at) => at !== position && at !== plate);
  const reads = columns.filter(areNumbers);
  const described = columns.find(
    (column) => !reads.includes(column) && wells.some(({ at }) => textAt(lines[at], column) !== ""),
  );
  const used = new Set([position, plate, ...reads, ...(described === undefined ? [] : [described])]);
  const plates = [...Map.groupBy(wells, ({ at }) => (plate < 0 ? "" : textAt(lines[at], plate)))];
  if (!plates.every(([, wellsOfPlate]) => areDistinct(wellsOfPlate))) return [];
  return plates.flatMap(([name, wellsOfPlate], number) =>
    reads.map((column, index): WellBlock => {
      const isFirst = index === 0;
      const textsOf = (of: number) =>
        wellsOfPlate.map(({ at, ...well }) => ({ ...well, text: textAt(lines[at], of) }));
      return {
        header: number === 0 ? header : (wellsOfPlate[0] as WellLine).at,
        rows: wellsOfPlate.map(({ at }) => at),
        ...(name !== "" && { plate: name }),
        label: textAt(line, column),
        values: textsOf(column).map(({ text, ...well }) => ({ ...well, value: text || null })),
        // The lines are the same for all labels, so their cells are listed once.
        cells: new Map([
          ...(isFirst && number === 0 ? [[header, used] as const] : []),
          ...(isFirst ? wellsOfPlate.map(({ at }) => [at, used] as const) : []),
        ]),
        contents:
          isFirst && described !== undefined ? textsOf(described).filter(({ text }) => text !== "") : [],
      };
    }),
  );
}

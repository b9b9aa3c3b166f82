import { type Well, wellOf } from "../wellTables.ts";
import { readSeconds, timeUnitOf } from "../wellTimes.ts";
import { type BlockLine, filledCells, type InstrumentReader, textAt, type WellBlock } from "./wellBlock.ts";

/** First names of a list of wells. The times and the labels of the measurements follow them. */
const NAMES = ["Plate", "Repeat", "Well"];
const CLOCK = { seconds: 1, areHours: true };
/** Start of the settings below the plates, which repeat the values of the list. */
const SETTINGS = /^(?:Protocol description|Basic assay information)\b/i;

/** Reads lists of wells of PerkinElmer Victor readers: one line for each well and repeat, one column for each label. */
export const victor: InstrumentReader = {
  recognize: (text) => /^(?:\ufeff|")*Plate\tRepeat\tWell\tType$/m.test(text),
  blocks: (lines) => {
    const headers = lines.flatMap((line, at) =>
      NAMES.every((name, column) => textAt(line, column) === name) ? [at] : [],
    );
    return headers.flatMap((header, index) => labelsOf(lines, header, headers[index + 1]));
  },
};

interface Measured extends Well {
  at: number;
  plate: string;
  repeat: string;
}

/**
 * Returns one block for each plate and label of a list, above the next one. A measurement has times if a plate was read several
 * times.
 */
function labelsOf(lines: readonly BlockLine[], header: number, next: number | undefined): WellBlock[] {
  const line = lines[header] as BlockLine;
  const wells: Measured[] = [];
  let end = header + 1;
  for (; wellOf(textAt(lines[end], 2)) !== undefined; end++) {
    const well = wellOf(textAt(lines[end], 2)) as Well;
    wells.push({ ...well, at: end, plate: textAt(lines[end], 0), repeat: textAt(lines[end], 1) });
  }
  // The plates below the last list repeat its values.
  const settings =
    next === undefined ? lines.findIndex(({ cells }, at) => at >= end && SETTINGS.test(cells[0] ?? "")) : -1;
  const repeated = Array.from({ length: (settings < 0 ? end : settings) - end }, (_, at) => end + at);
  const isKinetic = new Set(wells.map(({ repeat }) => repeat)).size > 1;
  const labels = filledCells(line).filter((at) => at > 3 && timeUnitOf(textAt(line, at)) === undefined);
  const plates = [...Map.groupBy(wells, ({ plate }) => plate)];
  return plates.flatMap(([plate, wellsOfPlate], number) =>
    labels.map((column, index): WellBlock => {
      const isFirst = number === 0 && index === 0;
      const hasTime = isKinetic && timeUnitOf(textAt(line, column - 1)) !== undefined;
      return {
        header: isFirst ? header : (wellsOfPlate[0] as Measured).at,
        rows: [...wellsOfPlate.map(({ at }) => at), ...(isFirst ? repeated : [])],
        plate,
        label: textAt(line, column),
        values: wellsOfPlate.map(({ at, row, column: wellColumn }) => {
          const seconds = hasTime ? readSeconds(textAt(lines[at], column - 1), CLOCK) : undefined;
          const value = textAt(lines[at], column) || null;
          return { row, column: wellColumn, value, ...(seconds !== undefined && { seconds }) };
        }),
        cells: new Map(),
      };
    }),
  );
}

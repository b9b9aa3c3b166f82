import { formatCount } from "@pdp/basics/wording";
import {
  csvOfPlates,
  type Delimiter,
  type GridLine,
  linesOf,
  type PlateTable,
  plateOfFile,
  plateTable,
} from "@pdp/formats/layouts";

import { plateNotes } from "#shared/proposals/plateNotes.ts";
import { isLimitWord, limitOfWord } from "./proposeMajority.ts";
import { isMissingWord } from "./proposeType.ts";
import { NoSample, type Sample, type SampleType } from "./sample.ts";

const TEXT: SampleType = { type: { type: "STRING" }, kind: null };
const TYPES: Record<string, SampleType> = {
  plate: TEXT,
  read: TEXT,
  time: { type: { type: "FLOAT64" } },
  temperature: { type: { type: "FLOAT64" }, unit: "°C" },
  well: TEXT,
  row: TEXT,
  column: { type: { type: "INT64" } },
};
/** Maximum number of grids listed in sentences. */
const GRIDS_NAMED = 10;
const POINT = /^[+-]?\d*\.\d+$/;
const COMMA = /^[+-]?\d*,\d+$/;

/** Reads the plates in the text of a file as one row per well. Throws NoSample or UnreadableText. */
export function samplePlates(
  name: string,
  bytes: Buffer,
  delimiter: Delimiter,
  { detected, options, isWhole }: Pick<Sample, "detected" | "options" | "isWhole">,
): Sample {
  const complete = isWhole ? bytes : bytes.subarray(0, bytes.lastIndexOf(10) + 1);
  const table = plateTable(linesOf(complete, delimiter), plateOfFile(name));
  const decimal = decimalOf(table);
  return {
    ...sampleOfWells(table),
    format: delimiter === "\t" ? "TSV" : "CSV",
    detected: { ...detected, delimiter, decimal },
    options: {
      ...options,
      ...(delimiter !== "," && delimiter !== "\t" && { delimiter }),
      ...(decimal === "," && { decimal }),
      arrangement: "PLATES",
    },
    isWhole,
  };
}

/** Reads the plates in a sheet as one row per well; `base` is its plate. Throws NoSample or UnreadableText. */
export function sampleSheetPlates(
  lines: readonly GridLine[],
  base: string | undefined,
  { detected, options }: Pick<Sample, "detected" | "options">,
): Sample {
  return sampleJoinedPlates(plateTable(lines, base), { detected, options });
}

/** Reads plates that have been joined to one table. Throws NoSample. */
export function sampleJoinedPlates(
  table: PlateTable,
  { detected, options }: Pick<Sample, "detected" | "options">,
): Sample {
  const sample = sampleOfWells(table);
  return {
    ...sample,
    format: "XLSX",
    detected,
    options: { ...options, arrangement: "PLATES" },
    isWhole: true,
  };
}

function sampleOfWells(
  table: PlateTable,
): Pick<
  Sample,
  "header" | "cells" | "rows" | "lines" | "types" | "plateNotes" | "warnings" | "text" | "isConverted"
> {
  const { header, rows, outside } = table;
  if (rows.length === 0) throw new NoSample("the plates in the file have no values");
  const words = outside === 1 ? "1 cell outside the plates is" : `${outside} cells outside the plates are`;
  return {
    header,
    cells: header.map((_, index) => rows.map((row) => row[index] ?? null)),
    rows: rows.length,
    lines: rows.map((_, index) => index + 1),
    types: header.map((name) => TYPES[name]),
    text: csvOfPlates(table),
    isConverted: true,
    plateNotes: [
      ...plateNotes(table),
      ...describedNotes(table),
      ...repeatedNotes(table),
      ...markNotes(table),
    ],
    ...(outside > 0 && { warnings: [`${words} not loaded.`] }),
  };
}

/** Lists the grids that were read as well descriptions, and their columns. */
function describedNotes({ described }: PlateTable): string[] {
  const named = described.slice(0, GRIDS_NAMED).map(({ line, title, plate, name }) => {
    const grid = title === "" ? "The grid" : `The grid ${JSON.stringify(title)}`;
    const plates = plate === undefined ? "all plates" : `plate ${plate}`;
    return `${grid} from line ${line} is read into the column ${name} as a description of the wells of ${plates}.`;
  });
  const others = described.length - named.length;
  return others > 0 ? [...named, `${formatCount(others, "other grid")} also describe these wells.`] : named;
}

/** States how the words that an instrument wrote instead of numbers are read. */
function markNotes({ header, rows }: PlateTable): string[] {
  const value = header.indexOf("value");
  const words = Map.groupBy(
    // The limit of a number, such as <0.05, is as it was written.
    rows
      .map((row) => row[value] ?? "")
      .filter((text) => (isLimitWord(text) && !/\d/.test(text)) || isMissingWord(text)),
    (text) => text,
  );
  return [...words].slice(0, GRIDS_NAMED).map(([word, cells]) => {
    const limit = limitOfWord(word);
    const read = limit === null ? "a missing value" : `a limit ("${limit}") without a value`;
    return `${JSON.stringify(word)} in ${formatCount(cells.length, "well")} is read as ${read}.`;
  });
}

/** Lists the reads that occur several times on a plate. */
function repeatedNotes({ repeated }: PlateTable): string[] {
  const named = repeated.slice(0, GRIDS_NAMED).map(({ line, plate, read, name }) => {
    const words = read === null ? "values without a title" : `the read ${JSON.stringify(read)}`;
    return `Plate ${plate} has ${words} more than once. The one from line ${line} was named ${JSON.stringify(name)}; if it is a different plate, rename it in the file.`;
  });
  const others = repeated.length - named.length;
  return others > 0 ? [...named, `${formatCount(others, "other read")} were also renamed.`] : named;
}

/** Returns the decimal separator used by most values. */
function decimalOf({ header, rows }: PlateTable): "." | "," {
  const value = header.indexOf("value");
  const count = (pattern: RegExp) => rows.filter((row) => pattern.test(row[value] ?? "")).length;
  return count(COMMA) > count(POINT) ? "," : ".";
}

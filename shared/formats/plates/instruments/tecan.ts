import { wellOf } from "../wellTables.ts";
import { type BlockLine, filledCells, type InstrumentReader, textAt, type WellBlock } from "./wellBlock.ts";

const LABEL = /^Label:?\s*(.+)$/i;
/** Corner of a table of wells. */
const CORNER = "<>";

/** Reads exports of Tecan i-control and SparkControl: labels above their blocks, and lists of wells with their values. */
export const tecan: InstrumentReader = {
  recognize: (text) =>
    /^(?:\ufeff|")*(?:Method name:.*\r?\n(?:.*\r?\n){0,3})?"?Application: (?:Tecan i-control|SparkControl)/.test(
      text,
    ),
  title: (words) => words.replace(/\bTemperature:?\s+\d+(?:\.\d+)?\s*°?\s*C\b/i, "").trim(),
  blocks: (lines) => lines.flatMap((_, at) => wellList(lines, at) ?? []),
  labels,
};

/** `Label: OD600` of i-control, and `Name` below `Mode` of SparkControl. */
function labels(lines: readonly BlockLine[]): Map<number, string> {
  const labelsByLine = new Map<number, string>();
  lines.forEach((line, at) => {
    const [, stated] = LABEL.exec(textAt(line, 0)) ?? [];
    const isNamed = textAt(line, 0) === "Name" && textAt(lines[at - 1], 0) === "Mode";
    const name = stated ?? (isNamed ? line.cells.slice(1).find((cell) => cell.trim() !== "") : undefined);
    if (name !== undefined) labelsByLine.set(at, name.trim());
  });
  return labelsByLine;
}

/** Reads `<>, Value, Time [ms]` with one well per line. */
function wellList(lines: readonly BlockLine[], header: number): WellBlock | undefined {
  const line = lines[header] as BlockLine;
  const value = line.cells.findIndex((cell) => cell.trim() === "Value");
  if (textAt(line, 0) !== CORNER || value < 0) return undefined;
  const rows: number[] = [];
  const values: WellBlock["values"] = [];
  const cells = new Map([[header, new Set(filledCells(line))]]);
  for (let at = header + 1; at < lines.length; at++) {
    const well = wellOf(textAt(lines[at], 0));
    if (well === undefined) break;
    rows.push(at);
    values.push({ ...well, value: textAt(lines[at], value) || null });
    // The reading time of each well is not a time of a kinetic measurement.
    cells.set(at, new Set(filledCells(lines[at] as BlockLine)));
  }
  return rows.length === 0 ? undefined : { header, rows, label: "", values, cells };
}

import { wellOf } from "../wellTables.ts";
import { type BlockLine, filledCells, type InstrumentReader, textAt, type WellBlock } from "./wellBlock.ts";

const OPERATION = /^\d+ OPERATION$/;
/** Setting of a measurement that is read once. */
const ENDPOINT = /\bEnd ?point\b/i;

/** Reads exports of PerkinElmer VICTOR Nivo: tables of wells over time, or lists of wells, below their operation. */
export const nivo: InstrumentReader = {
  recognize: (text) => /^(?:\ufeff|")*(?:WELL|PLATE) RESULTS\b/.test(text),
  blocks: (lines) => lines.flatMap((line, at) => (isOperation(line) ? (wellList(lines, at) ?? []) : [])),
  labels: (lines) => new Map(lines.flatMap((line, at) => (isOperation(line) ? [[at, labelOf(line)]] : []))),
};

function isOperation(line: BlockLine): boolean {
  return OPERATION.test(textAt(line, 0));
}

/** `ABS (F) - Kinetics` is the measurement and how it was repeated. */
function labelOf(line: BlockLine): string {
  return textAt(line, 1)
    .replace(/ - .*$/, "")
    .replace(ENDPOINT, "")
    .trim();
}

/** Reads lines with a well and its value below an operation; undefined if the wells have times. */
function wellList(lines: readonly BlockLine[], operation: number): WellBlock | undefined {
  let first = operation + 1;
  while (first < lines.length && wellOf(textAt(lines[first], 0)) === undefined) {
    if (isOperation(lines[first] as BlockLine)) return undefined;
    first++;
  }
  const rows: number[] = [];
  const values: WellBlock["values"] = [];
  for (let at = first; at < lines.length; at++) {
    const well = wellOf(textAt(lines[at], 0));
    if (well === undefined) break;
    const filled = filledCells(lines[at] as BlockLine);
    if (filled.length > 2) return undefined;
    rows.push(at);
    values.push({ ...well, value: filled[1] === undefined ? null : textAt(lines[at], filled[1]) });
  }
  const [header, ...others] = rows;
  if (header === undefined) return undefined;
  const cells = new Map(rows.map((at) => [at, new Set(filledCells(lines[at] as BlockLine))]));
  return { header, rows: others, label: labelOf(lines[operation] as BlockLine), values, cells };
}

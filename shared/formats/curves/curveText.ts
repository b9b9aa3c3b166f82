import type { GridLine } from "../detect/plateGrid.ts";
import { type Converted, linesOf, wholeText } from "../plates/plateText.ts";
import { csvCell } from "../text/csvCell.ts";
import { UnreadableText } from "../text/unreadableText.ts";
import { type Curve, type Curves, findCurves } from "./findCurves.ts";

/** Number of rows that are written as one text. */
const ROWS_AT_ONCE = 10_000;

/** Curves as rows: one for each point. */
export interface CurveTable {
  header: string[];
  table: Curves;
  /** Returns the rows of each curve, one after the other: a table with long names is never in memory as a whole. */
  curves: () => Iterable<(string | null)[][]>;
}

/**
 * Writes a table with two columns for each curve as rows of points, curve by curve. Concentrations have the decimal sign of the
 * other numbers. Throws UnreadableText for other tables.
 */
export function curveTable([first, ...lines]: readonly GridLine[], decimal: "." | "," = "."): CurveTable {
  const table = findCurves(first?.cells ?? [], decimal);
  if (table === undefined)
    throw new UnreadableText("the columns are not pairs of the times and the responses of curves");
  const hasFits = table.curves.some(({ isFitted }) => isFitted);
  const hasConcentrations = table.unit !== null;
  const pointsOf = ({ name, cycle, concentration, isFitted, time, response }: Curve): (string | null)[][] => {
    const curve = [
      String(cycle),
      name === "" ? null : name,
      ...(hasConcentrations
        ? [concentration === null ? null : String(concentration).replace(".", decimal)]
        : []),
      ...(hasFits ? [String(isFitted)] : []),
    ];
    return lines.flatMap(({ cells }) => {
      const [at = "", value = ""] = [cells[time]?.trim(), cells[response]?.trim()];
      return at === "" && value === ""
        ? []
        : [[...curve, at === "" ? null : at, value === "" ? null : value]];
    });
  };
  const header = [
    "cycle",
    "curve",
    ...(hasConcentrations ? ["concentration"] : []),
    ...(hasFits ? ["fitted"] : []),
    "time",
    "response",
  ];
  return {
    header,
    table,
    *curves() {
      for (const curve of table.curves) yield pointsOf(curve);
    },
  };
}

/** Writes rows as CSV text. */
export function csvOfRows(rows: readonly (readonly (string | null)[])[]): Buffer {
  return Buffer.from(rows.map((cells) => `${cells.map(csvCell).join(",")}\n`).join(""));
}

/** Converts a text file with curves to CSV text with one row per point. Throws UnreadableText. */
export async function* curveText(
  content: AsyncIterable<Buffer>,
  delimiter: string,
  decimal?: "." | ",",
): AsyncGenerator<Buffer, Converted> {
  return yield* textOfCurves(linesOf(await wholeText(content), delimiter), decimal);
}

/** Converts lines of cells with curves to CSV text with one row per point. Throws UnreadableText. */
export function* textOfCurves(lines: readonly GridLine[], decimal?: "." | ","): Generator<Buffer, Converted> {
  const { header, curves } = curveTable(lines, decimal);
  yield csvOfRows([header]);
  const values = new Map([
    ["time", 0],
    ["response", 0],
  ]);
  for (const points of curves()) {
    for (let from = 0; from < points.length; from += ROWS_AT_ONCE)
      yield csvOfRows(points.slice(from, from + ROWS_AT_ONCE));
    for (const [name, count] of values) {
      const at = header.indexOf(name);
      values.set(name, count + points.filter((row) => row[at] !== null).length);
    }
  }
  return { notes: [], values };
}

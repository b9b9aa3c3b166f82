import type { GridLine } from "#shared/formats/detect/plateGrid.ts";
import { type Converted, linesOf, wholeText } from "#shared/formats/plates/plateText.ts";
import { csvCell } from "#shared/formats/text/csvCell.ts";
import { UnreadableText } from "#shared/formats/text/unreadableText.ts";
import { type Curves, findCurves } from "./findCurves.ts";

/** Curves as rows: one for each point. */
export interface CurveTable {
  header: string[];
  rows: (string | null)[][];
  found: Curves;
}

/** Writes a table with two columns for each curve as rows of points. Throws UnreadableText for other tables. */
export function curveTable([first, ...lines]: readonly GridLine[]): CurveTable {
  const found = findCurves(first?.cells ?? []);
  if (found === undefined)
    throw new UnreadableText("the columns are not pairs of the times and the responses of curves");
  const hasFits = found.curves.some(({ isFitted }) => isFitted);
  const hasConcentrations = found.unit !== null;
  const rows = found.curves.flatMap(({ name, cycle, concentration, isFitted, time, response }) => {
    const curve = [
      String(cycle),
      name === "" ? null : name,
      ...(hasConcentrations ? [concentration === null ? null : String(concentration)] : []),
      ...(hasFits ? [String(isFitted)] : []),
    ];
    return lines.flatMap(({ cells }) => {
      const [at = "", value = ""] = [cells[time]?.trim(), cells[response]?.trim()];
      return at === "" && value === ""
        ? []
        : [[...curve, at === "" ? null : at, value === "" ? null : value]];
    });
  });
  const header = [
    "cycle",
    "curve",
    ...(hasConcentrations ? ["concentration"] : []),
    ...(hasFits ? ["fitted"] : []),
    "time",
    "response",
  ];
  return { header, rows, found };
}

/** Writes points as CSV text. */
export function csvOfCurves({ header, rows }: Pick<CurveTable, "header" | "rows">): Buffer {
  return Buffer.from([header, ...rows].map((cells) => `${cells.map(csvCell).join(",")}\n`).join(""));
}

/** Converts a text file with curves to CSV text with one row per point. Throws UnreadableText. */
export async function* curveText(
  content: AsyncIterable<Buffer>,
  delimiter: string,
): AsyncGenerator<Buffer, Converted> {
  const table = curveTable(linesOf(await wholeText(content), delimiter));
  yield csvOfCurves(table);
  const count = (name: string): number => {
    const at = table.header.indexOf(name);
    return table.rows.filter((row) => row[at] !== null).length;
  };
  return { notes: [], values: new Map(["time", "response"].map((name) => [name, count(name)])) };
}

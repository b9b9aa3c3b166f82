import { formatCount } from "@pdp/basics/wording";
import type { GridLine } from "../detect/plateGrid.ts";
import { csvCell } from "../text/csvCell.ts";
import { CsvRecords } from "../text/csvRecords.ts";
import { UnreadableText } from "../text/unreadableText.ts";
import { type PlateTable, plateTable } from "./plateTable.ts";

/** Header line of the CSV text, chosen so that the first well is on line 1. */
export const PLATE_HEADER_LINE = 0;
/** Maximum size of a text file with plates or curves, in bytes; it is kept entirely in memory. */
const MAX_TEXT_BYTES = 32_000_000;
const MAX_CELLS = 2_000_000;

/** Information about converted plates. */
export interface Converted {
  /** Parts of the file that were not read. */
  notes: string[];
  /** Number of values of each column in the plates. A table must not lose any of them without a message. */
  values: Map<string, number>;
}

/** Columns that repeat the well name. */
const OF_WELL: readonly string[] = ["well", "row", "column"];

/** Converts a text file with plates to CSV text with one row per well, like `plateTable`. Throws UnreadableText. */
export async function* plateText(
  content: AsyncIterable<Buffer>,
  delimiter: string,
  base: string | undefined,
): AsyncGenerator<Buffer, Converted> {
  return yield* wellText(linesOf(await wholeText(content), delimiter), base);
}

/** Reads the text of a file whose cells are rearranged. Throws UnreadableText if it is too large to be kept in memory. */
export async function wholeText(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of content) {
    chunks.push(Buffer.from(chunk));
    length += chunk.length;
    if (length > MAX_TEXT_BYTES)
      throw new UnreadableText(
        `a file with plates or curves can have at most ${formatCount(MAX_TEXT_BYTES, "byte")}; split it`,
      );
  }
  return Buffer.concat(chunks);
}

/** Writes the plates among lines of cells as CSV text, like `plateTable`. Throws UnreadableText. */
export function* wellText(
  lines: readonly GridLine[],
  base: string | undefined,
): Generator<Buffer, Converted> {
  return yield* textOfWells(plateTable(lines, base));
}

/** Writes the wells of plates as CSV text. */
export function* textOfWells(table: PlateTable): Generator<Buffer, Converted> {
  const { header, rows, outside } = table;
  yield csvOfPlates(table);
  return {
    notes: outside === 0 ? [] : [`${formatCount(outside, "cell")} outside the plates`],
    values: new Map(
      header.flatMap((name, at) => (OF_WELL.includes(name) ? [] : [[name, countOf(name, rows, at)]])),
    ),
  };
}

/** Writes plates as CSV text with one row per well. */
export function csvOfPlates({ header, rows }: PlateTable): Buffer {
  return Buffer.from([header, ...rows].map((cells) => `${cells.map(csvCell).join(",")}\n`).join(""));
}

/** Parses the lines of a text file into cells; skips empty lines. */
export function linesOf(bytes: Buffer, delimiter: string): GridLine[] {
  const records = new CsvRecords(delimiter);
  const lines: GridLine[] = [];
  let cells = 0;
  records.push(bytes, true);
  while (records.next()) {
    if (records.fault !== undefined) throw new UnreadableText(records.fault.problem.reason);
    cells += records.count;
    if (cells > MAX_CELLS)
      throw new UnreadableText(
        `a file with plates or curves can have at most ${formatCount(MAX_CELLS, "cell")}; split it`,
      );
    const texts = Array.from({ length: records.count }, (_, cell) => records.text(cell));
    lines.push({ line: records.line, cells: texts });
  }
  return lines;
}

/** Counts the values of a column; the plate name does not count if the file has only one plate. */
function countOf(name: string, rows: readonly (readonly (string | null)[])[], at: number): number {
  const first = rows[0]?.[at] ?? null;
  if (name === "plate" && rows.every((cells) => cells[at] === first)) return 0;
  return rows.filter((cells) => cells[at] !== null).length;
}

import type { Delimiter } from "../detect/detectLayout.ts";
import { UnreadableText } from "../text/unreadableText.ts";
import { type JoinedSheets, joinSheets } from "./joinSheets.ts";
import { plateOfFile } from "./plateOfName.ts";
import type { PlateTable } from "./plateTable.ts";
import { linesOf } from "./plateText.ts";
import { visibleSheets } from "./visibleSheets.ts";

const DELIMITERS: readonly Delimiter[] = ["\t", ";", ",", "|"];
const ZIP = "PK";
const UTF_16 = Buffer.from([0xff, 0xfe]);

/**
 * Reads the measured wells of a reader's export, a workbook or a text file, as grids or as a list with a column for each measurement.
 * Throws UnreadableText or UnreadableXlsx.
 */
export async function readWells(name: string, bytes: Buffer): Promise<PlateTable> {
  const base = plateOfFile(name);
  if (bytes.toString("latin1", 0, ZIP.length) === ZIP)
    return wellsOfSheets(joinSheets(await visibleSheets(bytes, new Map()), base));
  const text = bytes.subarray(0, UTF_16.length).equals(UTF_16)
    ? Buffer.from(bytes.subarray(UTF_16.length).toString("utf16le"))
    : bytes;
  const sheet = name.replace(/\.[^.]*$/, "");
  let best: PlateTable | undefined;
  for (const delimiter of DELIMITERS) {
    const table = wellsOrNothing(sheet, text, delimiter, base);
    if (table !== undefined && table.rows.length > (best?.rows.length ?? 0)) best = table;
  }
  if (best === undefined)
    throw new UnreadableText("it contains no plate and no list of wells with measurements");
  return best;
}

function wellsOfSheets({ table, areRepeated, measured }: JoinedSheets): PlateTable {
  if (!areRepeated) return table;
  const sheets = measured.map((name) => JSON.stringify(name)).join(" and ");
  throw new UnreadableText(
    `its sheets ${sheets} are lists of the same wells: copy their values into columns of one list`,
  );
}

function wellsOrNothing(
  name: string,
  text: Buffer,
  delimiter: Delimiter,
  base: string | undefined,
): PlateTable | undefined {
  try {
    return joinSheets([{ name, lines: linesOf(text, delimiter) }], base).table;
  } catch (error) {
    if (error instanceof UnreadableText) return undefined;
    throw error;
  }
}

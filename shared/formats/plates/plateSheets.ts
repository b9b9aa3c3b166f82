import { readFile } from "node:fs/promises";
import type { GridLine } from "../detect/plateGrid.ts";
import { UnreadableText } from "../text/unreadableText.ts";
import { UnreadableXlsx } from "../xlsx/unreadableXlsx.ts";
import { type JoinedSheets, joinSheets } from "./joinSheets.ts";
import { plateOfFile } from "./plateOfName.ts";
import { visibleSheets } from "./visibleSheets.ts";

/** Value of the option `sheet` that joins all visible sheets with wells. No sheet of a workbook can have this name. */
export const ALL_SHEETS = "*";

/**
 * Reads the visible sheets of a workbook and joins their wells; `name` is the name of the file, and `known` contains the lines of
 * sheets that have already been read, by number. Throws UnreadableText.
 */
export async function joinedSheets(
  path: string,
  name: string,
  known: ReadonlyMap<number, readonly GridLine[]> = new Map(),
): Promise<JoinedSheets> {
  try {
    return joinSheets(await visibleSheets(await readFile(path), known), plateOfFile(name));
  } catch (error) {
    throw error instanceof UnreadableXlsx ? new UnreadableText(error.message) : error;
  }
}

import { writeXlsx } from "hucre/xlsx";
import { orderCells } from "./orderCsv.ts";
import type { OrderRow } from "./orderRows.ts";
import { type PlateWell, plateCells } from "./plates.ts";

/** Maximum length of a text in a cell of a workbook. */
const MAX_CELL_CHARACTERS = 32_767;

/** Writes an order list and the wells of its plates as a workbook (XLSX) with a sheet for each. */
export async function orderWorkbook(
  order: readonly OrderRow[],
  wells: readonly PlateWell[],
): Promise<Uint8Array<ArrayBuffer>> {
  const longest = Math.max(0, ...order.map(({ sequence }) => sequence.length));
  if (longest > MAX_CELL_CHARACTERS) {
    throw new Error(
      `A cell of a workbook holds ${MAX_CELL_CHARACTERS.toLocaleString("en-US")} characters at most, and a sequence has ${longest.toLocaleString("en-US")}: take CSV.`,
    );
  }
  const sheets = [
    { name: "Order list", rows: orderCells(order).map((row) => [...row]) },
    { name: "Plate map", rows: plateCells(wells).map((row) => [...row]) },
  ].filter(({ rows }) => rows.length > 1);
  return new Uint8Array(await writeXlsx({ sheets }));
}

import { strToU8, zipSync } from "fflate";
import { orderCells } from "#client/orderList/orderCsv.ts";
import type { OrderRow } from "#client/orderList/orderRows.ts";
import { type PlateWell, plateCells } from "#client/orderList/plates.ts";
import { workbookParts } from "#shared/lake/formats/xlsx/workbookXml.ts";

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
  const sheets = [{ name: "Order list", rows: orderCells(order) }];
  if (wells.length > 0) sheets.push({ name: "Plate map", rows: plateCells(wells) });
  const files: Record<string, Uint8Array> = {};
  for (const { path, content } of workbookParts(sheets)) {
    let text = "";
    for await (const piece of content) text += piece;
    files[path] = strToU8(text);
  }
  return new Uint8Array(zipSync(files));
}

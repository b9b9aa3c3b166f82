import { workbookParts } from "@pdp/formats/workbooks";
import { strToU8, zipSync } from "fflate";
import { type Cells, orderCells } from "#client/orderList/orderCsv.ts";
import { type OrderRow, purposeWords } from "#client/orderList/orderRows.ts";
import { type PlateWell, plateCells, plateGrid, wellsByName } from "#client/orderList/plates.ts";
import type { PlateSize } from "#shared/domain/orders/plateWells.ts";

/** Maximum text length in a workbook cell. */
const MAX_CELL_CHARACTERS = 32_767;

/** Writes an order list, its plate wells, and a map of each plate as sheets of a workbook (XLSX). */
export async function orderWorkbook(
  order: readonly OrderRow[],
  wells: readonly PlateWell[],
  size: PlateSize,
): Promise<Uint8Array<ArrayBuffer>> {
  const longest = Math.max(0, ...order.map(({ sequence }) => sequence.length));
  if (longest > MAX_CELL_CHARACTERS) {
    throw new Error(
      `A workbook cell can contain at most ${MAX_CELL_CHARACTERS.toLocaleString("en-US")} characters, but a sequence has ${longest.toLocaleString("en-US")}: use CSV.`,
    );
  }
  const sheets = [{ name: "Order list", rows: listCells(order, wells) }];
  if (wells.length > 0) sheets.push({ name: "Plate map", rows: plateCells(wells) });
  const last = Math.max(0, ...wells.map(({ plate }) => plate));
  for (let plate = 1; plate <= last; plate += 1) {
    sheets.push({ name: `Plate ${plate}`, rows: plateGrid(wells, plate, size) });
  }
  const files: Record<string, Uint8Array> = {};
  for (const { path, content } of workbookParts(sheets)) {
    let text = "";
    for await (const piece of content) text += piece;
    files[path] = strToU8(text);
  }
  return new Uint8Array(zipSync(files));
}

/** Returns the cells of the order list with the position and purpose of each protein, starting with the header. */
function listCells(order: readonly OrderRow[], wells: readonly PlateWell[]): Cells {
  const [header = [], ...rows] = orderCells(order);
  const placed = wellsByName(wells);
  return [
    [...header, "wells", "purpose", "reason"],
    ...rows.map((row, index) => {
      const { name, reason } = order[index] as OrderRow;
      return [...row, placed.get(name) ?? null, purposeWords(order[index] as OrderRow), reason];
    }),
  ];
}

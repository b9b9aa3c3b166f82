import { type OrderRow, orderRows } from "#client/orderList/orderRows.ts";
import { pickDesigns } from "#client/orderList/pickDesigns.ts";
import { type PlateWell, plates } from "#client/orderList/plates.ts";
import type { PlateSize } from "#shared/domain/orders/plateWells.ts";
import { problemOfName } from "../../parts/names.ts";
import { sentenceOf } from "../../parts/sentenceOf.ts";
import { DESIGN_PREFIX } from "./designPrefix.ts";
import { withMeasured } from "./measuredDesigns.ts";
import { type OrderChoices, orderNumbering } from "./orderChoices.ts";
import type { TaskDesigns } from "./readTaskDesigns.ts";

/** Plates of an order; `problem` states why no wells could be assigned. */
export interface PlacedOrder {
  size: PlateSize;
  wells: PlateWell[];
  problem: string | null;
}

/** Returns the designs that are chosen. */
export function chosenDesigns(
  { designs }: Pick<TaskDesigns, "designs">,
  { count, by }: Pick<OrderChoices, "count" | "by">,
) {
  return pickDesigns(designs, count || 0, by);
}

/** Returns chosen designs and their controls under the names of the order, with their measurements. */
export function orderOf(
  data: Pick<TaskDesigns, "best" | "usualNumbering" | "written" | "measured">,
  chosen: ReturnType<typeof chosenDesigns>,
  choices: Pick<OrderChoices, "controls" | "prefix" | "firstNumber">,
): OrderRow[] {
  const { controls, prefix } = choices;
  const rows = orderRows(chosen, {
    reference: controls === "both" || controls === "reference",
    bestSoFar: controls === "both" || controls === "best" ? (data.best?.sequence ?? null) : null,
    numbering: orderNumbering(choices, data.usualNumbering),
    written: data.written,
    ...(problemOfName(DESIGN_PREFIX, prefix) === null && { prefix }),
  });
  return withMeasured(rows, data.measured);
}

/** Assigns the wells of an order, or states why that is impossible. */
export function placeOrder(
  order: readonly OrderRow[],
  { size, fill, freeEdge, controlWells }: OrderChoices,
): PlacedOrder {
  const plateSize = Number(size) as PlateSize;
  try {
    const wells = plates(order, { wells: plateSize, fill, freeEdge, controlWells });
    return { size: plateSize, wells, problem: null };
  } catch (error) {
    return { size: plateSize, wells: [], problem: sentenceOf(error) };
  }
}

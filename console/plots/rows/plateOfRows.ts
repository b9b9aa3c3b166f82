import type { WellRole } from "#shared/proposals/wellRole.ts";
import { plural } from "../../parts/format.ts";
import type { ChartWell, PlateChart } from "../chart.ts";
import { plateNote } from "./plateNote.ts";

/** Value of a row in a well, such as `A01`. */
export interface WellValue {
  well: string;
  name: string;
  value: number;
  /** Role of the well, such as control or sample. */
  role: WellRole;
}

const WELL = /^([A-Z]{1,2})0*([1-9]\d?)$/;

/**
 * Returns a plate with the mean of the rows in each well, and sentences about its controls, position effects, and the rows
 * without a well.
 */
export function plateOfRows(rows: readonly WellValue[], column: string): { chart: PlateChart; note: string } {
  const wells = new Map<string, ChartWell & { rows: number; role: WellRole }>();
  let unreadable = 0;
  for (const { well, name, value, role } of rows) {
    const [, row, number] = WELL.exec(well.trim().toUpperCase()) ?? [];
    if (row === undefined) {
      unreadable += 1;
      continue;
    }
    const key = `${row}${number}`;
    const earlier = wells.get(key) ?? { row, column: Number(number), value: 0, name, role, rows: 0 };
    const count = earlier.rows + 1;
    wells.set(key, { ...earlier, value: earlier.value + (value - earlier.value) / count, rows: count });
  }
  const shownWells = [...wells.values()];
  const repeated = shownWells.filter((well) => well.rows > 1).length;
  const several =
    repeated === 0
      ? ""
      : ` ${plural(repeated, "well")} ${repeated === 1 ? "shows" : "show"} the mean of several rows: filter by a plate to see one.`;
  const chart: PlateChart = {
    kind: "plate",
    value: column,
    wells: shownWells.map(({ rows: _, role: __, ...well }) => well),
  };
  const skipped =
    unreadable === 0
      ? ""
      : ` ${plural(unreadable, "row")} ${unreadable === 1 ? "names" : "name"} no well such as A01 and ${unreadable === 1 ? "is" : "are"} not shown.`;
  return { chart, note: `${plateNote(shownWells)}${several}${skipped}` };
}

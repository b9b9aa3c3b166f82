import { formatValue, plural } from "../../parts/format.ts";
import type { ChartWell, PlateChart } from "../chart.ts";

/** Value of a row in a well, such as `A01`. */
export interface WellValue {
  well: string;
  name: string;
  value: number;
}

const WELL = /^([A-Z]{1,2})0*([1-9]\d?)$/;

/** Returns the plate of rows with their mean in each well, and a sentence about its edge. Other wells are skipped. */
export function plateOfRows(rows: readonly WellValue[], column: string): { chart: PlateChart; note: string } {
  const wells = new Map<string, ChartWell & { rows: number }>();
  for (const { well, name, value } of rows) {
    const [, row, number] = WELL.exec(well.trim().toUpperCase()) ?? [];
    if (row === undefined) continue;
    const key = `${row}${number}`;
    const found = wells.get(key) ?? { row, column: Number(number), value: 0, name, rows: 0 };
    const count = found.rows + 1;
    wells.set(key, { ...found, value: found.value + (value - found.value) / count, rows: count });
  }
  const found = [...wells.values()];
  const repeated = found.filter((well) => well.rows > 1).length;
  const several =
    repeated === 0
      ? ""
      : ` ${plural(repeated, "well")} ${repeated === 1 ? "shows" : "show"} the mean of several rows: filter by a plate to see one.`;
  const chart: PlateChart = {
    kind: "plate",
    value: column,
    wells: found.map(({ rows: _, ...well }) => well),
  };
  return { chart, note: `${edgeWords(found)}${several}`.trim() };
}

/** Compares the wells at the edge of a plate with the others: a difference tells of evaporation or heating. */
function edgeWords(wells: readonly ChartWell[]): string {
  const rows = [...new Set(wells.map(({ row }) => row))].sort();
  const columns = wells.map(({ column }) => column);
  const [firstColumn, lastColumn] = [Math.min(...columns), Math.max(...columns)];
  const isEdge = ({ row, column }: ChartWell) =>
    row === rows[0] || row === rows.at(-1) || column === firstColumn || column === lastColumn;
  const [edge, inner] = [wells.filter(isEdge), wells.filter((well) => !isEdge(well))];
  if (edge.length === 0 || inner.length === 0) return "White is the median.";
  return `White is the median. The wells at the edge have the mean ${formatValue(meanOf(edge))}, the others ${formatValue(meanOf(inner))}.`;
}

function meanOf(wells: readonly ChartWell[]): number {
  return wells.reduce((sum, { value }) => sum + value, 0) / wells.length;
}

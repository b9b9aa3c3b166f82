import { wellRole } from "#shared/proposals/wellRole.ts";
import { cellText, type GridRows } from "../../parts/grid/cells.ts";
import { binsOf } from "../bins.ts";
import { boxesOf } from "../boxes.ts";
import type { Chart, ChartPoint } from "../chart.ts";
import { type ChartChoice, nameColumn, roleColumn, sequenceColumn, wellColumn } from "./chartChoice.ts";
import { plateOfRows } from "./plateOfRows.ts";

/** Maximum number of points drawn. If there are more rows, an evenly spaced sample is drawn. */
export const MAX_POINTS = 5_000;
/** Maximum number of groups in a box plot. */
const MAX_BOXES = 60;
/** Group for rows without one. */
const NO_GROUP = "(missing)";

export type Rows = Pick<GridRows, "count" | "columns" | "valueAt">;

interface ChartOfRows {
  chart: Chart;
  /** Sentence about the rows that the chart does not show; empty if it shows all of them. */
  note: string;
}

/** Returns the chart of rows. `pathOf` returns the page for a sequence. */
export function chartOfRows(
  rows: Rows,
  choice: ChartChoice,
  pathOf: (sequence: string) => string,
): ChartOfRows {
  const { columnAt: at, numberAt, textAt } = readCells(rows);
  const [x, y, by] = [at(choice.x), at(choice.y), at(choice.by)];
  if (choice.kind === "histogram") {
    const values = range(rows.count).flatMap((row) => numberAt(row, x) ?? []);
    const chart: Chart = { kind: "histogram", x: choice.x, bins: binsOf(values) };
    return { chart, note: missingWords(rows.count - values.length) };
  }
  if (choice.kind === "box") {
    const values = range(rows.count).flatMap((row) => {
      const value = numberAt(row, y);
      return value === null ? [] : [{ group: textAt(row, by) ?? NO_GROUP, value }];
    });
    const boxes = boxesOf(values);
    const chart: Chart = { kind: "box", x: choice.by, y: choice.y, boxes: boxes.slice(0, MAX_BOXES) };
    const more =
      boxes.length > MAX_BOXES ? ` The first ${MAX_BOXES} of ${boxes.length} groups are shown.` : "";
    return { chart, note: missingWords(rows.count - values.length) + more };
  }
  if (choice.kind === "plate") {
    const [well, label] = [at(wellColumn(rows.columns)), at(nameColumn(rows.columns))];
    const role = at(roleColumn(rows.columns));
    const values = range(rows.count).flatMap((row) => {
      const value = numberAt(row, y);
      if (value === null) return [];
      const name = label === well ? "" : (textAt(row, label) ?? "");
      const words = role < 0 ? name : (textAt(row, role) ?? "");
      return [{ well: textAt(row, well) ?? "", name, value, role: wellRole(words) }];
    });
    const { chart, note } = plateOfRows(values, choice.y);
    return { chart, note: `${note} ${missingWords(rows.count - values.length)}`.trim() };
  }
  const [name, sequence] = [at(nameColumn(rows.columns)), at(sequenceColumn(rows.columns))];
  const step = Math.max(1, rows.count / MAX_POINTS);
  const looked = Math.floor(rows.count / step);
  const points = range(looked).flatMap((index): ChartPoint[] => {
    const row = Math.floor(index * step);
    const [valueX, valueY] = [numberAt(row, x), numberAt(row, y)];
    if (valueX === null || valueY === null) return [];
    const protein = textAt(row, sequence);
    return [
      {
        x: valueX,
        y: valueY,
        name: textAt(row, name) || `row ${row + 1}`,
        group: by < 0 ? null : (textAt(row, by) ?? NO_GROUP),
        href: protein ? pathOf(protein) : null,
      },
    ];
  });
  const sampled = step > 1 ? `${looked} of ${rows.count} rows are plotted, evenly spaced. ` : "";
  return {
    chart: { kind: "scatter", x: choice.x, y: choice.y, points, guide: choice.guide },
    note: sampled + missingWords(looked - points.length),
  };
}

/** Returns functions that read the cells of rows. Columns are indices; −1 stands for none. */
export function readCells(rows: Rows) {
  return {
    columnAt: (name: string | undefined) => rows.columns.findIndex((column) => column.name === name),
    numberAt: (row: number, column: number) => finiteNumber(rows.valueAt(row, column)),
    textAt: (row: number, column: number) =>
      column < 0 ? null : cellText(rows.valueAt(row, column), rows.columns[column]?.isDate),
  };
}

function finiteNumber(value: unknown): number | null {
  if (typeof value !== "number" && typeof value !== "bigint") return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** Sentence about rows without a value; empty if there are none. */
export function missingWords(rows: number): string {
  if (rows === 0) return "";
  return rows === 1
    ? "1 row has a missing value and is not shown."
    : `${rows} rows have a missing value and are not shown.`;
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

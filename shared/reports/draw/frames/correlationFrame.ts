import { cell, text } from "@observablehq/plot";
import { cutText, formatFixed } from "@pdp/basics/wording";
import type { CorrelationChart } from "../../charts/chart.ts";
import { divergingScale } from "../colors.ts";
import type { Drawing } from "../drawing.ts";
import { rampLegend } from "../legends.ts";

const MAX_WITH_NUMBERS = 12;
/** Correlation above which a number is white instead of black. */
const DARK = 0.75;

interface Cell {
  row: string;
  column: string;
  correlation: number;
  pairs: number;
}

/** Draws a colored cell for each pair of assays. */
export function correlationFrame({ names, data, labels }: CorrelationChart, name: string): Drawing {
  const step = names.length > MAX_WITH_NUMBERS ? 17 : 44;
  // Numbered, so that equal or similar names can be distinguished.
  const rows = names.map((name, index) => `${index + 1} ${cutText(name, 28)}`);
  const columns = names.map((_, index) => `${index + 1}`);
  const cells = data.map(({ first, second, correlation, pairs }) => ({
    row: rows[first] ?? "",
    column: columns[second] ?? "",
    correlation,
    pairs,
  }));
  const channels = { x: "column", y: "row" } as const;
  const numbers = text(cells, {
    ...channels,
    text: ({ correlation }: Cell) => formatFixed(correlation, 2),
    fill: ({ correlation }: Cell) => (Math.abs(correlation) > DARK ? "#ffffff" : "#14181c"),
  });
  const marks = [
    cell(cells, {
      ...{ ...channels, fill: ({ correlation }: Cell) => correlation, inset: 0 },
      title: ({ row, column, correlation, pairs }: Cell) =>
        `${row} and ${rows[Number(column) - 1]}: ${formatFixed(correlation, 2)} (n = ${pairs})`,
    }),
    ...(names.length > MAX_WITH_NUMBERS ? [] : [numbers]),
  ];
  const frame = {
    width: step * names.length,
    height: Math.min(step, 30) * names.length,
    x: {
      label: labels.x,
      type: "band" as const,
      domain: columns,
      axis: "top" as const,
      tickSize: 0,
      padding: 0,
    },
    y: { label: labels.y, type: "band" as const, domain: rows, tickSize: 0, padding: 0 },
    color: divergingScale(1),
    marks,
  };
  return { frames: [frame], legend: rampLegend(labels.value, 1, name) };
}

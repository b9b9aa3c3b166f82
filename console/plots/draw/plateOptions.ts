import { cell, type PlotOptions } from "@observablehq/plot";
import type { PlateChart } from "../chart.ts";
import { heatColor } from "../heatColor.ts";

/** Returns the drawing options for a plate: wells arranged as on the plate, in the heatmap palette, with the median in white. */
export function plateOptions({ wells }: PlateChart): PlotOptions {
  const sorted = wells.map(({ value }) => value).sort((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const reach = Math.max(...sorted.map((value) => Math.abs(value - middle)), Number.MIN_VALUE);
  const columns = Math.max(12, ...wells.map(({ column }) => column));
  const rowCount = Math.max(8, ...wells.map(({ row }) => rowIndex(row) + 1));
  return {
    x: { label: null, axis: "top", domain: Array.from({ length: columns }, (_, index) => index + 1) },
    y: { label: null, domain: Array.from({ length: rowCount }, (_, index) => rowLetters(index)) },
    marks: [
      cell(wells, {
        x: "column",
        y: "row",
        inset: 1,
        rx: 3,
        fill: ({ value }: { value: number }) => heatColor((value - middle) / reach),
        stroke: "var(--line)",
      }),
    ],
  };
}

function rowIndex(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function rowLetters(index: number): string {
  return (index >= 26 ? rowLetters(Math.floor(index / 26) - 1) : "") + String.fromCharCode(65 + (index % 26));
}

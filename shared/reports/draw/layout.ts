import type { ScaleOptions } from "@observablehq/plot";
import { formatFixed, formatInteger, formatNumber } from "@pdp/basics/wording";
import type { Axis } from "./frame.ts";

/** Width of a chart, in pixels: the width of the page's text. */
export const PLOT_WIDTH = 620;

/** Returns the axis of counts, which start at 0 and have whole numbers as ticks. */
export function countAxis(label: string, counts: readonly number[], ticks = 5): Axis {
  const maximum = counts.reduce((largest, count) => Math.max(largest, count), 1);
  return {
    label,
    domain: [0, maximum],
    ticks: Math.min(ticks, maximum),
    tickFormat: wholeNumber,
    nice: true,
    grid: true,
  };
}

/** Returns the axis of values, which need not contain 0. */
export function valueAxis(label: string, options: ScaleOptions = {}): Axis {
  return { label, ticks: 6, zero: false, nice: true, grid: true, tickFormat: tickText, ...options };
}

/** Formats a tick with as many decimals as its distance to the next one needs; very small and large numbers with powers of ten. */
function tickText(value: number, _index: number, ticks: readonly number[] = []): string {
  const largest = ticks.reduce((largest, tick) => Math.max(largest, Math.abs(tick)), 0);
  if (largest >= 1e7 || (largest > 0 && largest < 1e-3)) return formatNumber(value);
  const step = Math.abs((ticks[1] ?? value) - (ticks[0] ?? 0)) || 1;
  return formatFixed(value, Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
}

/** Returns the axis of names, in the order given. They are rotated if they do not fit above each other. */
export function nameAxis(label: string | null, names: readonly string[], tickRotate: number): Axis {
  return { label, type: "band", domain: [...new Set(names)], tickRotate, tickSize: 0, padding: 0.1 };
}

/** Formats a tick of whole numbers; empty for a fraction. */
export function wholeNumber(value: number): string {
  return Number.isInteger(value) ? formatInteger(value) : "";
}

/** Formats a count above a mark: 1,234 or 56.7k. */
export function shortCount(count: number): string {
  return count < 10_000 ? formatInteger(count) : `${formatNumber(count / 1_000)}k`;
}

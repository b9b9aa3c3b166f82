import type { Plot } from "../report.ts";
import { wrapText } from "../wrapText.ts";

const SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json";
/** As wide as the text of a page. */
export const PLOT_WIDTH = 620;

/** `description` says in a sentence what the plot shows, for those who do not see it. */
export function plot(title: string, description: string, body: Record<string, unknown>): Plot {
  return { $schema: SCHEMA, title: wrapText(title, 90), description, ...body };
}

/** The title of an axis: in lines, where a name is long. `length` is the axis' in pixels. */
export function axisTitle(title: string, length: number): string[] {
  return wrapText(title, Math.max(12, Math.floor(length / 7)));
}

/** What a value is called on an axis: its name, with its unit in brackets. */
export function withUnit(name: string, unit: string | null | undefined): string {
  return unit ? `${name} (${unit})` : name;
}

/** Shows the field `count`: 1,234 or 56.7k. */
export const COUNT = {
  field: "count",
  type: "quantitative",
  format: ",",
  // Longer numbers would run into their neighbours.
  condition: { test: "datum.count >= 10000", field: "count", type: "quantitative", format: ".3~s" },
} as const;

/** Shows the field `note`: as a tooltip in the page and in viewers of Vega-Lite. */
export const NOTE = {
  description: { field: "note" },
  tooltip: { field: "note" },
} as const;

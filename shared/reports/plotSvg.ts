import * as vega from "vega";
import { compile, type TopLevelSpec } from "vega-lite";
import { escapeHtml } from "./escapeHtml.ts";
import { PLOT_THEME } from "./plotTheme.ts";
import type { Plot } from "./report.ts";
import { textWidth } from "./textWidth.ts";

/**
 * Renders a plot as an SVG element for an HTML page. `name` is a prefix that distinguishes its ids from those of other plots
 * on the page. Does not need a browser and loads nothing: a specification with external data raises an error.
 */
export async function plotSvg(plot: Plot, name: string): Promise<string> {
  measureText();
  const refused: string[] = [];
  const specification = plot as unknown as TopLevelSpec;
  const { spec } = compile(specification, { config: PLOT_THEME as object, logger: silentLogger() });
  const options = { renderer: "none", loader: refusingLoader(refused), logger: loud() } as const;
  const view = new vega.View(vega.parse(spec), options);
  try {
    const svg = await view.toSVG();
    // Vega continues without data that it could not load.
    if (refused.length > 0)
      throw new Error(`A plot must contain its data, but this plot requests ${refused[0]}.`);
    return compactSvg(svg, name, plot.description);
  } finally {
    view.finalize();
  }
}

function refusingLoader(refused: string[]): vega.Loader {
  const refuse = (address: string): never => {
    refused.push(address);
    throw new Error("A plot must contain its data.");
  };
  return { load: refuse, sanitize: refuse, http: refuse, file: refuse };
}

/** Returns a logger that ignores style remarks about a specification. */
function silentLogger(): vega.LoggerInterface {
  return vega.logger(vega.None);
}

/** Returns a logger that throws an error if the dataflow fails, because the plot would lack its marks. */
function loud(): vega.LoggerInterface {
  return Object.assign(silentLogger(), {
    error: (...problems: unknown[]): never => {
      throw problems.find((problem) => problem instanceof Error) ?? new Error(problems.join(" "));
    },
  });
}

/** Sets the function that estimates text widths, because there are no fonts to measure. Vega's types lack this option. */
function measureText(): void {
  const { textMetrics } = vega as unknown as {
    textMetrics: { width: (item: { fontSize?: number; fontWeight?: unknown }, text: unknown) => number };
  };
  textMetrics.width = (item, text) =>
    textWidth(String(text ?? ""), item.fontSize ?? 11, Number(item.fontWeight) >= 600);
}

/** Shrinks the SVG, and gives it the page's font, unique ids, and descriptions as tooltips that work without a script. */
function compactSvg(svg: string, name: string, description: string): string {
  const ids = new Map<string, string>();
  // Vega numbers ids across all plots that it ever draws; here, each plot starts at 0.
  const ownId = (id: string): string => {
    const own = ids.get(id) ?? `${name}-${ids.size + 1}`;
    ids.set(id, own);
    return own;
  };
  const labelled = `<svg role="img" aria-label="${escapeHtml(description)}" `;
  // Vega writes every < and > in a string or an attribute as an entity, so this only matches tags.
  return svg.replace(/<[^>]*>/g, (tag) => compactTag(tag, ownId)).replace("<svg ", () => labelled);
}

function compactTag(tag: string, ownId: (id: string) => string): string {
  const shorter = tag
    .replace(/ role="graphics-symbol"| (?:aria-roledescription|aria-hidden|font-family)="[^"]*"/g, "")
    .replace(/ (?:d|transform)="[^"]*"/g, (attribute) => attribute.replace(/(\d\.\d{2})\d+/g, "$1"))
    .replace(/ id="([^"]+)"/g, (_, id: string) => ` id="${ownId(id)}"`)
    .replace(/="url\(#([^)]+)\)"/g, (_, id: string) => `="url(#${ownId(id)})"`);
  return shorter.replace(/^<path aria-label="([^"]*)"(.*)\/>$/s, "<path$2><title>$1</title></path>");
}

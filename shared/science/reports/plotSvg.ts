import * as vega from "vega";
import { compile, type TopLevelSpec } from "vega-lite";
import { escapeHtml } from "./escapeHtml.ts";
import { PLOT_THEME } from "./plotTheme.ts";
import type { Plot } from "./report.ts";
import { textWidth } from "./textWidth.ts";

/**
 * A plot as an SVG element for a page of HTML. `name` sets its ids apart from those of other plots on the page. Needs no
 * browser and loads nothing: a specification that points to data elsewhere is an error.
 */
export async function plotSvg(plot: Plot, name: string): Promise<string> {
  measureText();
  const refused: string[] = [];
  const specification = plot as unknown as TopLevelSpec;
  const { spec } = compile(specification, { config: PLOT_THEME as object, logger: quiet() });
  const options = { renderer: "none", loader: closedLoader(refused), logger: loud() } as const;
  const view = new vega.View(vega.parse(spec), options);
  try {
    const svg = await view.toSVG();
    // Vega goes on without the data that it could not load.
    if (refused.length > 0)
      throw new Error(`A plot holds its own data, but this one asks for ${refused[0]}.`);
    return tidied(svg, name, plot.description);
  } finally {
    view.finalize();
  }
}

function closedLoader(refused: string[]): vega.Loader {
  const refuse = (address: string): never => {
    refused.push(address);
    throw new Error("A plot holds its own data.");
  };
  return { load: refuse, sanitize: refuse, http: refuse, file: refuse };
}

/** Remarks on how a specification could be written are not for the log of a service. */
function quiet(): vega.LoggerInterface {
  return vega.logger(vega.None);
}

/** What the dataflow reports as an error would otherwise leave a plot without its marks. */
function loud(): vega.LoggerInterface {
  return Object.assign(quiet(), {
    error: (...problems: unknown[]): never => {
      throw problems.find((problem) => problem instanceof Error) ?? new Error(problems.join(" "));
    },
  });
}

/** There are no fonts to measure here; Vega lets others say how wide a text is. Its types do not know of it. */
function measureText(): void {
  const { textMetrics } = vega as unknown as {
    textMetrics: { width: (item: { fontSize?: number; fontWeight?: unknown }, text: unknown) => number };
  };
  textMetrics.width = (item, text) =>
    textWidth(String(text ?? ""), item.fontSize ?? 11, Number(item.fontWeight) >= 600);
}

/** Smaller, in the font of the page, with ids of its own, and with descriptions as tooltips that need no script. */
function tidied(svg: string, name: string, description: string): string {
  const ids = new Map<string, string>();
  // Vega numbers through all plots that it ever draws; here each starts anew.
  const ownId = (id: string): string => {
    const own = ids.get(id) ?? `${name}-${ids.size + 1}`;
    ids.set(id, own);
    return own;
  };
  const labelled = `<svg role="img" aria-label="${escapeHtml(description)}" `;
  // Vega writes every < and > of a text or an attribute as an entity, so this finds the tags and nothing else.
  return svg.replace(/<[^>]*>/g, (tag) => tidiedTag(tag, ownId)).replace("<svg ", () => labelled);
}

function tidiedTag(tag: string, ownId: (id: string) => string): string {
  const shorter = tag
    .replace(/ role="graphics-symbol"| (?:aria-roledescription|aria-hidden|font-family)="[^"]*"/g, "")
    .replace(/ (?:d|transform)="[^"]*"/g, (attribute) => attribute.replace(/(\d\.\d{2})\d+/g, "$1"))
    .replace(/ id="([^"]+)"/g, (_, id: string) => ` id="${ownId(id)}"`)
    .replace(/="url\(#([^)]+)\)"/g, (_, id: string) => `="url(#${ownId(id)})"`);
  return shorter.replace(/^<path aria-label="([^"]*)"(.*)\/>$/s, "<path$2><title>$1</title></path>");
}

import { cutText } from "@pdp/basics/wording";
import { chartSvg } from "./draw/chartSvg.ts";
import { escapeHtml } from "./escapeHtml.ts";
import type { Report, ReportSection } from "./report.ts";
import { REPORT_STYLE } from "./reportStyle.ts";
import { tableHtml } from "./tableHtml.ts";

/** Content security policy of the page: nothing is run or loaded, whatever the data contain. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** Renders the report as one self-contained page: no script, no font, no network. */
export function reportHtml(report: Report): string {
  const sections: string[] = [];
  for (const [index, section] of report.sections.entries()) {
    if (opensGroup(report.sections, index)) sections.push(groupHeading(section, index));
    sections.push(sectionHtml(section, index));
  }
  const title = escapeHtml(report.title);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${REPORT_STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${paragraphs(report.summary, ' class="lead"')}
${contentsHtml(report.sections)}
${sections.join("\n")}
</main>
</body>
</html>
`;
}

function opensGroup(sections: readonly ReportSection[], index: number): boolean {
  const group = sections[index]?.group;
  return group !== undefined && group !== sections[index - 1]?.group;
}

function groupHeading({ group }: ReportSection, index: number): string {
  return `<h2 id="g${index}">${escapeHtml(group ?? "")}</h2>`;
}

function sectionHtml(section: ReportSection, index: number): string {
  const level = section.group === undefined ? "h2" : "h3";
  const parts = [
    `<${level} id="s${index}">${escapeHtml(section.title)}</${level}>`,
    paragraphs(section.text),
  ];
  if (section.chart) parts.push(figureHtml(section.chart.id, chartSvg(section.chart, `p${index}`)));
  if (section.table) parts.push(tableHtml(section.table, section.title));
  return `<section>\n${parts.join("\n")}\n</section>`;
}

/** Maximum width of a plot that stays legible when scaled down to a phone, in pixels. */
const NARROW = 480;

function figureHtml(id: string, svg: string): string {
  const width = Number(/ width="(\d+)/.exec(svg)?.[1]);
  return width <= NARROW
    ? `<figure data-chart="${id}">${svg}</figure>`
    : `<figure data-chart="${id}" class="wide" tabindex="0" role="region" aria-label="Plot">${svg}</figure>`;
}

const MAX_ENTRY_LENGTH = 60;

/** Lists groups by their headings, and ungrouped sections by theirs. */
function contentsHtml(sections: readonly ReportSection[]): string {
  const entries = sections.flatMap((section, index) => {
    if (section.group === undefined)
      return [`<li><a href="#s${index}">${escapeHtml(cutText(section.title, MAX_ENTRY_LENGTH))}</a></li>`];
    return opensGroup(sections, index)
      ? [`<li><a href="#g${index}">${escapeHtml(cutText(section.group, MAX_ENTRY_LENGTH))}</a></li>`]
      : [];
  });
  if (entries.length < 2) return "";
  return `<nav aria-label="Contents"><strong>Contents</strong><ul>${entries.join("")}</ul></nav>`;
}

/** Prevents a line break between a number and its percent sign. */
function keepPercentTogether(text: string): string {
  return text.replace(/(\d) %/g, "$1\u00a0%");
}

function paragraphs(text: string, attributes = ""): string {
  return text
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== "")
    .map((paragraph) => `<p${attributes}>${escapeHtml(keepPercentTogether(paragraph.trim()))}</p>`)
    .join("\n");
}

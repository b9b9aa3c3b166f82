import { wrapText } from "@pdp/basics/wording";
import { type Element, XMLSerializer } from "@xmldom/xmldom";
import type { Chart } from "../charts/chart.ts";
import { drawFrame, FONT_SIZE } from "./frame.ts";
import { framesOf } from "./framesOf.ts";
import { element } from "./svg.ts";

const TITLE_SIZE = 13;
const TITLE_LENGTH = 90;
const TITLE_HEIGHT = 18;
const GAP = 8;
const COORDINATES = / (?:d|transform|x|y|x1|x2|y1|y2|cx|cy|r|width|height)="[^"]*"/g;

/**
 * Draws a chart as an SVG element for an HTML page, in the color and font of the text around it. `name` is a prefix that
 * distinguishes its ids from those of other charts on the page. Marks have tooltips that work without a script.
 */
export function chartSvg(chart: Chart, name: string): string {
  const { frames, isInRow = false, legend } = framesOf(chart, name);
  const drawn = frames.map(drawFrame);
  const title = wrapText(chart.title, TITLE_LENGTH);
  const parts: Element[] = [titleOf(title)];
  let top = title.length * TITLE_HEIGHT + GAP;
  let width = legend?.width ?? 0;
  if (legend) {
    parts.push(
      element("g", { class: "legend", transform: `translate(${drawn[0]?.left ?? 0},${top})` }, legend.group),
    );
    width += drawn[0]?.left ?? 0;
    top += legend.height + GAP;
  }
  // Frames below each other share their left edge.
  const edge = drawn.reduce((rightmost, { left }) => Math.max(rightmost, left), 0);
  let [left, bottom] = [0, top];
  for (const frame of drawn) {
    const [x, y] = isInRow ? [left, top] : [edge - frame.left, bottom];
    parts.push(element("g", { class: "frame", transform: `translate(${x},${y})` }, frame.group));
    left += frame.width + GAP;
    width = Math.max(width, x + frame.width);
    bottom = isInRow ? Math.max(bottom, top + frame.height) : bottom + frame.height + GAP;
  }
  const size = { width: Math.ceil(width), height: Math.ceil(bottom) };
  const picture = element(
    "svg",
    {
      role: "img",
      "aria-label": chart.description,
      ...size,
      viewBox: `0 0 ${size.width} ${size.height}`,
      fill: "currentColor",
      "font-family": "system-ui, sans-serif",
      "font-size": FONT_SIZE,
    },
    ...parts,
  );
  return compact(new XMLSerializer().serializeToString(picture));
}

function titleOf(lines: readonly string[]): Element {
  const texts = lines.map((line, index) => element("text", { y: TITLE_SIZE + index * TITLE_HEIGHT }, line));
  return element("g", { class: "title", "font-size": TITLE_SIZE, "font-weight": 600 }, ...texts);
}

/** Rounds coordinates. Texts and attributes contain no `<` or `>`. */
function compact(svg: string): string {
  return svg.replace(/<[^>]*>/g, (tag) =>
    tag.replace(COORDINATES, (attribute) => attribute.replace(/(\d\.\d{2})\d+/g, "$1")),
  );
}

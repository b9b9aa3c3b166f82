import { type Markish, type PlotOptions, plot, type ScaleOptions } from "@observablehq/plot";
import { wrapText } from "@pdp/basics/wording";
import type { Element } from "@xmldom/xmldom";
import { DOCUMENT, element } from "./svg.ts";
import { textWidth } from "./textWidth.ts";

/** Size of a chart's text, in pixels. */
export const FONT_SIZE = 11;
const LINE_HEIGHT = 13;

export interface Axis extends ScaleOptions {
  /** Title, with the unit; null for none. */
  label: string | null;
}

/** Axes with marks. Sizes are those of the area between the axes, in pixels. */
export interface Frame {
  width: number;
  height: number;
  x: Axis;
  y: Axis;
  color?: ScaleOptions;
  /** Space above the area, for labels of marks. */
  above?: number;
  /** Size of the text, in pixels. */
  fontSize?: number;
  marks: readonly Markish[];
}

/** Drawn axes with marks, including the space for labels. */
export interface DrawnFrame {
  group: Element;
  width: number;
  height: number;
  /** Space to the left of the area, in pixels. */
  left: number;
}

interface Margins {
  marginLeft: number;
  marginRight: number;
  marginTop: number;
  marginBottom: number;
}

const TICK = 9;
const EDGE = 4;

/** Draws axes with marks. Draws twice, because the labels of the axes determine the space that they need. */
export function drawFrame(frame: Frame): DrawnFrame {
  const first = drawWith(frame, { marginLeft: 40, marginRight: 12, marginTop: 12, marginBottom: 30 });
  const margins = marginsOf(frame, first);
  const picture = drawWith(frame, margins);
  const { fontSize = FONT_SIZE } = frame;
  const group = element("g", { "font-size": fontSize, "text-anchor": "middle" });
  while (picture.firstChild) group.appendChild(picture.firstChild);
  return {
    group,
    width: margins.marginLeft + frame.width + margins.marginRight,
    height: margins.marginTop + frame.height + margins.marginBottom,
    left: margins.marginLeft,
  };
}

function drawWith({ width, height, x, y, color, marks }: Frame, margins: Margins): Element {
  const options: PlotOptions = {
    document: DOCUMENT as unknown as Document,
    className: "plot",
    width: width + margins.marginLeft + margins.marginRight,
    height: height + margins.marginTop + margins.marginBottom,
    ...margins,
    x: axisOf(x, width),
    y: axisOf(y, height),
    ...(color && { color }),
    marks: [...marks],
  };
  const picture = plot(options) as unknown as Element;
  // The page's style replaces the library's.
  const style = picture.getElementsByTagName("style").item(0);
  if (style) picture.removeChild(style);
  return picture;
}

function axisOf({ label, ...options }: Axis, length: number): ScaleOptions {
  const title = label === null ? null : linesOf(label, length).join("\n");
  return { label: title, labelAnchor: "center", labelArrow: "none", ...options };
}

/** Splits a title into lines that fit along an axis. */
function linesOf(title: string, length: number): string[] {
  return wrapText(title, Math.max(12, Math.floor(length / 7)));
}

function marginsOf({ width, height, x, y, above = 0 }: Frame, picture: Element): Margins {
  const across = labelsOf(picture, "x-axis tick label").map((label) => textWidth(label, FONT_SIZE));
  const up = labelsOf(picture, "y-axis tick label").map((label) => textWidth(label, FONT_SIZE));
  const widest = across.reduce((widest, width) => Math.max(widest, width), 0);
  const angle = (Math.abs(x.tickRotate ?? 0) * Math.PI) / 180;
  const isRotated = angle > 0;
  const isOnTop = x.axis === "top";
  const labelHeight = isRotated ? Math.sin(angle) * widest + Math.cos(angle) * FONT_SIZE : LINE_HEIGHT;
  const titleLines = (label: string | null, length: number): number =>
    label === null || label === "" ? 0 : linesOf(label, length).length * LINE_HEIGHT + EDGE;
  const alongX = TICK + labelHeight + titleLines(x.label, width) + EDGE;
  const alongY =
    TICK + up.reduce((widest, width) => Math.max(widest, width), 0) + titleLines(y.label, height) + EDGE;
  const beyond = isRotated ? Math.cos(angle) * (across[0] ?? 0) : (across[0] ?? 0) / 2;
  return {
    marginLeft: Math.ceil(Math.max(alongY, beyond)),
    marginRight: Math.ceil(Math.max(12, isRotated ? 0 : (across.at(-1) ?? 0) / 2)),
    marginTop: Math.ceil(8 + above + (isOnTop ? alongX : 0)),
    marginBottom: Math.ceil(isOnTop ? EDGE : alongX),
  };
}

function labelsOf(picture: Element, name: string): string[] {
  return [...picture.getElementsByTagName("g")]
    .filter((group) => group.getAttribute("aria-label") === name)
    .flatMap((group) => [...group.getElementsByTagName("text")].map((text) => text.textContent ?? ""));
}

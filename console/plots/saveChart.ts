import { saveFile } from "../parts/saveFile.ts";
import type { Drawn } from "./draw/drawChart.ts";

const SVG = "http://www.w3.org/2000/svg";
/** Styles from the page that a picture needs outside it. */
const STYLES = [
  ...["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "opacity"],
  ...["font-family", "font-size", "font-weight", "font-variant-numeric", "text-anchor"],
];
/** Space around the picture, and height of its title, in pixels. */
const [MARGIN_PX, TITLE_PX] = [16, 32];
/** Pixels of a PNG picture for each pixel on the page, enough for print. */
const PNG_SCALE = 3;

export type PictureFormat = "PNG" | "SVG";

/** Saves a chart, with its title and legend, as a picture in the colors of the page. */
export async function saveChart(title: string, drawn: Drawn, format: PictureFormat): Promise<void> {
  const picture = pictureOf(title, drawn);
  const text = new XMLSerializer().serializeToString(picture);
  if (format === "SVG") {
    saveFile(`${title}.svg`, "image/svg+xml", text);
    return;
  }
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.width * PNG_SCALE;
    canvas.height = image.height * PNG_SCALE;
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
    if (blob === null) throw new Error("The browser cannot write this picture.");
    saveFile(`${title}.png`, "image/png", blob);
  } finally {
    URL.revokeObjectURL(image.src);
  }
}

function pictureOf(title: string, { picture, legend }: Drawn): SVGElement {
  const page = getComputedStyle(picture);
  const heading = textLine(title, page, "600");
  // Texts may be outside the box of the chart: long numbers to its left, and long names to its right.
  const boxes = [picture, ...picture.querySelectorAll("text"), ...(legend === null ? [] : [legend])]
    .map((part) => part.getBoundingClientRect())
    .filter(({ width }) => width > 0);
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const right = Math.max(left + heading.width, ...boxes.map((box) => box.right));
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  const whole = element("svg", {
    width: Math.ceil(right - left + 2 * MARGIN_PX),
    height: Math.ceil(bottom - top + TITLE_PX + 2 * MARGIN_PX),
  });
  const paper = getComputedStyle(picture.closest(".card") ?? document.body).backgroundColor;
  const content = element("g", {
    transform: `translate(${MARGIN_PX - left} ${MARGIN_PX + TITLE_PX - top})`,
  });
  content.append(copyInPlace(picture), ...legendOf(legend));
  whole.append(
    element("rect", { width: "100%", height: "100%", fill: paper }),
    heading.at(MARGIN_PX, MARGIN_PX),
    content,
  );
  return whole;
}

/** Returns the symbols and names of a legend at their positions on the page. */
function legendOf(legend: Element | null): Element[] {
  return [...(legend?.querySelectorAll("svg") ?? [])].flatMap((symbol) => {
    const entry = symbol.parentElement ?? symbol;
    const style = getComputedStyle(entry);
    const names = [...entry.childNodes].filter((node) => node instanceof Text).flatMap(linesOf);
    return [
      copyInPlace(symbol),
      ...names.map(({ text, box }) => textLine(text, style).at(box.left, box.top)),
    ];
  });
}

/** Returns the lines of a text as they wrap on the page. */
function linesOf(node: Text): { text: string; box: DOMRect }[] {
  const lines: { text: string; box: DOMRect }[] = [];
  const range = document.createRange();
  let start = 0;
  for (const character of node.data) {
    range.setStart(node, start);
    start += character.length;
    range.setEnd(node, start);
    const box = range.getBoundingClientRect();
    const last = lines.at(-1);
    if (last && (box.width === 0 || box.top < last.box.bottom)) last.text += character;
    else if (box.width > 0) lines.push({ text: character, box });
  }
  return lines.map(({ text, box }) => ({ text: text.trimEnd(), box }));
}

/** Returns the width of a line of text, and a function that draws it, given its upper left corner. */
function textLine(text: string, style: CSSStyleDeclaration, weight = style.fontWeight) {
  const context = document.createElement("canvas").getContext("2d");
  if (context === null) throw new Error("The browser cannot measure texts.");
  context.font = `${weight} ${style.fontSize} ${style.fontFamily}`;
  const { width, fontBoundingBoxAscent: ascent } = context.measureText(text);
  return {
    width,
    at(left: number, top: number): SVGElement {
      const drawn = element("text", {
        ...{ x: left, y: top + ascent, fill: style.color, "font-weight": weight },
        ...{ "font-family": style.fontFamily, "font-size": style.fontSize },
      });
      drawn.textContent = text;
      keepLength(drawn, width);
      return drawn;
    },
  };
}

/** Keeps the length of a text if another font replaces the page's font, which pictures do not embed. */
function keepLength(text: Element, length: number): void {
  if (length === 0) return;
  text.setAttribute("textLength", String(length));
  text.setAttribute("lengthAdjust", "spacingAndGlyphs");
}

/** Copies a drawing with its position, size and styles on the page. By default, a nested drawing would be clipped. */
function copyInPlace(source: SVGSVGElement): SVGElement {
  const copy = styledCopy(source);
  const { left, top, width, height } = source.getBoundingClientRect();
  for (const [name, value] of Object.entries({ x: left, y: top, width, height, overflow: "visible" }))
    copy.setAttribute(name, String(value));
  return copy;
}

/** Copies an element with the styles that it has on the page. */
function styledCopy(source: SVGElement): SVGElement {
  const copy = source.cloneNode(true) as SVGElement;
  const parts = copy.querySelectorAll("*");
  copy.removeAttribute("style");
  for (const [at, part] of [source, ...source.querySelectorAll("*")].entries()) {
    const target = at === 0 ? copy : parts[at - 1];
    const style = getComputedStyle(part);
    for (const name of STYLES) target?.setAttribute(name, style.getPropertyValue(name));
    if (target && part instanceof SVGTextElement && part.childElementCount === 0)
      keepLength(target, part.getComputedTextLength());
  }
  for (const style of copy.querySelectorAll("style")) style.remove();
  return copy;
}

function element(name: string, attributes: Record<string, string | number>): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

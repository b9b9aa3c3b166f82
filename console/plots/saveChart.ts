import { saveFile } from "../parts/saveFile.ts";
import type { Drawn } from "./draw/drawChart.ts";

const SVG = "http://www.w3.org/2000/svg";
/** Styles from the page that a picture needs outside it. */
const STYLES = [
  ...["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "opacity"],
  ...["font-family", "font-size", "font-weight", "font-variant-numeric", "text-anchor"],
];
/** Space around the chart, height of its title, and height of its legend, in pixels. */
const [MARGIN_PX, TITLE_PX, LEGEND_PX] = [16, 32, 24];
/** Size of a legend symbol, and the gaps after a symbol and after its name, in pixels. */
const [SYMBOL_PX, GAP_PX, ENTRY_GAP_PX] = [15, 4, 16];
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
  const { width, height } = picture.viewBox.baseVal;
  const whole = element("svg", {
    width: width + 2 * MARGIN_PX,
    height: height + TITLE_PX + (legend === null ? 0 : LEGEND_PX) + 2 * MARGIN_PX,
  });
  const page = getComputedStyle(picture);
  const paper = getComputedStyle(picture.closest(".card") ?? document.body).backgroundColor;
  whole.append(
    element("rect", { width: "100%", height: "100%", fill: paper }),
    label(title, MARGIN_PX, MARGIN_PX + GAP_PX, page, "600"),
  );
  const chart = styledCopy(picture);
  for (const [name, value] of Object.entries({ x: MARGIN_PX, y: MARGIN_PX + TITLE_PX, width, height }))
    chart.setAttribute(name, String(value));
  whole.append(chart, ...legendOf(legend, MARGIN_PX + TITLE_PX + height + GAP_PX, page));
  return whole;
}

/** Returns the entries of a legend in a line. */
function legendOf(legend: Element | null, top: number, page: CSSStyleDeclaration): Element[] {
  let left = MARGIN_PX;
  return [...(legend?.querySelectorAll("svg") ?? [])].flatMap((symbol) => {
    const entry = symbol.parentElement ?? symbol;
    const copy = styledCopy(symbol);
    copy.setAttribute("x", String(left));
    copy.setAttribute("y", String(top));
    const name = label(entry.textContent?.trim() ?? "", left + SYMBOL_PX + GAP_PX, top + 2, page);
    left += entry.getBoundingClientRect().width + ENTRY_GAP_PX;
    return [copy, name];
  });
}

function label(text: string, x: number, top: number, page: CSSStyleDeclaration, weight = "400"): SVGElement {
  const drawn = element("text", {
    ...{ x, y: top, "dominant-baseline": "hanging", fill: page.color, "font-weight": weight },
    ...{ "font-family": page.fontFamily, "font-size": page.fontSize },
  });
  drawn.textContent = text;
  return drawn;
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
  }
  for (const style of copy.querySelectorAll("style")) style.remove();
  return copy;
}

function element(name: string, attributes: Record<string, string | number>): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

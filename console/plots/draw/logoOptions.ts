import { axisX, barY, type PlotOptions, ruleY } from "@observablehq/plot";
import type { LogoChart } from "../chart.ts";
import { MAX_BITS, type StackedLetter, stackLetters } from "../logoLetters.ts";
import { RESIDUE_CLASSES, RESIDUE_COLORS, residueClass } from "../residueClasses.ts";

/** Number of sites above which their names are rotated. */
const MANY_SITES = 14;
/** Width and height of a capital letter of the monospaced font, as shares of its size. */
const LETTER = { size: 100, width: 60, height: 73 };
/** Height, on the same scale, of the parts of letters below the baseline. */
const DESCENTS: Readonly<Record<string, number>> = { Q: 17 };
/** Height below which a letter is not drawn, in pixels. */
const MIN_HEIGHT_PX = 1;

/** Returns the drawing options for a sequence logo: letters are stretched to the height of their bars. */
export function logoOptions(chart: LogoChart): PlotOptions {
  const letters = stackLetters(chart);
  const shown = new Set(letters.map(residueClass));
  const classes = RESIDUE_CLASSES.flatMap((name, index) =>
    shown.has(name) ? [{ name, color: RESIDUE_COLORS[index] ?? "" }] : [],
  );
  const isCrowded = chart.sites.length > MANY_SITES;
  const numbers = new Map(chart.sites.map(({ site, number }) => [site, number ?? ""]));
  const isNumbered = chart.sites.some(({ number }) => number);
  return {
    x: { label: null, type: "band", domain: chart.sites.map(({ site }) => site), padding: 0.06 },
    y:
      chart.scale === "bits"
        ? { label: "bits", domain: [0, MAX_BITS], grid: true }
        : { label: "share of designs", domain: [0, 1], tickFormat: ".0%", grid: true },
    ...(isCrowded && { marginBottom: 56 }),
    ...(isNumbered && { marginTop: isCrowded ? 48 : 32 }),
    color: { domain: classes.map(({ name }) => name), range: classes.map(({ color }) => color) },
    marks: [
      axisX({ anchor: "bottom", label: null, ...(isCrowded && { tickRotate: -60 }) }),
      ...(isNumbered
        ? [
            axisX({
              anchor: "top",
              label: "IMGT",
              tickSize: 0,
              tickFormat: (site: string) => numbers.get(site) ?? "",
              ...(isCrowded && { tickRotate: -60 }),
            }),
          ]
        : []),
      barY(letters, {
        x: "site",
        y1: "from",
        y2: "to",
        fill: residueClass,
        render: (index, scales, values, _dimensions, { document }) => {
          const group = document.createElementNS(SVG, "g");
          const width = scales.scales.x?.bandwidth ?? 0;
          for (const at of index) {
            const letter = letters[at];
            const [left, low, high] = [values.x?.[at] ?? 0, values.y1?.[at] ?? 0, values.y2?.[at] ?? 0];
            if (!letter || low - high < MIN_HEIGHT_PX) continue;
            const drawn = drawLetter(document, letter, { left, low, width, height: low - high });
            drawn.setAttribute("fill", String(values.fill?.[at] ?? "currentColor"));
            group.append(drawn);
          }
          return group;
        },
      }),
      ruleY([0], { stroke: "var(--control)" }),
    ],
  };
}

const SVG = "http://www.w3.org/2000/svg";

interface Cell {
  left: number;
  low: number;
  width: number;
  height: number;
}

/** Draws a letter that fills a rectangle; a deletion is a bar. */
function drawLetter(document: Document, { letter }: StackedLetter, cell: Cell): SVGElement {
  const { left, low, width, height } = cell;
  if (!/[A-Z]/.test(letter)) {
    const bar = document.createElementNS(SVG, "rect");
    bar.setAttribute("x", String(left));
    bar.setAttribute("y", String(low - height));
    bar.setAttribute("width", String(width));
    bar.setAttribute("height", String(height));
    return bar;
  }
  const text = document.createElementNS(SVG, "text");
  text.textContent = letter;
  text.setAttribute("class", "logo-letter");
  text.setAttribute("font-size", String(LETTER.size));
  text.setAttribute("text-anchor", "middle");
  const descent = DESCENTS[letter] ?? 0;
  const stretch = height / (LETTER.height + descent);
  text.setAttribute(
    "transform",
    `translate(${left + width / 2} ${low - descent * stretch}) scale(${width / LETTER.width} ${stretch})`,
  );
  return text;
}

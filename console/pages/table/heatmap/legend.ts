import { heatColor } from "../../../plots/heatColor.ts";
import type { DrawnPart } from "./drawHeatmap.ts";
import type { Legend } from "./legendWords.ts";

/** Height of the title and the legend above a plot, in pixels. */
export const LEGEND_HEIGHT = 58;
const BAR = { width: 120, height: 12 };
const FONT = "system-ui, sans-serif";

/** Colors of saved pictures, which have a white background in every theme. */
export const PICTURE_INK: DrawnPart["ink"] = {
  text: "#1b1f23",
  paper: "#fff",
  muted: "#57606a",
  line: "#8b939b",
  missing: "#eeeeea",
};

/** Draws a title and a color legend, starting at the upper left corner. */
export function drawLegend(
  context: CanvasRenderingContext2D,
  legend: Legend,
  title: string,
  ink: DrawnPart["ink"],
): void {
  context.textAlign = "left";
  context.textBaseline = "middle";
  context.fillStyle = ink.text;
  context.font = `650 15px ${FONT}`;
  context.fillText(title, 8, 16);
  context.font = `12px ${FONT}`;
  let x = 8;
  const write = (text: string) => {
    context.fillStyle = ink.text;
    context.fillText(text, x, 40);
    x += context.measureText(text).width + 8;
  };
  write(legend.worst);
  for (let step = 0; step < BAR.width; step += 1) {
    context.fillStyle = heatColor(colorAt(legend, step / (BAR.width - 1)));
    context.fillRect(x + step, 40 - BAR.height / 2, 1, BAR.height);
  }
  x += BAR.width + 8;
  write(afterBar(legend));
}

/** Returns the color, from -1 to 1, at a fraction of the bar between the worst and the best value. */
function colorAt({ colors: [worst, best] }: Legend, share: number): number {
  return worst + share * (best - worst);
}

const BAR_STOPS = 9;

/** Returns the bar as a CSS image. */
export function legendBar(legend: Legend): string {
  const stops = Array.from({ length: BAR_STOPS }, (_, at) =>
    heatColor(colorAt(legend, at / (BAR_STOPS - 1))),
  );
  return `linear-gradient(to right, ${stops.join(", ")})`;
}

/** Returns the width required by a legend, in pixels. */
export function legendWidth(context: CanvasRenderingContext2D, legend: Legend): number {
  context.font = `12px ${FONT}`;
  return Math.ceil(context.measureText(legend.worst + afterBar(legend)).width) + BAR.width + 40;
}

function afterBar({ best, middle, marks }: Legend): string {
  return [`${best}; white: ${middle}`, ...marks].join("   ");
}

import { saveFile } from "../../../parts/saveFile.ts";
import { CELL, drawHeatmap, HEIGHT, widthOf } from "./drawHeatmap.ts";
import { drawLegend, LEGEND_HEIGHT, legendWidth, PICTURE_INK } from "./legend.ts";
import { legendOf } from "./legendWords.ts";
import type { Substitutions } from "./substitutions.ts";

/** Maximum canvas width that browsers can draw, in pixels. */
const MAX_PICTURE_WIDTH = 16_000;

/** Saves a heatmap with its title and legend as a picture. */
export async function savePicture(
  shown: Substitutions,
  isHigherBetter: boolean,
  assay: string,
): Promise<void> {
  const picture = document.createElement("canvas");
  const context = picture.getContext("2d");
  if (!context) return;
  const legend = legendOf(shown, isHigherBetter);
  picture.width = Math.min(
    Math.max(widthOf(shown, CELL.width), legendWidth(context, legend)),
    MAX_PICTURE_WIDTH,
  );
  picture.height = LEGEND_HEIGHT + HEIGHT;
  context.translate(0, LEGEND_HEIGHT);
  drawHeatmap(context, shown, {
    ...{ offset: 0, width: picture.width, isHigherBetter, active: null, ink: PICTURE_INK },
    cellWidth: CELL.width,
  });
  context.translate(0, -LEGEND_HEIGHT);
  drawLegend(context, legend, `${assay}, by position and residue`, PICTURE_INK);
  context.globalCompositeOperation = "destination-over";
  context.fillStyle = PICTURE_INK.paper;
  context.fillRect(0, 0, picture.width, picture.height);
  const blob = await new Promise<Blob | null>((done) => picture.toBlob(done, "image/png"));
  if (blob) saveFile(`${assay}-by-position.png`, "image/png", blob);
}

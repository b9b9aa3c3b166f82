import { cell, dot } from "@observablehq/plot";
import { formatNumber } from "@pdp/basics/wording";
import type { HeatmapCell, HeatmapChart } from "../../charts/chart.ts";
import { COLORS, divergingScale } from "../colors.ts";
import type { Drawing } from "../drawing.ts";
import { PLOT_WIDTH } from "../layout.ts";
import { rampLegend } from "../legends.ts";

/** Amino acids by side chain: aliphatic, aromatic, polar, basic, acidic, special; deletions last. */
const ROWS = [..."AVILMFYWSTNQHKRDECGP", "-"];
const ROW_HEIGHT = 10;
const PER_BLOCK = 60;

/** Draws effects in rows of 60 positions, with a dot at the residue of the reference. Unmeasured cells stay empty. */
export function heatmapFrames({ positions, data, limit, labels }: HeatmapChart, name: string): Drawing {
  const blocks: HeatmapChart["positions"][] = [];
  for (let start = 0; start < positions.length; start += PER_BLOCK)
    blocks.push(positions.slice(start, start + PER_BLOCK));
  const widest = Math.min(PER_BLOCK, Math.max(positions.length, 12));
  const step = Math.min(26, Math.floor((PLOT_WIDTH - 10) / widest));
  const byPosition = Map.groupBy(data, ({ position }) => position);
  const frames = blocks.map((block, index) => {
    const names = block.map(({ position }) => position);
    const cells = names.flatMap((position) => byPosition.get(position) ?? []);
    const rows = cells.some(({ residue }) => residue === "-") ? ROWS : ROWS.slice(0, -1);
    const isCrowded = names.some(({ length }) => length * 6 > step);
    const channels = { x: "position", y: "residue" } as const;
    const references = block.filter(({ residue }) => residue !== "");
    return {
      width: step * block.length,
      height: ROW_HEIGHT * rows.length,
      fontSize: 9,
      x: {
        ...{ label: index === blocks.length - 1 ? labels.x : null, type: "band" as const, domain: names },
        ...{ tickRotate: isCrowded ? -90 : 0, tickSize: 0, padding: 0 },
      },
      y: { label: labels.y, type: "band" as const, domain: rows, tickSize: 0, padding: 0 },
      color: divergingScale(limit),
      marks: [
        cell(cells, { ...channels, fill: ({ effect }: HeatmapCell) => effect, inset: 0, title: effectText }),
        dot(references, { ...channels, fill: COLORS.muted, r: 1.8 }),
      ],
    };
  });
  return { frames, legend: rampLegend(labels.value, limit, name) };
}

function effectText({ position, residue, effect, count }: HeatmapCell): string {
  return `${position}${residue}: ${effect > 0 ? "+" : ""}${formatNumber(effect)} (n = ${count})`;
}

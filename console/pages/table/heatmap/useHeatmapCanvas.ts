import { useEffect, useRef, useState } from "preact/hooks";
import type { CellPosition } from "./cellPosition.ts";
import {
  CELL,
  type DrawnPart,
  drawHeatmap,
  fittingWidth,
  HEIGHT,
  LEFT,
  TOP,
  widthOf,
} from "./drawHeatmap.ts";
import { RESIDUES, type Substitutions } from "./substitutions.ts";

type Marks = Pick<DrawnPart, "isHigherBetter" | "active" | "marked">;

/** Draws the visible part of a heatmap on a canvas, again after each change of its values, marks, size and colors. */
export function useHeatmapCanvas(shown: Substitutions, { isHigherBetter, active, marked = null }: Marks) {
  const scroller = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [boxWidth, setBoxWidth] = useState(0);
  const cellWidth = fittingWidth(shown, boxWidth);
  const draw = () => {
    const box = scroller.current;
    const context = canvas.current?.getContext("2d");
    if (!box || !canvas.current || !context) return;
    const scale = window.devicePixelRatio || 1;
    const width = Math.min(box.clientWidth, widthOf(shown, cellWidth));
    canvas.current.width = width * scale;
    canvas.current.height = HEIGHT * scale;
    canvas.current.style.width = `${width}px`;
    context.scale(scale, scale);
    const offset = box.scrollLeft;
    const ink = inkOf(box);
    drawHeatmap(context, shown, { offset, width, isHigherBetter, active, marked, cellWidth, ink });
  };
  const drawn = [shown, isHigherBetter, active?.position, active?.residue, marked, cellWidth];
  useEffect(draw, drawn);
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      setBoxWidth(scroller.current?.clientWidth ?? 0);
      draw();
    });
    if (scroller.current) observer.observe(scroller.current);
    const scheme = window.matchMedia("(prefers-color-scheme: dark)");
    scheme.addEventListener("change", draw);
    return () => {
      observer.disconnect();
      scheme.removeEventListener("change", draw);
    };
  }, drawn);

  return {
    scroller,
    canvas,
    draw,
    width: widthOf(shown, cellWidth),
    /** Scrolls to a position. */
    reveal: (position: number) => reveal(scroller.current, position, cellWidth),
    /** Returns the cell below the pointer; null if there is none. */
    cellAt: (event: MouseEvent): CellPosition | null => {
      const box = canvas.current?.getBoundingClientRect();
      if (!box) return null;
      const x = event.clientX - box.left - LEFT + (scroller.current?.scrollLeft ?? 0);
      const y = event.clientY - box.top - TOP;
      if (event.clientX - box.left < LEFT || y < 0 || y >= RESIDUES.length * CELL.height) return null;
      return {
        position: Math.min(Math.floor(x / cellWidth), shown.reference.length - 1),
        residue: Math.floor(y / CELL.height),
      };
    },
  };
}

function reveal(box: HTMLElement | null, position: number, cellWidth: number): void {
  if (!box) return;
  const from = position * cellWidth;
  const visible = box.clientWidth - LEFT - cellWidth;
  if (from < box.scrollLeft) box.scrollLeft = from;
  else if (from > box.scrollLeft + visible) box.scrollLeft = from - visible;
}

function inkOf(element: Element): DrawnPart["ink"] {
  const style = getComputedStyle(element);
  return {
    text: style.color,
    paper: style.backgroundColor,
    muted: style.getPropertyValue("--heat-muted"),
    line: style.getPropertyValue("--heat-line"),
    missing: style.getPropertyValue("--heat-missing"),
  };
}

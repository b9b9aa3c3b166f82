import { useEffect, useRef, useState } from "preact/hooks";
import { formatValue } from "../../../parts/format.ts";
import { saveFile } from "../../../parts/saveFile.ts";
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
import { drawLegend, LEGEND_HEIGHT, legendBar, legendWidth } from "./legend.ts";
import { legendOf, missingWords } from "./legendWords.ts";
import { RESIDUES, type Substitutions } from "./substitutions.ts";

interface HeatmapProps {
  shown: Substitutions;
  assay: string;
  isHigherBetter: boolean;
  /** Called with the index of a position and of a residue when a cell is pressed. */
  onOpen?: (position: number, residue: number) => void;
  /** Index of the position that is marked elsewhere on the page; null for none. */
  marked?: number | null;
  /** Called with the index of a position when the pointer or the arrow keys move to one of its cells. */
  onPoint?: (position: number) => void;
}

/** Maximum canvas width that browsers can draw, in pixels. */
const MAX_PICTURE_WIDTH = 16_000;

/**
 * Substitution heatmap: one column per position, one row per residue. Arrow keys move the focus, and the cell is described in
 * words. Only the visible part is drawn.
 */
export function Heatmap({ shown, assay, isHigherBetter, onOpen, marked = null, onPoint }: HeatmapProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [chosen, setActive] = useState({ position: 0, residue: 0 });
  // The selected position may no longer be shown.
  const active = { ...chosen, position: Math.min(chosen.position, shown.reference.length - 1) };
  const [hasFocus, setFocus] = useState(false);
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
  useEffect(draw, [shown, isHigherBetter, chosen, marked, cellWidth]);
  useEffect(() => {
    if (marked === null || marked === chosen.position) return;
    setActive({ ...chosen, position: marked });
    reveal(scroller.current, marked, cellWidth);
  }, [marked]);
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
  }, [shown, isHigherBetter, chosen, marked, cellWidth]);

  const move = (position: number, residue: number) => {
    const next = {
      position: Math.max(0, Math.min(shown.reference.length - 1, position)),
      residue: Math.max(0, Math.min(RESIDUES.length - 1, residue)),
    };
    setActive(next);
    onPoint?.(next.position);
    reveal(scroller.current, next.position, cellWidth);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { position, residue } = active;
    const target = {
      ArrowLeft: [position - 1, residue],
      ArrowRight: [position + 1, residue],
      ArrowUp: [position, residue - 1],
      ArrowDown: [position, residue + 1],
      Home: [0, residue],
      End: [shown.reference.length - 1, residue],
      PageUp: [position - 20, residue],
      PageDown: [position + 20, residue],
    }[event.key] as [number, number] | undefined;
    if (event.key === "Enter") onOpen?.(active.position, active.residue);
    if (!target) return;
    event.preventDefault();
    move(...target);
  };
  const cellAt = (event: MouseEvent) => {
    const box = canvas.current?.getBoundingClientRect();
    if (!box) return null;
    const x = event.clientX - box.left - LEFT + (scroller.current?.scrollLeft ?? 0);
    const y = event.clientY - box.top - TOP;
    if (event.clientX - box.left < LEFT || y < 0 || y >= RESIDUES.length * CELL.height) return null;
    return {
      position: Math.min(Math.floor(x / cellWidth), shown.reference.length - 1),
      residue: Math.floor(y / CELL.height),
    };
  };
  const point = (event: MouseEvent) => {
    const cell = cellAt(event);
    if (cell) {
      setActive(cell);
      onPoint?.(cell.position);
    }
    return cell;
  };
  const legend = legendOf(shown, isHigherBetter);
  return (
    <section class="card" aria-labelledby="heatmap-title">
      <header>
        <h2 id="heatmap-title">{assay}, by position and residue</h2>
        <div class="row">
          <button type="button" class="small" onClick={() => void savePicture(shown, isHigherBetter, assay)}>
            PNG
          </button>
          <button
            type="button"
            class="small"
            onClick={() => saveFile(`${assay}-by-position.csv`, "text/csv", csvOf(shown))}
          >
            CSV
          </button>
        </div>
      </header>
      <div class="body">
        <div class="row heat-legend">
          <span class="small">{legend.worst}</span>
          <span class="heat-scale" aria-hidden="true" style={{ background: legendBar(legend) }} />
          <span class="small">
            {legend.best}; white: {legend.middle}
          </span>
          {legend.marks.map((mark) => (
            <span key={mark} class="small muted">
              {mark}
            </span>
          ))}
        </div>
        <output class="mono" aria-live={hasFocus ? "polite" : "off"}>
          {sentenceOf(shown, active.position, active.residue, assay)}
        </output>
        <div
          ref={scroller}
          class="heatmap"
          role="application"
          aria-label={`${assay} by position and residue; arrow keys move`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move in it
          tabIndex={0}
          onScroll={draw}
          onKeyDown={onKeyDown}
          onPointerMove={point}
          onClick={(event) => {
            const cell = point(event);
            if (cell) onOpen?.(cell.position, cell.residue);
          }}
          onFocus={() => setFocus(true)}
          onBlur={() => setFocus(false)}
        >
          <div style={{ width: `${widthOf(shown, cellWidth)}px`, height: `${HEIGHT}px` }}>
            <canvas ref={canvas} height={HEIGHT} />
          </div>
        </div>
      </div>
    </section>
  );
}

/** Describes a cell: `K30I: -0.404 log_fitness (1 row)`. */
function sentenceOf(shown: Substitutions, position: number, row: number, assay: string): string {
  const [from, to] = [shown.reference[position] ?? "", RESIDUES[row] ?? ""];
  const number = shown.numbers[position];
  const name = `${from}${number}${to}`;
  if (from === to) {
    const value =
      shown.referenceValue === null ? missingWords(shown) : `${formatValue(shown.referenceValue)} ${assay}`;
    return `${from}${number}: the reference, ${value}`;
  }
  const cell = shown.cells[position * RESIDUES.length + row];
  if (!cell) return `${name}: ${missingWords(shown)}`;
  if (shown.centreIs === "as likely") return `${name}: ${assay} ${formatValue(cell.mean)}`;
  return `${name}: ${formatValue(cell.mean)} ${assay} (${cell.rows === 1 ? "1 row" : `mean of ${cell.rows} rows`})`;
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

function csvOf({ reference, numbers, cells, centreIs }: Substitutions): string {
  const isScore = centreIs === "as likely";
  const lines = cells.flatMap((cell, index) => {
    if (!cell) return [];
    const position = Math.floor(index / RESIDUES.length);
    const [from, to] = [reference[position], RESIDUES[index % RESIDUES.length]];
    return [`${numbers[position]},${from},${to},${cell.mean}${isScore ? "" : `,${cell.rows}`}`];
  });
  const names = `position,reference,residue,${isScore ? "score" : "mean,rows"}`;
  return `${[names, ...lines].join("\n")}\n`;
}

async function savePicture(shown: Substitutions, isHigherBetter: boolean, assay: string): Promise<void> {
  const picture = document.createElement("canvas");
  const context = picture.getContext("2d");
  if (!context) return;
  const legend = legendOf(shown, isHigherBetter);
  picture.width = Math.min(
    Math.max(widthOf(shown, CELL.width), legendWidth(context, legend)),
    MAX_PICTURE_WIDTH,
  );
  picture.height = LEGEND_HEIGHT + HEIGHT;
  const ink = { text: "#1b1f23", paper: "#fff", muted: "#57606a", line: "#8b939b", missing: "#eeeeea" };
  context.translate(0, LEGEND_HEIGHT);
  drawHeatmap(context, shown, {
    ...{ offset: 0, width: picture.width, isHigherBetter, active: null, ink },
    cellWidth: CELL.width,
  });
  context.translate(0, -LEGEND_HEIGHT);
  drawLegend(context, legend, `${assay}, by position and residue`, ink);
  context.globalCompositeOperation = "destination-over";
  context.fillStyle = "#fff";
  context.fillRect(0, 0, picture.width, picture.height);
  const blob = await new Promise<Blob | null>((done) => picture.toBlob(done, "image/png"));
  if (blob) saveFile(`${assay}-by-position.png`, "image/png", blob);
}

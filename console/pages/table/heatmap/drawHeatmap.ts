import { heatColor } from "../../../plots/heatColor.ts";
import { GROUP_STARTS, RESIDUES, type Substitutions } from "./substitutions.ts";

/** Sizes in CSS pixels. */
export const CELL = { width: 15, height: 16 };
export const LEFT = 24;
const RIGHT = 8;
const MIN_CELL_WIDTH = 3;
const MAX_CELL_WIDTH = 30;
/** Minimum cell width for drawing letters and marks in the cell. */
const MARKED_CELL_WIDTH = 8;
const SITES_HEIGHT = 40;
const LETTERS_HEIGHT = 18;
export const TOP = SITES_HEIGHT + LETTERS_HEIGHT;
export const HEIGHT = TOP + RESIDUES.length * CELL.height + 22;
/** Digit width, in pixels. */
const DIGIT = 6.7;
const FONT = "11px ui-monospace, Menlo, Consolas, monospace";

export interface DrawnPart {
  /** Cell width, in pixels. */
  cellWidth: number;
  /** Distance from the first position to the left edge, in pixels. */
  offset: number;
  width: number;
  /** True if higher values are better. */
  isHigherBetter: boolean;
  /** Focused position and residue. */
  active: { position: number; residue: number } | null;
  /** Position that is marked elsewhere on the page. */
  marked?: number | null;
  /** Page colors. */
  ink: { text: string; paper: string; muted: string; line: string; missing: string };
}

export function widthOf({ reference }: Pick<Substitutions, "reference">, cellWidth: number): number {
  return LEFT + reference.length * cellWidth + RIGHT;
}

/** Returns the cell width that fits all positions into a given width; the default width if cells would be too narrow. */
export function fittingWidth({ reference }: Pick<Substitutions, "reference">, width: number): number {
  const fitting = (width - LEFT - RIGHT) / Math.max(1, reference.length);
  return fitting < MIN_CELL_WIDTH ? CELL.width : Math.min(fitting, MAX_CELL_WIDTH);
}

/** Draws the positions between `offset` and `offset + width`. */
export function drawHeatmap(context: CanvasRenderingContext2D, shown: Substitutions, part: DrawnPart): void {
  const { offset, width, ink, cellWidth } = part;
  context.clearRect(0, 0, width, HEIGHT);
  context.font = FONT;
  context.textBaseline = "middle";
  context.textAlign = "center";
  const first = Math.max(0, Math.floor(offset / cellWidth));
  const last = Math.min(shown.reference.length, Math.ceil((offset + width) / cellWidth));
  for (let position = first; position < last; position += 1) {
    drawPosition(context, shown, part, position);
  }
  // The row letters stay in place while the positions scroll.
  context.clearRect(0, 0, LEFT, HEIGHT);
  context.fillStyle = ink.muted;
  for (const [row, residue] of [...RESIDUES].entries()) {
    context.fillText(residue, LEFT / 2, TOP + (row + 0.5) * CELL.height);
  }
  context.fillStyle = ink.line;
  for (const [row, residue] of [...RESIDUES].entries()) {
    if (GROUP_STARTS.has(residue)) context.fillRect(0, TOP + row * CELL.height - 1, width, 1);
  }
}

function drawPosition(
  context: CanvasRenderingContext2D,
  shown: Substitutions,
  { offset, isHigherBetter, active, marked, ink, cellWidth }: DrawnPart,
  position: number,
): void {
  const x = LEFT + position * cellWidth - offset;
  const isMarked = cellWidth >= MARKED_CELL_WIDTH;
  const filled = cellWidth - (isMarked ? 1 : 0);
  const native = shown.reference[position] ?? "";
  const goodness = (value: number) => ((value - shown.center) / shown.reach) * (isHigherBetter ? 1 : -1);
  const site = shown.sites[position];
  if (site !== null && site !== undefined) {
    const good = Math.max(-1, Math.min(1, goodness(site)));
    context.fillStyle = heatColor(good);
    const height = Math.abs(good) * (SITES_HEIGHT / 2 - 2);
    const middle = SITES_HEIGHT / 2;
    context.fillRect(x, good < 0 ? middle : middle - height, filled, Math.max(1, height));
  }
  context.fillStyle = ink.text;
  if (isMarked) context.fillText(native, x + cellWidth / 2, SITES_HEIGHT + LETTERS_HEIGHT / 2);
  for (const [row, residue] of [...RESIDUES].entries()) {
    const y = TOP + row * CELL.height;
    const cell = shown.cells[position * RESIDUES.length + row];
    context.fillStyle = cell ? heatColor(goodness(cell.mean)) : residue === native ? ink.paper : ink.missing;
    context.fillRect(x, y, filled, CELL.height - 1);
    if (residue === native) drawDot(context, ink.text, x + cellWidth / 2, y, isMarked ? 2.5 : cellWidth / 2);
    else if (!cell && isMarked) drawStroke(context, ink.line, x, y, cellWidth);
    if (active?.position === position && active.residue === row) {
      context.strokeStyle = ink.text;
      context.lineWidth = 2;
      context.strokeRect(x, y, cellWidth - 1, CELL.height - 1);
    }
  }
  if (marked === position) {
    context.strokeStyle = ink.text;
    context.lineWidth = 2;
    context.strokeRect(
      x - 1,
      SITES_HEIGHT,
      cellWidth + 1,
      TOP - SITES_HEIGHT + RESIDUES.length * CELL.height,
    );
  }
  const number = shown.numbers[position] ?? 0;
  // Numbers are not consecutive across omitted positions.
  const isWhole = shown.numbers.at(-1) === shown.firstNumber + shown.numbers.length - 1;
  const every = Math.ceil((String(shown.numbers.at(-1) ?? 0).length * DIGIT + 1) / cellWidth);
  if (isWhole ? number % Math.max(10, roundStep(every)) === 0 : position % every === 0) {
    context.fillStyle = ink.muted;
    context.fillText(String(number), x + cellWidth / 2, TOP + RESIDUES.length * CELL.height + 11);
  }
}

/** Returns the next multiple of ten. */
function roundStep(positions: number): number {
  return Math.ceil(positions / 10) * 10;
}

/** Marks the reference residue. */
function drawDot(
  context: CanvasRenderingContext2D,
  color: string,
  middle: number,
  y: number,
  radius: number,
): void {
  context.fillStyle = color;
  context.beginPath();
  context.arc(middle - 0.5, y + CELL.height / 2 - 0.5, radius, 0, 2 * Math.PI);
  context.fill();
}

/** Marks substitutions that have not been measured. */
function drawStroke(
  context: CanvasRenderingContext2D,
  color: string,
  x: number,
  y: number,
  cellWidth: number,
): void {
  context.strokeStyle = color;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(x + 4, y + CELL.height - 4);
  context.lineTo(x + cellWidth - 5, y + 3);
  context.stroke();
}

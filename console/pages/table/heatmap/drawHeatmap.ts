import { heatColour } from "../../../plots/heatColour.ts";
import { GROUP_STARTS, RESIDUES, type Substitutions } from "./substitutions.ts";

/** Sizes in CSS pixels. */
export const CELL = { width: 15, height: 16 };
export const LEFT = 24;
const SITES_HEIGHT = 40;
const LETTERS_HEIGHT = 18;
export const TOP = SITES_HEIGHT + LETTERS_HEIGHT;
export const HEIGHT = TOP + RESIDUES.length * CELL.height + 22;
/** Width of a digit, in pixels. */
const DIGIT = 6.7;
const FONT = "11px ui-monospace, Menlo, Consolas, monospace";

export interface DrawnPart {
  /** Distance of the left edge from the first position, in pixels. */
  offset: number;
  width: number;
  /** True if a higher value is better. */
  isHigherBetter: boolean;
  /** Position and residue with the focus. */
  active: { position: number; residue: number } | null;
  /** Colours of the page. */
  ink: { text: string; paper: string; muted: string; line: string; missing: string };
}

export function widthOf({ reference }: Pick<Substitutions, "reference">): number {
  return LEFT + reference.length * CELL.width + 8;
}

/** Draws the positions between `offset` and `offset + width`. */
export function drawHeatmap(context: CanvasRenderingContext2D, shown: Substitutions, part: DrawnPart): void {
  const { offset, width, ink } = part;
  context.clearRect(0, 0, width, HEIGHT);
  context.font = FONT;
  context.textBaseline = "middle";
  context.textAlign = "center";
  const first = Math.max(0, Math.floor(offset / CELL.width));
  const last = Math.min(shown.reference.length, Math.ceil((offset + width) / CELL.width));
  for (let position = first; position < last; position += 1) {
    drawPosition(context, shown, part, position);
  }
  // The letters of the rows stay while the positions move.
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
  { offset, isHigherBetter, active, ink }: DrawnPart,
  position: number,
): void {
  const x = LEFT + position * CELL.width - offset;
  const native = shown.reference[position] ?? "";
  const goodness = (value: number) => ((value - shown.centre) / shown.reach) * (isHigherBetter ? 1 : -1);
  const site = shown.sites[position];
  if (site !== null && site !== undefined) {
    const good = Math.max(-1, Math.min(1, goodness(site)));
    context.fillStyle = heatColour(good);
    const height = Math.abs(good) * (SITES_HEIGHT / 2 - 2);
    const middle = SITES_HEIGHT / 2;
    context.fillRect(x, good < 0 ? middle : middle - height, CELL.width - 1, Math.max(1, height));
  }
  context.fillStyle = ink.text;
  context.fillText(native, x + CELL.width / 2, SITES_HEIGHT + LETTERS_HEIGHT / 2);
  for (const [row, residue] of [...RESIDUES].entries()) {
    const y = TOP + row * CELL.height;
    const cell = shown.cells[position * RESIDUES.length + row];
    context.fillStyle = cell ? heatColour(goodness(cell.mean)) : residue === native ? ink.paper : ink.missing;
    context.fillRect(x, y, CELL.width - 1, CELL.height - 1);
    if (residue === native) drawDot(context, ink.text, x, y);
    else if (!cell) drawStroke(context, ink.line, x, y);
    if (active?.position === position && active.residue === row) {
      context.strokeStyle = ink.text;
      context.lineWidth = 2;
      context.strokeRect(x, y, CELL.width - 1, CELL.height - 1);
    }
  }
  const number = shown.numbers[position] ?? 0;
  // Numbers are not consecutive across omitted positions.
  const isWhole = shown.numbers.at(-1) === shown.firstNumber + shown.numbers.length - 1;
  const every = Math.ceil((String(shown.numbers.at(-1) ?? 0).length * DIGIT + 1) / CELL.width);
  if (isWhole ? number % 10 === 0 : position % every === 0) {
    context.fillStyle = ink.muted;
    context.fillText(String(number), x + CELL.width / 2, TOP + RESIDUES.length * CELL.height + 11);
  }
}

/** Marks the residue of the reference. */
function drawDot(context: CanvasRenderingContext2D, colour: string, x: number, y: number): void {
  context.fillStyle = colour;
  context.beginPath();
  context.arc(x + CELL.width / 2 - 0.5, y + CELL.height / 2 - 0.5, 2.5, 0, 2 * Math.PI);
  context.fill();
}

/** Marks what was not measured. */
function drawStroke(context: CanvasRenderingContext2D, colour: string, x: number, y: number): void {
  context.strokeStyle = colour;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(x + 4, y + CELL.height - 4);
  context.lineTo(x + CELL.width - 5, y + 3);
  context.stroke();
}

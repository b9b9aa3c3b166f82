import { RESIDUES } from "./substitutions.ts";

/** Cell of a heatmap: the index of a position, and of a residue in `RESIDUES`. */
export interface CellPosition {
  position: number;
  residue: number;
}

/** Positions that Page Up and Page Down skip. */
const PAGE = 20;

/** Returns the cell to which a key moves in a heatmap with that many positions; null for other keys. */
export function cellAfterKey(
  key: string,
  { position, residue }: CellPosition,
  positions: number,
): CellPosition | null {
  const moved = {
    ArrowLeft: [position - 1, residue],
    ArrowRight: [position + 1, residue],
    ArrowUp: [position, residue - 1],
    ArrowDown: [position, residue + 1],
    Home: [0, residue],
    End: [positions - 1, residue],
    PageUp: [position - PAGE, residue],
    PageDown: [position + PAGE, residue],
  }[key];
  if (!moved) return null;
  const [toPosition = 0, toResidue = 0] = moved;
  return {
    position: Math.max(0, Math.min(positions - 1, toPosition)),
    residue: Math.max(0, Math.min(RESIDUES.length - 1, toResidue)),
  };
}

import { type Block, subBlock } from "./block.ts";
import { addTileProducts } from "./tileProduct.ts";

/**
 * Maximum size of triangles that are solved without splitting. Larger triangles are halved, so that nearly all the work is
 * done in products (Andersen, Gustavson & Waśniewski 2001, "A recursive formulation of Cholesky factorization", ACM TOMS
 * 27:214).
 */
const LEAF = 16;

/** Returns half of a size, rounded to a multiple of the leaf. */
function halveSize(size: number): number {
  return Math.ceil(size / LEAF / 2) * LEAF;
}

/** Replaces every row r of `rows` by L⁻¹ r for the lower triangle L. */
export function solveLowerBlock(rows: Block, lower: Block): void {
  const size = lower.rows;
  if (size <= LEAF) {
    solveLeaf(rows, lower);
    return;
  }
  const half = halveSize(size);
  const first = subBlock(rows, 0, 0, rows.rows, half);
  const second = subBlock(rows, 0, half, rows.rows, size - half);
  solveLowerBlock(first, subBlock(lower, 0, 0, half, half));
  addTileProducts(second, first, subBlock(lower, half, 0, size - half, half), -1);
  solveLowerBlock(second, subBlock(lower, half, half, size - half, size - half));
}

function solveLeaf({ data, offset, rowStep, rows }: Block, lower: Block): void {
  for (let r = 0; r < rows; r += 1) {
    const row = offset + r * rowStep;
    for (let i = 0; i < lower.rows; i += 1) {
      const factors = lower.offset + i * lower.rowStep;
      let sum = data[row + i]!;
      for (let k = 0; k < i; k += 1) sum -= lower.data[factors + k]! * data[row + k]!;
      data[row + i] = sum / lower.data[factors + i]!;
    }
  }
}

/** Replaces every row r of `rows` by L⁻ᵀ r for the lower triangle L. */
export function solveLowerTransposedBlock(rows: Block, lower: Block): void {
  const size = lower.rows;
  if (size <= LEAF) {
    solveTransposedLeaf(rows, lower);
    return;
  }
  const half = halveSize(size);
  const first = subBlock(rows, 0, 0, rows.rows, half);
  const second = subBlock(rows, 0, half, rows.rows, size - half);
  solveLowerTransposedBlock(second, subBlock(lower, half, half, size - half, size - half));
  const below = subBlock(lower, half, 0, size - half, half);
  const turned = { ...below, rowStep: 1, columnStep: below.rowStep, rows: half, columns: size - half };
  addTileProducts(first, second, turned, -1);
  solveLowerTransposedBlock(first, subBlock(lower, 0, 0, half, half));
}

function solveTransposedLeaf({ data, offset, rowStep, rows }: Block, lower: Block): void {
  for (let r = 0; r < rows; r += 1) {
    const row = offset + r * rowStep;
    for (let i = lower.rows - 1; i >= 0; i -= 1) {
      const factors = lower.offset + i * lower.rowStep;
      const value = data[row + i]! / lower.data[factors + i]!;
      data[row + i] = value;
      for (let k = 0; k < i; k += 1) data[row + k] = data[row + k]! - value * lower.data[factors + k]!;
    }
  }
}

/**
 * Replaces the lower triangle of a symmetric matrix with its Cholesky factor; returns false if the matrix is not positive
 * definite.
 */
export function choleskyBlock(a: Block): boolean {
  const size = a.rows;
  if (size <= LEAF) return choleskyLeaf(a);
  const half = halveSize(size);
  const top = subBlock(a, 0, 0, half, half);
  if (!choleskyBlock(top)) return false;
  const left = subBlock(a, half, 0, size - half, half);
  solveLowerBlock(left, top);
  const rest = subBlock(a, half, half, size - half, size - half);
  addTileProducts(rest, left, left, -1);
  return choleskyBlock(rest);
}

function choleskyLeaf({ data, offset, rowStep, rows }: Block): boolean {
  for (let j = 0; j < rows; j += 1) {
    const rowJ = offset + j * rowStep;
    let diagonal = data[rowJ + j]!;
    for (let k = 0; k < j; k += 1) diagonal -= data[rowJ + k]! * data[rowJ + k]!;
    if (!(diagonal > 0 && diagonal < Number.POSITIVE_INFINITY)) return false;
    diagonal = Math.sqrt(diagonal);
    data[rowJ + j] = diagonal;
    for (let i = j + 1; i < rows; i += 1) {
      const rowI = offset + i * rowStep;
      let sum = data[rowI + j]!;
      for (let k = 0; k < j; k += 1) sum -= data[rowI + k]! * data[rowJ + k]!;
      data[rowI + j] = sum / diagonal;
    }
  }
  return true;
}

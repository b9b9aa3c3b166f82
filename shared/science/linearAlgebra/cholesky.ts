import { addProduct, rowBlocks } from "./addProduct.ts";
import { type Block, matrixBlock, subBlock } from "./block.ts";
import { choleskyBlock } from "./blockKernels.ts";
import { type BlockTask, oneThread, type TaskRunner } from "./blockTask.ts";
import { addToDiagonal, createMatrix, type Matrix, matrixRow, mirrorLower, requireEqual } from "./matrix.ts";
import { allocateNumbers, reachableMatrix, worthwhileThreads } from "./sharedMemory.ts";
import type { Threads } from "./threads.ts";
import { TILE } from "./tileProduct.ts";

export interface Cholesky {
  /** Lower triangle L with L · Lᵀ = A + jitter · I; zero above the diagonal. */
  lower: Matrix;
  jitter: number;
}

/** Values added to the diagonal, as fractions of the mean diagonal element. */
const JITTERS = [0, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4];

/**
 * Computes the Cholesky factor of a symmetric matrix, reading only the lower triangle. If rounding has made a nearly singular
 * matrix indefinite, the smallest jitter that helps is added to the diagonal. Throws a RangeError if even a ten-thousandth of
 * the mean diagonal element does not help.
 */
export function cholesky(a: Matrix, threads?: Threads): Cholesky {
  requireEqual(a.rows, a.columns, "rows and columns");
  const useful = worthwhileThreads(threads, a.rows ** 3 / 3);
  const lower = createMatrix(a.rows, a.columns, allocateNumbers(a.data.length, useful));
  const scale = meanDiagonal(a);
  for (const share of JITTERS) {
    lower.data.set(a.data);
    addToDiagonal(lower, share * scale);
    if (factorInPlace(lower, useful ?? oneThread)) return { lower, jitter: share * scale };
  }
  throw new RangeError(`A matrix of ${a.rows} rows has no Cholesky factor: it is not positive definite.`);
}

/** Number of columns to finish before updating everything to their right. */
const PANEL = 2 * TILE;

/**
 * Overwrites the lower triangle of a symmetric matrix with its Cholesky factor; returns false if the matrix is not positive
 * definite.
 */
function factorInPlace(a: Matrix, runner: TaskRunner): boolean {
  const whole = matrixBlock(a);
  for (let start = 0; start < a.rows; start += PANEL) {
    if (!finishPanel(whole, start, runner)) return false;
  }
  for (let row = 0; row < a.rows; row += 1) matrixRow(a, row).fill(0, row + 1);
  return true;
}

/** Factors the panel's triangle, then solves the rows below it and updates the columns to the right (right-looking). */
function finishPanel(a: Block, start: number, runner: TaskRunner): boolean {
  const width = Math.min(PANEL, a.rows - start);
  const triangle = subBlock(a, start, start, width, width);
  if (!choleskyBlock(triangle)) return false;
  const next = start + width;
  const left = a.rows - next;
  const below = subBlock(a, next, start, left, width);
  solveRowBlocks(below, triangle, "solveLower", runner);
  addProduct(subBlock(a, next, next, left, left), below, below, { factor: -1, lowerOnly: true }, runner);
  return true;
}

/** Returns L⁻¹ b in a new array. */
export function solveLower(lower: Matrix, b: Float64Array): Float64Array {
  return solveVector(lower, b, "solveLower");
}

/** Returns L⁻ᵀ b in a new array. */
export function solveLowerTransposed(lower: Matrix, b: Float64Array): Float64Array {
  return solveVector(lower, b, "solveLowerTransposed");
}

/** Returns (L · Lᵀ)⁻¹ b in a new array. */
export function choleskySolve(lower: Matrix, b: Float64Array): Float64Array {
  return solveLowerTransposed(lower, solveLower(lower, b));
}

/** Replaces every row r by L⁻¹ r, in place. */
export function solveLowerRows(lower: Matrix, rows: Matrix, threads?: Threads): void {
  solveRows(lower, rows, "solveLower", threads);
}

/** Computes (L · Lᵀ)⁻¹ = L⁻ᵀ · L⁻¹, which is symmetric, at the cost of two Cholesky factorizations. */
export function choleskyInverse(lower: Matrix, threads?: Threads): Matrix {
  const size = lower.rows;
  const useful = worthwhileThreads(threads, size ** 3);
  const factor = matrixBlock(reachableMatrix(lower, useful));
  const upper = createMatrix(size, size, allocateNumbers(size * size, useful));
  addToDiagonal(upper, 1);
  const rows = matrixBlock(upper);
  const tasks = rowBlocks(size).map(
    ({ start, rows: count }): BlockTask => ({
      operation: "solveLower",
      // Row i of the identity is zero before element i and remains so.
      arguments: [
        subBlock(rows, start, start, count, size - start),
        subBlock(factor, start, start, size - start, size - start),
      ],
    }),
  );
  (useful ?? oneThread).run(tasks);
  const inverse = createMatrix(size, size, allocateNumbers(size * size, useful));
  const options = { lowerOnly: true, upperTriangularA: true };
  addProduct(matrixBlock(inverse), rows, rows, options, useful ?? oneThread);
  mirrorLower(inverse);
  return inverse;
}

/** Returns ln det(L · Lᵀ). */
export function logDeterminant(lower: Matrix): number {
  let sum = 0;
  for (let row = 0; row < lower.rows; row += 1) sum += Math.log(lower.data[row * lower.columns + row]!);
  return 2 * sum;
}

type Solve = "solveLower" | "solveLowerTransposed";

function solveVector(lower: Matrix, b: Float64Array, operation: Solve): Float64Array {
  const solution = createMatrix(1, b.length, b.slice());
  solveRows(lower, solution, operation);
  return solution.data;
}

function solveRows(lower: Matrix, rows: Matrix, operation: Solve, threads?: Threads): void {
  if (rows.columns !== lower.rows) {
    throw new RangeError(`Rows of ${rows.columns} elements do not fit a triangle of ${lower.rows}.`);
  }
  const useful = worthwhileThreads(threads, rows.rows * lower.rows ** 2);
  const reachable = reachableMatrix(rows, useful);
  const triangle = matrixBlock(reachableMatrix(lower, useful));
  solveRowBlocks(matrixBlock(reachable), triangle, operation, useful ?? oneThread);
  if (reachable !== rows) rows.data.set(reachable.data);
}

function solveRowBlocks(rows: Block, triangle: Block, operation: Solve, runner: TaskRunner): void {
  runner.run(
    rowBlocks(rows.rows).map(({ start, rows: count }) => ({
      operation,
      arguments: [subBlock(rows, start, 0, count, rows.columns), triangle],
    })),
  );
}

function meanDiagonal({ rows, columns, data }: Matrix): number {
  let sum = 0;
  for (let row = 0; row < rows; row += 1) sum += Math.abs(data[row * columns + row]!);
  return sum / rows;
}

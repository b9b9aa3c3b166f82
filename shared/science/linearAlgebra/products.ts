import { addProduct, transposedBlock, wholeBlock } from "./addProduct.ts";
import { oneThread } from "./blockTask.ts";
import { createMatrix, type Matrix, mirrorLower, requireEqual, transpose } from "./matrix.ts";
import { allocateNumbers, reachableMatrix, worthwhileThreads } from "./sharedMemory.ts";
import type { Threads } from "./threads.ts";

/** Returns A · B. */
export function multiply(a: Matrix, b: Matrix, threads?: Threads): Matrix {
  requireEqual(a.columns, b.rows, "columns of the first and the rows of the second factor");
  const useful = worthwhileThreads(threads, 2 * a.rows * a.columns * b.columns);
  const product = createMatrix(a.rows, b.columns, allocateNumbers(a.rows * b.columns, useful));
  const turned = transposedBlock(wholeBlock(reachableMatrix(b, useful)));
  const factor = wholeBlock(reachableMatrix(a, useful));
  addProduct(wholeBlock(product), factor, turned, {}, useful ?? oneThread);
  return product;
}

/**
 * Returns A · Bᵀ: the dot product of every row of A with every row of B. The fastest of the products; half the work if
 * both are the same object.
 */
export function multiplyTransposed(a: Matrix, b: Matrix, threads?: Threads): Matrix {
  requireEqual(a.columns, b.columns, "columns of the factors");
  const useful = worthwhileThreads(threads, 2 * a.rows * a.columns * b.rows);
  const product = createMatrix(a.rows, b.rows, allocateNumbers(a.rows * b.rows, useful));
  const first = wholeBlock(reachableMatrix(a, useful));
  const second = a === b ? first : wholeBlock(reachableMatrix(b, useful));
  addProduct(wholeBlock(product), first, second, { lowerOnly: a === b }, useful ?? oneThread);
  if (a === b) mirrorLower(product);
  return product;
}

/** Returns Aᵀ · A, symmetric, columns × columns. */
export function gram(a: Matrix, threads?: Threads): Matrix {
  const turned = transpose(a);
  return multiplyTransposed(turned, turned, threads);
}

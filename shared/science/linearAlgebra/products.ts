import { addProduct } from "./addProduct.ts";
import { matrixBlock } from "./block.ts";
import { oneThread } from "./blockTask.ts";
import { createMatrix, type Matrix, mirrorLower, requireEqual } from "./matrix.ts";
import { allocateNumbers, reachableMatrix, worthwhileThreads } from "./sharedMemory.ts";
import type { Threads } from "./threads.ts";

/**
 * Returns A · Bᵀ: the dot product of every row of A with every row of B. Does only half the work if both are the same object.
 */
export function multiplyTransposed(a: Matrix, b: Matrix, threads?: Threads): Matrix {
  requireEqual(a.columns, b.columns, "columns of the factors");
  const useful = worthwhileThreads(threads, 2 * a.rows * a.columns * b.rows);
  const product = createMatrix(a.rows, b.rows, allocateNumbers(a.rows * b.rows, useful));
  const first = matrixBlock(reachableMatrix(a, useful));
  const second = a === b ? first : matrixBlock(reachableMatrix(b, useful));
  addProduct(matrixBlock(product), first, second, { lowerOnly: a === b }, useful ?? oneThread);
  if (a === b) mirrorLower(product);
  return product;
}

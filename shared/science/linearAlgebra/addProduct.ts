import { type Block, subBlock } from "./block.ts";
import { type BlockTask, oneThread, type TaskRunner } from "./blockTask.ts";
import { TILE } from "./tileProduct.ts";

export interface ProductOptions {
  /** Factor of the product; defaults to 1. */
  factor?: number;
  /** Skips elements above the diagonal of C, except for some near it; defaults to false. */
  lowerOnly?: boolean;
  /** Declares that A is zero left of its diagonal, which is then skipped; defaults to false. */
  upperTriangularA?: boolean;
}

/** Computes C += factor · A · Bᵀ in place. With a runner of several threads, all data must be in shared memory. */
export function addProduct(
  c: Block,
  a: Block,
  b: Block,
  { factor = 1, lowerOnly = false, upperTriangularA = false }: ProductOptions = {},
  runner: TaskRunner = oneThread,
): void {
  const tasks = rowBlocks(c.rows).map(({ start, rows }): BlockTask => {
    const columns = lowerOnly ? Math.min(start + rows, c.columns) : c.columns;
    const from = upperTriangularA ? Math.min(start, a.columns) : 0;
    return {
      operation: "addProduct",
      arguments: [
        subBlock(c, start, 0, rows, columns),
        subBlock(a, start, from, rows, a.columns - from),
        subBlock(b, 0, from, columns, b.columns - from),
        factor,
      ],
    };
  });
  // Long row blocks come first: they are at the end of a triangle, and no thread should have to wait for one of them.
  runner.run(lowerOnly ? tasks.reverse() : tasks);
}

/** Splits the rows of a matrix into blocks, each processed by a single thread. */
export function rowBlocks(rows: number): { start: number; rows: number }[] {
  return Array.from({ length: Math.ceil(rows / TILE) }, (_, index) => ({
    start: index * TILE,
    rows: Math.min(TILE, rows - index * TILE),
  }));
}

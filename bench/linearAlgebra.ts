import { cholesky, choleskyInverse } from "#shared/science/cholesky.ts";
import {
  addToDiagonal,
  copyMatrix,
  createMatrix,
  type Matrix,
  multiplyTransposed,
} from "#shared/science/matrix.ts";
import { createRandom } from "#shared/science/random.ts";
import { openThreads, type Threads } from "#shared/science/threads.ts";
import type { Benchmark, Say } from "./benchmark.ts";
import type { Figure } from "./figure.ts";
import { inTurns, timed } from "./inTurns.ts";

const RUNS = 5;
const THREADS = 2;

/** What the plain loops can do in a second or two. */
const SMALL = 1000;
/** The most rows that a Gaussian process is fitted to. */
const LARGE = 4000;
const LARGE_LIMIT_MS = 4000;

export const linearAlgebra: Benchmark = {
  summary: `Cholesky factor and product of matrices, on one and ${THREADS} threads, beside plain loops`,
  run: measure,
};

async function measure(say: Say): Promise<Figure[]> {
  const threads = await openThreads(THREADS);
  try {
    return [...(await measureSmall(say, threads)), ...(await measureLarge(say, threads))];
  } finally {
    await threads.close();
  }
}

async function measureSmall(say: Say, threads: Threads): Promise<Figure[]> {
  const matrix = definiteMatrix(SMALL);
  const pieces = {
    loops: () => timed(async () => plainCholesky(copyMatrix(matrix))),
    alone: () => timed(async () => cholesky(matrix)),
    together: () => timed(async () => cholesky(matrix, threads)),
    productLoops: () => timed(async () => plainProduct(matrix, matrix)),
    // A copy, as the product of a matrix with itself is half the work.
    productAlone: () => timed(async () => multiplyTransposed(matrix, copyMatrix(matrix))),
    productTogether: () => timed(async () => multiplyTransposed(matrix, copyMatrix(matrix), threads)),
  };
  await inTurns(1, pieces);
  const times = await inTurns(RUNS, pieces);
  sayRate(say, `Cholesky, ${SMALL} rows`, SMALL ** 3 / 3, times.alone, times.together);
  sayRate(say, `product, ${SMALL} rows`, 2 * SMALL ** 3, times.productAlone, times.productTogether);
  return [
    beside(`Cholesky, ${SMALL} rows, one thread`, times.alone, times.loops),
    beside(`Cholesky, ${SMALL} rows, ${THREADS} threads`, times.together, times.loops),
    beside(`product, ${SMALL} rows, one thread`, times.productAlone, times.productLoops),
    beside(`product, ${SMALL} rows, ${THREADS} threads`, times.productTogether, times.productLoops),
  ];
}

async function measureLarge(say: Say, threads: Threads): Promise<Figure[]> {
  const matrix = definiteMatrix(LARGE);
  const { lower } = cholesky(matrix, threads);
  const times = await inTurns(2, {
    alone: () => timed(async () => cholesky(matrix)),
    together: () => timed(async () => cholesky(matrix, threads)),
    inverse: () => timed(async () => choleskyInverse(lower, threads)),
  });
  sayRate(say, `Cholesky, ${LARGE} rows`, LARGE ** 3 / 3, times.alone, times.together);
  const target = { of: "value", bound: "at most", limit: LARGE_LIMIT_MS } as const;
  return [
    { what: `Cholesky, ${LARGE} rows, one thread`, value: times.alone, unit: "ms" },
    { what: `Cholesky, ${LARGE} rows, ${THREADS} threads`, value: times.together, unit: "ms", target },
    { what: `inverse from it, ${THREADS} threads`, value: times.inverse, unit: "ms" },
  ];
}

/** Anything slower than plain loops has missed its purpose. */
function beside(what: string, value: number, reference: number): Figure {
  return { what, value, unit: "ms", reference, target: { of: "ratio", bound: "at most", limit: 0.5 } };
}

function sayRate(say: Say, what: string, operations: number, aloneMs: number, togetherMs: number): void {
  const rate = (milliseconds: number): string => (operations / milliseconds / 1e6).toFixed(1);
  say(`${what}: ${rate(aloneMs)} GFLOP/s on one thread, ${rate(togetherMs)} on ${THREADS}`);
}

function definiteMatrix(rows: number): Matrix {
  const random = createRandom("benchmark");
  const factor = createMatrix(
    rows,
    100,
    Float64Array.from({ length: rows * 100 }, () => random.normal()),
  );
  const matrix = multiplyTransposed(factor, factor);
  addToDiagonal(matrix, 100);
  return matrix;
}

/** Row by row, the inner loop over two rows: the textbook's order for row-major matrices. */
function plainCholesky({ rows, data }: Matrix): void {
  for (let i = 0; i < rows; i += 1) {
    for (let j = 0; j <= i; j += 1) {
      let sum = data[i * rows + j]!;
      for (let k = 0; k < j; k += 1) sum -= data[i * rows + k]! * data[j * rows + k]!;
      data[i * rows + j] = i === j ? Math.sqrt(sum) : sum / data[j * rows + j]!;
    }
  }
}

/** A · Bᵀ */
function plainProduct(a: Matrix, b: Matrix): Matrix {
  const product = createMatrix(a.rows, b.rows);
  for (let i = 0; i < a.rows; i += 1) {
    for (let j = 0; j < b.rows; j += 1) {
      let sum = 0;
      for (let k = 0; k < a.columns; k += 1) sum += a.data[i * a.columns + k]! * b.data[j * a.columns + k]!;
      product.data[i * b.rows + j] = sum;
    }
  }
  return product;
}

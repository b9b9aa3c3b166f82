import { createRandom } from "@pdp/basics/statistics";
import {
  addToDiagonal,
  cholesky,
  choleskyInverse,
  copyMatrix,
  createMatrix,
  type Matrix,
  multiplyTransposed,
  openThreads,
  type Threads,
} from "@pdp/science/linearAlgebra";
import { CholeskyDecomposition, Matrix as MlMatrix } from "ml-matrix";
import { explainFailure } from "../examples/explainFailure.ts";
import type { Benchmark, Say } from "./support/benchmark.ts";
import type { Figure } from "./support/figure.ts";
import { inTurns, measureTime } from "./support/inTurns.ts";
import { measureOpenBlas } from "./support/openBlas.ts";

const RUNS = 5;
const THREADS = 2;

/** Number of rows that ml-matrix can process in a second or two. */
const SMALL = 1000;
/** Maximum number of rows to which a Gaussian process is fitted. */
const LARGE = 4000;
const LARGE_LIMIT_MS = 4000;

export const linearAlgebra: Benchmark = {
  summary: `Cholesky factor and product of matrices, on one and ${THREADS} threads, beside ml-matrix, and OpenBLAS where it is`,
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
  const library = MlMatrix.from1DArray(SMALL, SMALL, Array.from(matrix.data));
  const pieces = {
    library: () => measureTime(async () => new CholeskyDecomposition(library)),
    alone: () => measureTime(async () => cholesky(matrix)),
    together: () => measureTime(async () => cholesky(matrix, threads)),
    productLibrary: () => measureTime(async () => library.mmul(library)),
    // A copy, because multiplying a matrix by itself takes half the work.
    productAlone: () => measureTime(async () => multiplyTransposed(matrix, copyMatrix(matrix))),
    productTogether: () => measureTime(async () => multiplyTransposed(matrix, copyMatrix(matrix), threads)),
  };
  await inTurns(1, pieces);
  const times = await inTurns(RUNS, pieces);
  printRate(say, `Cholesky, ${SMALL} rows`, SMALL ** 3 / 3, times.alone, times.together);
  printRate(say, `product, ${SMALL} rows`, 2 * SMALL ** 3, times.productAlone, times.productTogether);
  for (const count of [1, THREADS]) await printOpenBlas(say, SMALL, count);
  return [
    ratioFigure(`Cholesky, ${SMALL} rows, one thread`, times.alone, times.library),
    ratioFigure(`Cholesky, ${SMALL} rows, ${THREADS} threads`, times.together, times.library),
    ratioFigure(`product, ${SMALL} rows, one thread`, times.productAlone, times.productLibrary),
    ratioFigure(`product, ${SMALL} rows, ${THREADS} threads`, times.productTogether, times.productLibrary),
  ];
}

async function measureLarge(say: Say, threads: Threads): Promise<Figure[]> {
  const matrix = definiteMatrix(LARGE);
  const { lower } = cholesky(matrix, threads);
  const times = await inTurns(2, {
    alone: () => measureTime(async () => cholesky(matrix)),
    together: () => measureTime(async () => cholesky(matrix, threads)),
    inverse: () => measureTime(async () => choleskyInverse(lower, threads)),
  });
  printRate(say, `Cholesky, ${LARGE} rows`, LARGE ** 3 / 3, times.alone, times.together);
  await printOpenBlas(say, LARGE, THREADS);
  const target = { of: "value", bound: "at most", limit: LARGE_LIMIT_MS } as const;
  return [
    { what: `Cholesky, ${LARGE} rows, one thread`, value: times.alone, unit: "ms" },
    { what: `Cholesky, ${LARGE} rows, ${THREADS} threads`, value: times.together, unit: "ms", target },
    { what: `inverse from it, ${THREADS} threads`, value: times.inverse, unit: "ms" },
  ];
}

/** Prints times for native code without a target, because JavaScript can hardly match them. */
async function printOpenBlas(say: Say, rows: number, threads: number): Promise<void> {
  const which = `OpenBLAS, ${rows} rows, ${threads} ${threads === 1 ? "thread" : "threads"}`;
  const times = await measureOpenBlas(rows, threads).catch(explainFailure);
  if (typeof times === "string") return say(`${which}: ${times}`);
  if (times === null) return say(`${which}: no numpy (BENCH_PYTHON names a Python that has it)`);
  const product = times.product === 0 ? "" : `, product ${times.product.toFixed(0)} ms`;
  say(`${which}: Cholesky ${times.cholesky.toFixed(0)} ms${product}`);
}

/** Returns a figure with the speed of the JavaScript library as its target. */
function ratioFigure(what: string, value: number, reference: number): Figure {
  return { what, value, unit: "ms", reference, target: { of: "ratio", bound: "at most", limit: 0.5 } };
}

function printRate(say: Say, what: string, operations: number, aloneMs: number, togetherMs: number): void {
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

export {
  cholesky,
  choleskyInverse,
  choleskySolve,
  logDeterminant,
  solveLowerRows,
} from "../linearAlgebra/cholesky.ts";
export { maternFiveHalves } from "../linearAlgebra/maternFiveHalves.ts";
export {
  addToDiagonal,
  copyMatrix,
  createMatrix,
  dot,
  type Matrix,
  matrixRow,
} from "../linearAlgebra/matrix.ts";
export { multiplyTransposed } from "../linearAlgebra/products.ts";
export { openThreads, type Threads } from "../linearAlgebra/threads.ts";

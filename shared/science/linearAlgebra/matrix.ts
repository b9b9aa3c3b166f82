/** Row-major matrix: element (i, j) is `data[i * columns + j]`. */
export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly data: Float64Array;
}

/** Creates a matrix of zeros or from the given elements (not copied), row by row. */
export function createMatrix(
  rows: number,
  columns: number,
  data: Float64Array = new Float64Array(rows * columns),
): Matrix {
  if (data.length !== rows * columns) {
    throw new RangeError(`A ${rows} x ${columns} matrix has ${rows * columns} elements, not ${data.length}.`);
  }
  return { rows, columns, data };
}

export function identityMatrix(size: number): Matrix {
  const matrix = createMatrix(size, size);
  addToDiagonal(matrix, 1);
  return matrix;
}

export function copyMatrix({ rows, columns, data }: Matrix): Matrix {
  return { rows, columns, data: data.slice() };
}

/** Returns a view of a row; writes to it change the matrix. */
export function matrixRow({ columns, data }: Matrix, row: number): Float64Array {
  return data.subarray(row * columns, (row + 1) * columns);
}

/** Returns A · x. */
export function multiplyVector(a: Matrix, x: Float64Array): Float64Array {
  requireEqual(a.columns, x.length, "columns of the matrix and the elements of the vector");
  const product = new Float64Array(a.rows);
  for (let row = 0; row < a.rows; row += 1) product[row] = dot(matrixRow(a, row), x);
  return product;
}

/** Computes the dot product, as four partial sums added in a fixed order. */
/** Adds the source times the factor to the target, in place. */
export function addScaled(target: Float64Array, source: Float64Array, factor: number): void {
  for (let at = 0; at < target.length; at += 1) target[at] = target[at]! + factor * source[at]!;
}

export function dot(a: Float64Array, b: Float64Array): number {
  requireEqual(a.length, b.length, "elements of the vectors");
  let [s0, s1, s2, s3] = [0, 0, 0, 0];
  let at = 0;
  for (; at + 3 < a.length; at += 4) {
    s0 += a[at]! * b[at]!;
    s1 += a[at + 1]! * b[at + 1]!;
    s2 += a[at + 2]! * b[at + 2]!;
    s3 += a[at + 3]! * b[at + 3]!;
  }
  for (; at < a.length; at += 1) s0 += a[at]! * b[at]!;
  return s0 + s1 + (s2 + s3);
}

/** Adds a number to every diagonal element, in place. */
export function addToDiagonal({ rows, columns, data }: Matrix, value: number): void {
  for (let index = 0; index < Math.min(rows, columns); index += 1) {
    data[index * columns + index] = data[index * columns + index]! + value;
  }
}

/** Row count of square tiles that stay in the first-level cache while they are transposed. */
const TURNED = 32;

/** Copies the elements below the diagonal of a square matrix to above the diagonal, in place. */
export function mirrorLower({ rows, columns, data }: Matrix): void {
  requireEqual(rows, columns, "rows and columns");
  for (let top = 0; top < rows; top += TURNED) {
    for (let left = 0; left <= top; left += TURNED) {
      const right = Math.min(left + TURNED, rows);
      for (let i = top; i < Math.min(top + TURNED, rows); i += 1) {
        for (let j = left; j < Math.min(right, i); j += 1) data[j * columns + i] = data[i * columns + j]!;
      }
    }
  }
}

/** Throws a RangeError unless two sizes are equal. */
export function requireEqual(first: number, second: number, what: string): void {
  if (first !== second) throw new RangeError(`The numbers of ${what} differ: ${first} and ${second}.`);
}

import { tileProductWasm } from "./tileProductWasm.ts";

/** Rectangle of numbers in an array: element (i, j) is `data[offset + i * rowStep + j * columnStep]`. */
export interface Block {
  data: Float64Array;
  offset: number;
  rowStep: number;
  columnStep: number;
  rows: number;
  columns: number;
}

export interface BlockSizes {
  /** Rows of each factor that are multiplied at once; a multiple of 3. */
  readonly tile: number;
  /** Numbers of each of these rows that are packed at once; tileProduct.wat contains it as 2,048 bytes. */
  readonly depth: number;
  /** Maximum size of triangles that are solved without splitting. */
  readonly leaf: number;
}

/** Block sizes for which the packed parts of two factors fit the second-level cache; similar sizes are as fast. */
export const BLOCK_SIZES: BlockSizes = { tile: 96, depth: 256, leaf: 16 };

export interface BlockKernels {
  /** Computes C += factor · A · Bᵀ; the columns of C are adjacent. */
  addProduct(c: Block, a: Block, b: Block, factor: number): void;
  /** Replaces every row r of `rows` by L⁻¹ r for the lower triangle L. */
  solveLower(rows: Block, lower: Block): void;
  /** Replaces every row r of `rows` by L⁻ᵀ r for the lower triangle L. */
  solveLowerTransposed(rows: Block, lower: Block): void;
  /** Replaces the lower triangle of a symmetric matrix by its Cholesky factor; false if it is not positive definite. */
  cholesky(a: Block): boolean;
}

let own: BlockKernels | undefined;

/** Returns the kernels of this thread. */
export function ownBlockKernels(): BlockKernels {
  own ??= createBlockKernels(blockKernelModule(), BLOCK_SIZES);
  return own;
}

/** Returns the compiled module of the kernels; it can be sent to other threads. */
export function blockKernelModule(): WebAssembly.Module {
  return new WebAssembly.Module(Buffer.from(tileProductWasm, "base64"));
}

/**
 * Creates the kernels of one thread. The function is self-contained because worker threads are started from its text,
 * which survives bundling into one file.
 *
 * Triangles are halved until they are small, so that nearly all the work is in products (Andersen, Gustavson &
 * Waśniewski 2001, "A recursive formulation of Cholesky factorization", ACM TOMS 27:214).
 */
export function createBlockKernels(module: WebAssembly.Module, sizes: BlockSizes): BlockKernels {
  const { tile, depth, leaf } = sizes;
  const packed = tile * depth;
  const memory = new WebAssembly.Memory({ initial: Math.ceil((8 * (2 * packed + tile * tile)) / 65_536) });
  const { product } = new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as {
    product: (a: number, b: number, c: number, rowsA: number, rowsB: number, depth: number) => void;
  };
  const packedA = new Float64Array(memory.buffer, 0, packed);
  const packedB = new Float64Array(memory.buffer, 8 * packed, packed);
  const packedC = new Float64Array(memory.buffer, 16 * packed, tile * tile);

  function part(block: Block, row: number, column: number, rows: number, columns: number): Block {
    const { data, offset, rowStep, columnStep } = block;
    return { data, offset: offset + row * rowStep + column * columnStep, rowStep, columnStep, rows, columns };
  }

  /** Packs rows and returns their number, including those filled up with zeros. */
  function pack(target: Float64Array, source: Block, top: number, left: number, columns: number): number {
    const { data, offset, rowStep, columnStep } = source;
    const rows = Math.min(tile, source.rows - top);
    const filled = Math.ceil(rows / 3) * 3;
    const even = Math.ceil(columns / 4) * 4;
    for (let i = 0; i < rows; i += 1) {
      const start = offset + (top + i) * rowStep + left * columnStep;
      const at = i * depth;
      if (columnStep === 1 && columns > 16) target.set(data.subarray(start, start + columns), at);
      else for (let j = 0; j < columns; j += 1) target[at + j] = data[start + j * columnStep]!;
      for (let j = columns; j < even; j += 1) target[at + j] = 0;
    }
    for (let i = rows; i < filled; i += 1) target.fill(0, i * depth, i * depth + even);
    return filled;
  }

  function unpack(c: Block, top: number, left: number, width: number, factor: number): void {
    const rows = Math.min(tile, c.rows - top);
    const columns = Math.min(tile, c.columns - left);
    for (let i = 0; i < rows; i += 1) {
      const start = c.offset + (top + i) * c.rowStep + left;
      const at = i * width;
      for (let j = 0; j < columns; j += 1) {
        c.data[start + j] = c.data[start + j]! + factor * packedC[at + j]!;
      }
    }
  }

  function addProduct(c: Block, a: Block, b: Block, factor: number): void {
    for (let k = 0; k < a.columns; k += depth) {
      const columns = Math.min(depth, a.columns - k);
      for (let i = 0; i < a.rows; i += tile) {
        const rowsA = pack(packedA, a, i, k, columns);
        for (let j = 0; j < b.rows; j += tile) {
          const rowsB = pack(packedB, b, j, k, columns);
          product(0, 8 * packed, 16 * packed, rowsA, rowsB, Math.ceil(columns / 4) * 4);
          unpack(c, i, j, rowsB, factor);
        }
      }
    }
  }

  /** Returns half of a size, rounded to a multiple of the leaf. */
  function halfOf(size: number): number {
    return Math.ceil(size / leaf / 2) * leaf;
  }

  function solveLower(rows: Block, lower: Block): void {
    const size = lower.rows;
    if (size <= leaf) {
      solveLeaf(rows, lower);
      return;
    }
    const half = halfOf(size);
    const first = part(rows, 0, 0, rows.rows, half);
    const second = part(rows, 0, half, rows.rows, size - half);
    solveLower(first, part(lower, 0, 0, half, half));
    addProduct(second, first, part(lower, half, 0, size - half, half), -1);
    solveLower(second, part(lower, half, half, size - half, size - half));
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

  function solveLowerTransposed(rows: Block, lower: Block): void {
    const size = lower.rows;
    if (size <= leaf) {
      solveTransposedLeaf(rows, lower);
      return;
    }
    const half = halfOf(size);
    const first = part(rows, 0, 0, rows.rows, half);
    const second = part(rows, 0, half, rows.rows, size - half);
    solveLowerTransposed(second, part(lower, half, half, size - half, size - half));
    const below = part(lower, half, 0, size - half, half);
    const turned = { ...below, rowStep: 1, columnStep: below.rowStep, rows: half, columns: size - half };
    addProduct(first, second, turned, -1);
    solveLowerTransposed(first, part(lower, 0, 0, half, half));
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

  function cholesky(a: Block): boolean {
    const size = a.rows;
    if (size <= leaf) return choleskyLeaf(a);
    const half = halfOf(size);
    const top = part(a, 0, 0, half, half);
    if (!cholesky(top)) return false;
    const left = part(a, half, 0, size - half, half);
    solveLower(left, top);
    const rest = part(a, half, half, size - half, size - half);
    addProduct(rest, left, left, -1);
    return cholesky(rest);
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

  return { addProduct, solveLower, solveLowerTransposed, cholesky };
}

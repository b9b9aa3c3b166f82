import type { Block } from "./block.ts";
import { tileProductWasm } from "./tileProductWasm.ts";

/**
 * Maximum number of rows of each factor that are multiplied at once; a multiple of 3. The packed parts of two factors fit into
 * the second-level cache; similar sizes are equally fast.
 */
export const TILE = 96;
/** Maximum number of columns multiplied at once; tileProduct.wat contains it as a stride of 2,048 bytes. */
const DEPTH = 256;
const PAGE_BYTES = 65_536;

interface TileKernel {
  /** Packed rows of A and B, DEPTH numbers apart. */
  a: Float64Array;
  b: Float64Array;
  /** Product of the packed rows. */
  c: Float64Array;
  multiply(a: number, b: number, c: number, rowsA: number, rowsB: number, depth: number): void;
}

let ownKernel: TileKernel | undefined;

function createTileKernel(): TileKernel {
  const packed = TILE * DEPTH;
  const bytes = Float64Array.BYTES_PER_ELEMENT * (2 * packed + TILE * TILE);
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) });
  const module = new WebAssembly.Module(Buffer.from(tileProductWasm, "base64"));
  const { product } = new WebAssembly.Instance(module, { env: { memory } }).exports;
  const a = new Float64Array(memory.buffer, 0, packed);
  const b = new Float64Array(memory.buffer, a.byteLength, packed);
  const c = new Float64Array(memory.buffer, 2 * a.byteLength, TILE * TILE);
  return { a, b, c, multiply: product as TileKernel["multiply"] };
}

/** Computes C += factor · A · Bᵀ; the columns of C are adjacent. */
export function addTileProducts(c: Block, a: Block, b: Block, factor: number): void {
  ownKernel ??= createTileKernel();
  const kernel = ownKernel;
  for (let k = 0; k < a.columns; k += DEPTH) {
    const columns = Math.min(DEPTH, a.columns - k);
    const depth = Math.ceil(columns / 4) * 4;
    for (let i = 0; i < a.rows; i += TILE) {
      const rowsA = pack(kernel.a, a, i, k, columns);
      for (let j = 0; j < b.rows; j += TILE) {
        const rowsB = pack(kernel.b, b, j, k, columns);
        kernel.multiply(kernel.a.byteOffset, kernel.b.byteOffset, kernel.c.byteOffset, rowsA, rowsB, depth);
        addPacked(c, i, j, kernel.c, rowsB, factor);
      }
    }
  }
}

/** Packs rows, padded with zeros to the sizes that the kernel accepts. Returns the number of packed rows. */
function pack(target: Float64Array, source: Block, top: number, left: number, columns: number): number {
  const { data, offset, rowStep, columnStep } = source;
  const rows = Math.min(TILE, source.rows - top);
  const paddedRows = Math.ceil(rows / 3) * 3;
  const paddedColumns = Math.ceil(columns / 4) * 4;
  for (let i = 0; i < rows; i += 1) {
    const start = offset + (top + i) * rowStep + left * columnStep;
    const at = i * DEPTH;
    if (columnStep === 1 && columns > 16) target.set(data.subarray(start, start + columns), at);
    else for (let j = 0; j < columns; j += 1) target[at + j] = data[start + j * columnStep]!;
    for (let j = columns; j < paddedColumns; j += 1) target[at + j] = 0;
  }
  for (let i = rows; i < paddedRows; i += 1) target.fill(0, i * DEPTH, i * DEPTH + paddedColumns);
  return paddedRows;
}

/** Adds a packed product with rows of `width` numbers to C. */
function addPacked(
  c: Block,
  top: number,
  left: number,
  packed: Float64Array,
  width: number,
  factor: number,
): void {
  const rows = Math.min(TILE, c.rows - top);
  const columns = Math.min(TILE, c.columns - left);
  for (let i = 0; i < rows; i += 1) {
    const start = c.offset + (top + i) * c.rowStep + left;
    const at = i * width;
    for (let j = 0; j < columns; j += 1) {
      c.data[start + j] = c.data[start + j]! + factor * packed[at + j]!;
    }
  }
}

import { networkKernelWasm } from "./networkKernelWasm.ts";
import type { Tensor } from "./readWeights.ts";

/** Maximum number of rows multiplied at once, a multiple of 4. */
export const ROWS = 64;
/** Maximum length of a row. */
export const WIDEST = 512;
const PANEL = 8;
const PAGE_NUMBERS = 16_384;

/** A matrix in the kernel's memory, packed for its product, and the vector that is added to each row. */
export interface Layer {
  depth: number;
  width: number;
  packed: Float32Array;
  bias: Float32Array;
}

/** Part of a layer's inputs: [first, end). */
export type Inputs = readonly [number, number];

/**
 * Multiplies rows by trained matrices in single precision. Matrices, and the rows that are being computed, are in the memory of one
 * WebAssembly instance.
 */
export interface NetworkKernel {
  /** Rows to multiply, and products; ROWS × WIDEST numbers each. */
  input: Float32Array;
  first: Float32Array;
  second: Float32Array;
  /** Packs the transpose of a matrix with a row per output; `inputs` restricts its columns. The width is rounded up to 8. */
  layer(weight: Tensor, bias?: Tensor, inputs?: Inputs): Layer;
  /** Sets the rows of `output` to a layer's bias plus the product of the rows of `input`. */
  apply(layer: Layer, input: Float32Array, output: Float32Array, rows: number): void;
  /** Adds the product of the rows of `input` to the rows of `output`. */
  accumulate(layer: Layer, input: Float32Array, output: Float32Array, rows: number): void;
  /** Replaces each number x by the Gaussian error linear unit of x. */
  gelu(values: Float32Array, count: number): void;
}

type Product = (a: number, w: number, c: number, rows: number, depth: number, width: number) => void;

/** Creates a kernel with memory for matrices of this many numbers in total. */
export function createNetworkKernel(numbers: number): NetworkKernel {
  const scratch = ROWS * WIDEST;
  const memory = new WebAssembly.Memory({ initial: Math.ceil((3 * scratch + numbers) / PAGE_NUMBERS) + 1 });
  const module = new WebAssembly.Module(Buffer.from(networkKernelWasm, "base64"));
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  const product = exports.product as Product;
  const gelu = exports.gelu as (at: number, count: number) => void;
  let used = 0;
  const allocate = (length: number): Float32Array => {
    used += length;
    return new Float32Array(memory.buffer, 4 * (used - length), length);
  };
  const accumulate: NetworkKernel["accumulate"] = ({ packed, depth, width }, input, output, rows) => {
    if (rows > 0)
      product(input.byteOffset, packed.byteOffset, output.byteOffset, (rows + 3) & ~3, depth, width);
  };
  return {
    input: allocate(scratch),
    first: allocate(scratch),
    second: allocate(scratch),
    layer(weight, bias, inputs = [0, weight.shape[1]!]) {
      const width = Math.ceil(weight.shape[0]! / PANEL) * PANEL;
      const depth = inputs[1] - inputs[0];
      const packed = allocate(depth * width);
      pack(packed, weight, inputs);
      const padded = new Float32Array(width);
      if (bias) padded.set(bias.values);
      return { depth, width, packed, bias: padded };
    },
    apply(layer, input, output, rows) {
      for (let i = 0; i < rows; i += 1) output.set(layer.bias, i * layer.width);
      accumulate(layer, input, output, rows);
    },
    accumulate,
    gelu: (values, count) => gelu(values.byteOffset, count),
  };
}

/** Writes a matrix in panels of 8 outputs, each with a row per input; the last panel is filled up with zeros. */
function pack(target: Float32Array, weight: Tensor, [first, end]: Inputs): void {
  const [width, columns] = weight.shape as [number, number];
  let at = 0;
  for (let panel = 0; panel < width; panel += PANEL) {
    for (let k = first; k < end; k += 1) {
      for (let j = panel; j < panel + PANEL; j += 1) target[at++] = weight.values[j * columns + k] ?? 0;
    }
  }
}

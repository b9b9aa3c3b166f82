import { inflateSync } from "node:zlib";

/** A matrix (or vector, with one row) of a trained network, row by row. */
export interface Tensor {
  shape: readonly number[];
  values: Float32Array;
}

/** The parameters of a trained network. */
export interface NetworkWeights {
  /** Number of nearest residues from which a residue receives messages. */
  neighbors: number;
  tensors: ReadonlyMap<string, Tensor>;
}

/** Values are integers of this many bits, around half of their range. */
const BITS = 21;
const ZERO = 2 ** (BITS - 1);

/**
 * Reads a file that weights/convertWeights.py has written: five lengths, a header in JSON, the scale of each row, and the values in
 * three planes: bits 20 to 13 (deflated), bits 12 to 5, and bits 4 to 0 as a stream of bits.
 */
export function readWeights(file: Uint8Array): NetworkWeights {
  const [header, scaleBytes, high, middle, low] = parts(file);
  const { neighbors, tensors } = JSON.parse(Buffer.from(header).toString()) as {
    neighbors: number;
    tensors: { name: string; shape: number[] }[];
  };
  const scales = new Float32Array(Uint8Array.from(scaleBytes).buffer);
  const integers = joinPlanes(inflateSync(high), middle, low);
  const result = new Map<string, Tensor>();
  let at = 0;
  let row = 0;
  for (const { name, shape } of tensors) {
    const columns = shape.at(-1)!;
    const values = new Float32Array(shape.reduce((product, size) => product * size, 1));
    for (let i = 0; i < values.length; i += 1) {
      values[i] = integers[at + i]! * scales[row + Math.floor(i / columns)]!;
    }
    at += values.length;
    row += values.length / columns;
    result.set(name, { shape, values });
  }
  return { neighbors, tensors: result };
}

type Parts = [Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array];

function parts(file: Uint8Array): Parts {
  const lengths = new DataView(file.buffer, file.byteOffset, 20);
  let at = 20;
  return Array.from({ length: 5 }, (_, index) => {
    const length = lengths.getUint32(4 * index, true);
    at += length;
    return file.subarray(at - length, at);
  }) as Parts;
}

function joinPlanes(high: Uint8Array, middle: Uint8Array, low: Uint8Array): Int32Array {
  const values = new Int32Array(high.length);
  for (let i = 0; i < values.length; i += 1) {
    const bit = 5 * i;
    const at = bit >> 3;
    const lowBits = ((low[at]! | ((low[at + 1] ?? 0) << 8)) >> (bit & 7)) & 31;
    values[i] = ((high[i]! << 13) | (middle[i]! << 5) | lowBits) - ZERO;
  }
  return values;
}

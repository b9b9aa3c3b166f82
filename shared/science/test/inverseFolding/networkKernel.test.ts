import { createRandom } from "@pdp/basics/statistics";
import { expect, test } from "vitest";
import { createNetworkKernel, ROWS, WIDEST } from "../../inverseFolding/networkKernel.ts";

test("the kernel multiplies rows by a matrix and adds the bias, whatever the sizes", () => {
  const random = createRandom("networkKernel");
  const kernel = createNetworkKernel(200_000);
  for (const [rows, depth, width] of [
    [1, 3, 5],
    [7, 148, 128],
    [ROWS, 16, 21],
    [48, 416, 128],
  ] as const) {
    const numbers = (length: number): Float32Array => Float32Array.from({ length }, () => random.normal());
    const weight = { shape: [width, depth], values: numbers(width * depth) };
    const bias = { shape: [width], values: numbers(width) };
    const layer = kernel.layer(weight, bias);
    const input = numbers(rows * depth);
    kernel.input.set(input);
    kernel.apply(layer, kernel.input, kernel.first, rows);
    for (let row = 0; row < rows; row += 1) {
      for (let column = 0; column < width; column += 1) {
        let sum = bias.values[column]!;
        for (let k = 0; k < depth; k += 1)
          sum += input[row * depth + k]! * weight.values[column * depth + k]!;
        expect(kernel.first[row * layer.width + column]).toBeCloseTo(sum, 3);
      }
    }
  }
});

test("the kernel's error linear unit differs from the exact one by less than 1e-6", () => {
  const kernel = createNetworkKernel(0);
  const count = ROWS * WIDEST;
  const inputs = Float32Array.from({ length: count }, (_, index) => (12 * index) / count - 6);
  kernel.input.set(inputs);
  kernel.gelu(kernel.input, count);
  let farthest = 0;
  for (let index = 0; index < count; index += 97) {
    const x = inputs[index]!;
    farthest = Math.max(
      farthest,
      Math.abs(kernel.input[index]! - (x / 2) * (1 + errorFunction(x / Math.SQRT2))),
    );
  }
  expect(farthest).toBeLessThan(1e-6);
});

/** Error function by its Taylor series, exact to double precision in this range. */
function errorFunction(x: number): number {
  let term = x;
  let sum = x;
  for (let n = 1; n < 200; n += 1) {
    term *= (-x * x) / n;
    sum += term / (2 * n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * sum;
}

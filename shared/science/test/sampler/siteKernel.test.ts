import { createRandom } from "@pdp/basics/statistics";
import { expect, it } from "vitest";
import { siteKernelWasm } from "../../sampler/siteKernelWasm.ts";

const [GROUPS, LETTERS, GROUP_BYTES] = [50, 20, 80];

it("the kernel sums the listed groups and can add numbers to each of them", () => {
  const random = createRandom("kernel");
  const memory = new WebAssembly.Memory({ initial: 1 });
  const module = new WebAssembly.Module(Buffer.from(siteKernelWasm, "base64"));
  const { gather, scatter } = new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as {
    gather: (from: number, to: number, out: number) => void;
    scatter: (from: number, to: number, added: number) => void;
  };
  const numbers = new Float32Array(memory.buffer, 0, GROUPS * LETTERS).map(() => random.integer(1_000));
  new Float32Array(memory.buffer).set(numbers);
  const added = Float32Array.from({ length: LETTERS }, (_, a) => a - 7);
  new Float32Array(memory.buffer, GROUPS * GROUP_BYTES).set(added);
  const lists = (GROUPS + 2) * GROUP_BYTES;
  for (const list of [[49], [0, 3, 4, 48, 17], Array.from({ length: GROUPS }, (_, group) => group)]) {
    new Uint16Array(memory.buffer, lists, list.length).set(list);
    gather(lists, lists + 2 * list.length, (GROUPS + 1) * GROUP_BYTES);
    const sums = Array.from({ length: LETTERS }, (_, a) =>
      list.reduce((sum, group) => sum + numbers[group * LETTERS + a]!, 0),
    );
    expect([...new Float32Array(memory.buffer, (GROUPS + 1) * GROUP_BYTES, LETTERS)]).toEqual(sums);

    scatter(lists, lists + 2 * list.length, GROUPS * GROUP_BYTES);
    for (const group of list) {
      for (const [a, value] of added.entries()) numbers[group * LETTERS + a]! += value;
    }
    expect(new Float32Array(memory.buffer, 0, GROUPS * LETTERS)).toEqual(numbers);
  }
});

import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { compileKernels } from "./compileKernels.ts";

it("compiled kernels match their sources (npm run wasm regenerates them)", async () => {
  const modules = await compileKernels();
  expect(modules.map(({ path }) => path).toSorted()).toEqual([
    "shared/science/inverseFolding/networkKernelWasm.ts",
    "shared/science/linearAlgebra/tileProductWasm.ts",
    "shared/science/sampler/siteKernelWasm.ts",
  ]);
  for (const { path, content } of modules) expect(await readFile(path, "utf8")).toBe(content);
});

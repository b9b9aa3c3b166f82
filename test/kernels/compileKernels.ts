import { glob, readFile } from "node:fs/promises";
import { basename } from "node:path";
import createWabt from "wabt";

/** Module that contains a compiled kernel. */
export interface KernelModule {
  path: string;
  content: string;
}

/** Compiles all of the service's WebAssembly text files. Returns one module per file, to be placed next to that file. */
export async function compileKernels(): Promise<KernelModule[]> {
  const wabt = await createWabt();
  const modules: KernelModule[] = [];
  for await (const source of glob("shared/**/*.wat")) {
    const parsed = wabt.parseWat(source, await readFile(source), { simd: true });
    const { buffer } = parsed.toBinary({});
    parsed.destroy();
    const name = `${basename(source, ".wat")}Wasm`;
    modules.push({
      path: source.replace(/\.wat$/, "Wasm.ts"),
      content: `// Generated from ${basename(source)} by \`npm run wasm\`.

/** Kernel binary in base64. */
export const ${name} =
  "${Buffer.from(buffer).toString("base64")}";
`,
    });
  }
  return modules;
}

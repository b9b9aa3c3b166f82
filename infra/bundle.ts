import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { basename, join, relative, resolve } from "node:path";
import { build } from "esbuild";
import { operations } from "#functions/operations.ts";
import { steps } from "#functions/steps.ts";

/** Native code and WASM: not bundled, but laid beside the function that needs it. */
const EXTERNAL = ["@duckdb/node-bindings", "lz4-napi", "aws-crt", "@aws-sdk/signature-v4-crt"];

/** Bundles every operation and step into a file of its own, all in one esbuild call. Returns name → directory. */
export async function bundle(directory: string): Promise<Record<string, string>> {
  const files = new Map<string, string>();
  for await (const file of glob("functions/**/*.ts")) files.set(basename(file, ".ts"), resolve(file));
  const entries = join(directory, "entries");
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(entries, { recursive: true });
  const names = [...Object.keys(operations), ...Object.keys(steps)];
  for (const name of names) writeFileSync(join(entries, `${name}.ts`), entry(name, files.get(name), entries));
  await build({
    entryPoints: Object.fromEntries(names.map((name) => [`${name}/index`, join(entries, `${name}.ts`)])),
    outdir: directory,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    minify: true,
    sourcemap: true,
    sourcesContent: false,
    platform: "node",
    target: "node24",
    format: "esm",
    external: EXTERNAL,
    // Some dependencies are CommonJS and call require for Node's own modules.
    banner: { js: 'import{createRequire as __cr}from"node:module";const require=__cr(import.meta.url);' },
    logLevel: "warning",
  });
  return Object.fromEntries(names.map((name) => [name, join(directory, name)]));
}

function entry(name: string, file: string | undefined, from: string): string {
  if (!file) throw new Error(`No file under functions/ is named after ${name}`);
  const adapter = name in operations ? "operationHandler" : "stepHandler";
  const here = relative(from, resolve("shared/api/lambda.ts"));
  return `import { ${adapter} } from "./${here}";
import { ${name} } from "./${relative(from, file)}";
export const handler = ${adapter}(${name});
`;
}

/** The hash of a bundled function: the same code gives the same asset on every machine. */
export function bundleHash(directory: string): string {
  return createHash("sha256")
    .update(readFileSync(join(directory, "index.mjs")))
    .digest("hex");
}

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { basename, join, relative, resolve } from "node:path";
import { build, type Metafile } from "esbuild";
import { operations } from "#functions/operations.ts";
import { steps } from "#functions/steps.ts";
import { layNativePackages, nativePackagesOf } from "./nativePackages.ts";

/** The code of one function: a directory with all that is deployed. */
export interface Bundle {
  directory: string;
  /** Of the script, in bytes. */
  size: number;
  /** The same code gives the same hash on every machine. */
  hash: string;
}

export interface BundleOptions {
  /** Answers that would be streamed are sent whole, for gateways that cannot stream. */
  wholeAnswers?: boolean;
}

/** Of an operation that answers with JSON and runs no SQL, in bytes: what is larger starts late. */
export const LARGEST_JSON_OPERATION = 900 * 1024;

/** Of one that checks or runs SQL: it brings the engine along. */
export const LARGEST_SQL_OPERATION = 1100 * 1024;

/** Where uploads enter: not an operation's function, but a server of its own. */
export const UPLOADS = "uploads";

/** Bundles every operation and step into a file of its own, all in one esbuild call. Returns name → bundle. */
export async function bundle(
  directory: string,
  options: BundleOptions = {},
): Promise<Record<string, Bundle>> {
  const files = new Map<string, string>();
  for await (const file of glob("functions/**/*.ts")) files.set(basename(file, ".ts"), resolve(file));
  const entries = join(directory, "entries");
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(entries, { recursive: true });
  const names = [...Object.keys(operations), ...Object.keys(steps)];
  for (const name of names) {
    writeFileSync(join(entries, `${name}.ts`), entry(name, files.get(name), entries, options));
  }
  writeFileSync(join(entries, `${UPLOADS}.ts`), uploadsEntry(entries));
  const { metafile } = await build({
    entryPoints: Object.fromEntries(
      [...names, UPLOADS].map((name) => [`${name}/index`, join(entries, `${name}.ts`)]),
    ),
    outdir: directory,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    minify: true,
    sourcemap: true,
    sourcesContent: false,
    metafile: true,
    platform: "node",
    target: "node24",
    format: "esm",
    // ES modules first: only they can be shaken, which makes the functions a third smaller.
    mainFields: ["module", "main"],
    external: [...nativePackagesOf(), "aws-crt", "@aws-sdk/signature-v4-crt"],
    // Some dependencies are CommonJS and call require for Node's own modules.
    banner: { js: 'import{createRequire as __cr}from"node:module";const require=__cr(import.meta.url);' },
    logLevel: "warning",
  });
  return Object.fromEntries([...names, UPLOADS].map((name) => [name, finished(directory, name, metafile)]));
}

function entry(name: string, file: string | undefined, from: string, options: BundleOptions): string {
  if (!file) throw new Error(`No file under functions/ is named after ${name}`);
  const isOperation = name in operations;
  const adapter = isOperation ? (options.wholeAnswers ? "wholeHandler" : "operationHandler") : "stepHandler";
  const module = adapter === "wholeHandler" ? "shared/api/wholeHandler.ts" : "shared/api/lambda.ts";
  return `import { ${adapter} } from "${pathTo(from, resolve(module))}";
import { ${name} } from "${pathTo(from, file)}";
export const handler = ${adapter}(${name});
`;
}

function uploadsEntry(from: string): string {
  return `import { serveUploads } from "${pathTo(from, resolve("infra/constructs/serveUploads.ts"))}";
import { uploadFile } from "${pathTo(from, resolve("functions/loads/uploadFile.ts"))}";
serveUploads(uploadFile, process.env);
`;
}

function pathTo(from: string, file: string): string {
  return `./${relative(from, file)}`;
}

/** Lays native code beside the script that imports it, and weighs the script. */
function finished(directory: string, name: string, metafile: Metafile): Bundle {
  const own = join(directory, name);
  const script = join(own, "index.mjs");
  const output = metafile.outputs[relative(process.cwd(), script)];
  if (!output) throw new Error(`esbuild wrote no ${script}`);
  const imported = new Set(output.imports.map(({ path }) => path));
  const packages = nativePackagesOf().filter((packageName) => imported.has(packageName));
  const versions = layNativePackages(own, packages);
  const hash = createHash("sha256").update(readFileSync(script)).update(versions.join());
  return { directory: own, size: output.bytes, hash: hash.digest("hex") };
}

/** A directory with files that were made while the stacks were, as the code of a function. */
export function bundleOfFiles(directory: string, files: Record<string, string>): Bundle {
  if (!existsSync(directory)) mkdirSync(directory, { recursive: true });
  const hash = createHash("sha256");
  let size = 0;
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(directory, name), content);
    hash.update(name).update(content);
    size += Buffer.byteLength(content);
  }
  return { directory, size, hash: hash.digest("hex") };
}

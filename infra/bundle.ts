import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import type { Metafile } from "esbuild";
import { layNativePackages, nativePackagesOf } from "#build/nativePackages.ts";
import { copyNetworkWeights, NETWORK_READER } from "#build/networkWeights.ts";
import { runEsbuild } from "#build/runEsbuild.ts";
import { scriptOptions } from "#build/scriptOptions.ts";
import { WORKER_STARTER, workerEntries } from "#build/workerEntries.ts";
import { operations } from "#functions/operations.ts";
import { steps } from "#functions/steps.ts";

/** Code of one function: the deployed directory. */
export interface Bundle {
  directory: string;
  /** Script size, in bytes. */
  size: number;
  /** Hash of the code, identical on every machine. */
  hash: string;
  /** True if native code for one processor architecture is next to the script. */
  isNative: boolean;
}

/** Script bundle built by esbuild. */
export interface ScriptBundle extends Bundle {
  /** Number of bytes in the script from each package and from each folder of the project's code. */
  parts: Record<string, number>;
}

export interface BundleOptions {
  /** Buffers responses, for gateways that cannot stream. */
  bufferedAnswers?: boolean;
  /** FASTA file of germline genes, which is copied next to the functions that read it. */
  germlinesFile?: string;
}

/** Maximum script size of an operation, 1.25 MB: 100 KB add about 8 ms to a cold start. The operation with SQL is the largest. */
export const MAX_OPERATION_BYTES = 1280 * 1024;

/** Name of the germline genes next to a script, and the module that reads them. */
export const GERMLINES_NAME = "germlines.fasta";
const GERMLINES_READER = "shared/runtime/germlineFile.ts";

/** Name of the upload bundle, a separate server rather than an operation's function. */
export const UPLOADS = "uploads";

/** Name of the canary bundle, which works through the public URLs. */
export const CANARY = "canary";

/** Number of scripts per bundler run: the bundler keeps all of its output in memory, about 25 MB per script. */
const SCRIPTS_PER_RUN = 40;

/** Temporary folder for worker thread scripts before they are moved next to the scripts that start them. */
const WORKERS = "workers";

/** Bundles every operation and step into a separate file. Returns the bundles by name. */
export async function bundle(
  directory: string,
  options: BundleOptions = {},
): Promise<Record<string, ScriptBundle>> {
  const files = await findExportingFiles();
  const entries = join(directory, "entries");
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(entries, { recursive: true });
  const names = [...Object.keys(operations), ...Object.keys(steps)];
  for (const name of names) {
    writeFileSync(join(entries, `${name}.ts`), entry(name, files.get(name), entries, options));
  }
  writeFileSync(join(entries, `${UPLOADS}.ts`), uploadsEntry(entries));
  const scripts = [...names, UPLOADS].map((name) => [name, join(entries, `${name}.ts`)]);
  scripts.push([CANARY, resolve("infra/canary/handler.ts")]);
  return bundleScripts(directory, Object.fromEntries(scripts), options);
}

/**
 * Bundles scripts into one folder each, and adds native packages and worker thread scripts where needed. Returns the bundles by
 * name.
 */
export async function bundleScripts(
  directory: string,
  scripts: Record<string, string>,
  { germlinesFile }: Pick<BundleOptions, "germlinesFile"> = {},
): Promise<Record<string, ScriptBundle>> {
  const points = [
    ...Object.entries(scripts).map(([name, file]) => [`${name}/index`, file]),
    ...Object.entries(workerEntries()).map(([name, file]) => [`${WORKERS}/${name}`, file]),
  ];
  const outputs: Metafile["outputs"] = {};
  for (let start = 0; start < points.length; start += SCRIPTS_PER_RUN) {
    const { metafile } = await runEsbuild({
      entryPoints: Object.fromEntries(points.slice(start, start + SCRIPTS_PER_RUN)),
      ...scriptOptions(),
      outdir: directory,
      minify: true,
      metafile: true,
    });
    Object.assign(outputs, metafile.outputs);
  }
  const bundles = Object.keys(scripts).map((name) => [
    name,
    completeBundle(directory, name, outputs, germlinesFile),
  ]);
  rmSync(join(directory, WORKERS), { recursive: true });
  return Object.fromEntries(bundles);
}

/** Returns the file under functions/ that exports each name. */
async function findExportingFiles(): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for await (const file of glob("functions/*/**/*.ts")) {
    for (const name of Object.keys(await import(resolve(file)))) files.set(name, resolve(file));
  }
  return files;
}

function entry(name: string, file: string | undefined, from: string, options: BundleOptions): string {
  if (!file) throw new Error(`No file under functions/ exports ${name}`);
  const isOperation = name in operations;
  const adapter = isOperation
    ? options.bufferedAnswers
      ? "bufferedHandler"
      : "operationHandler"
    : "stepHandler";
  const module =
    adapter === "bufferedHandler"
      ? "shared/http/operations/bufferedHandler.ts"
      : "shared/http/operations/lambda.ts";
  return `import { ${adapter} } from "${pathTo(from, resolve(module))}";
import { ${name} } from "${pathTo(from, file)}";
export const handler = ${adapter}(${name});
`;
}

function uploadsEntry(from: string): string {
  return `import { serveUploads } from "${pathTo(from, resolve("shared/http/gateway/serveUploads.ts"))}";
import { uploadFile } from "${pathTo(from, resolve("functions/loads/uploadFile.ts"))}";
import { uploadWorkspaceImportFile } from "${pathTo(from, resolve("functions/transfers/importOperations.ts"))}";
await serveUploads([uploadFile, uploadWorkspaceImportFile], process.env);
`;
}

function pathTo(from: string, file: string): string {
  return `./${relative(from, file)}`;
}

/** Copies native code, worker threads and data next to the script that needs them, and measures the script size. */
function completeBundle(
  directory: string,
  name: string,
  outputs: Metafile["outputs"],
  germlinesFile: string | undefined,
): ScriptBundle {
  const functionFolder = join(directory, name);
  const script = join(functionFolder, "index.mjs");
  const output = outputs[relative(process.cwd(), script)];
  if (!output) throw new Error(`esbuild did not write ${script}`);
  const imported = new Set(output.imports.map(({ path }) => path));
  const packages = nativePackagesOf().filter((packageName) => imported.has(packageName));
  const versions = layNativePackages(functionFolder, packages);
  const hash = createHash("sha256").update(readFileSync(script)).update(versions.join());
  if (WORKER_STARTER in output.inputs) {
    for (const worker of Object.keys(workerEntries())) {
      for (const file of [`${worker}.mjs`, `${worker}.mjs.map`]) {
        copyFileSync(join(directory, WORKERS, file), join(functionFolder, file));
      }
      hash.update(readFileSync(join(functionFolder, `${worker}.mjs`)));
    }
  }
  if (NETWORK_READER in output.inputs) {
    for (const file of copyNetworkWeights(functionFolder)) hash.update(readFileSync(file));
  }
  if (germlinesFile !== undefined && GERMLINES_READER in output.inputs) {
    copyFileSync(germlinesFile, join(functionFolder, GERMLINES_NAME));
    hash.update(readFileSync(germlinesFile));
  }
  return {
    directory: functionFolder,
    size: output.bytes,
    hash: hash.digest("hex"),
    isNative: packages.length > 0,
    parts: partsOf(output),
  };
}

function partsOf({ inputs }: Metafile["outputs"][string]): Record<string, number> {
  const parts: Record<string, number> = {};
  for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
    const [, ofPackage] = file.match(/.*node_modules\/((?:@[^/]+\/)?[^/]+)/) ?? [];
    const part = ofPackage ?? file.split("/").slice(0, 2).join("/");
    parts[part] = (parts[part] ?? 0) + bytesInOutput;
  }
  return parts;
}

/** Returns a directory with generated files as the code of a function. */
export function bundleOfFiles(directory: string, files: Record<string, string>): Bundle {
  if (!existsSync(directory)) mkdirSync(directory, { recursive: true });
  const hash = createHash("sha256");
  let size = 0;
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(directory, name), content);
    hash.update(name).update(content);
    size += Buffer.byteLength(content);
  }
  return { directory, size, hash: hash.digest("hex"), isNative: false };
}

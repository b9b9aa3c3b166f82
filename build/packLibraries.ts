import { execFile } from "node:child_process";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, extname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const ROOT = resolve(import.meta.dirname, "..");
const TARGET = join(ROOT, "dist/libraries");
/** Libraries in `shared/`, each after those that it imports. */
export const LIBRARIES = ["basics", "formats", "trino", "science"] as const;

const run = promisify(execFile);

interface Manifest {
  name: string;
  exports: Record<string, string>;
  [field: string]: unknown;
}

/** Writes each library as a package for `npm pack`: JavaScript modules with their types. Returns their folders. */
export async function packLibraries(target = TARGET): Promise<string[]> {
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  await compile(target);
  return Promise.all(
    LIBRARIES.map((name) => completePackage(join(ROOT, "shared", name), join(target, name))),
  );
}

async function compile(target: string): Promise<void> {
  const config = join(target, "tsconfig.json");
  const compilerOptions = {
    noEmit: false,
    allowImportingTsExtensions: false,
    rewriteRelativeImportExtensions: true,
    declaration: true,
    rootDir: join(ROOT, "shared"),
    outDir: target,
    typeRoots: [join(ROOT, "node_modules/@types")],
  };
  const include = LIBRARIES.map((name) => join(ROOT, "shared", name));
  const exclude = include.map((folder) => join(folder, "test"));
  await writeFile(
    config,
    JSON.stringify({ extends: join(ROOT, "tsconfig.json"), compilerOptions, include, exclude }),
  );
  await run(join(ROOT, "node_modules/.bin/tsc"), ["-p", config]);
  await rm(config);
}

/** Adds the manifest, the license, and files that are not code. */
async function completePackage(from: string, to: string): Promise<string> {
  for (const file of await readdir(from, { recursive: true, withFileTypes: true })) {
    const path = join(file.parentPath, file.name);
    const isCode = extname(file.name) === ".ts" || file.parentPath.startsWith(join(from, "test"));
    if (file.isFile() && !isCode) await cp(path, join(to, path.slice(from.length)));
  }
  const { private: _, scripts: __, ...manifest } = await readManifest(join(from, "package.json"));
  const exports = Object.fromEntries(
    Object.entries(manifest.exports).map(([name, module]) => {
      const path = `./doors/${basename(module, ".ts")}`;
      return [name, { types: `${path}.d.ts`, default: `${path}.js` }];
    }),
  );
  await writeFile(join(to, "package.json"), `${JSON.stringify({ ...manifest, exports }, null, 2)}\n`);
  await cp(join(ROOT, "LICENSE"), join(to, "LICENSE"));
  return to;
}

async function readManifest(path: string): Promise<Manifest> {
  return JSON.parse(await readFile(path, "utf8"));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const folder of await packLibraries()) console.log(folder);
}

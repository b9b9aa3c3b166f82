import { execFile } from "node:child_process";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { runEsbuild } from "./runEsbuild.ts";

const ROOT = resolve(import.meta.dirname, "..");
const TARGET = join(ROOT, "dist/client");
/** Name of the TypeScript client package. */
export const CLIENT_PACKAGE = "protein-data-platform-client";

/** Modules that programs import; each is an entry point of the package. */
const MODULES = [
  "connect",
  "errors",
  "storedQueries",
  "orderList/orderCsv",
  "orderList/orderFasta",
  "orderList/pickDesigns",
  "signIn/device",
  "signIn/machine",
  "signIn/pkce",
  "signIn/session",
];
/** Packages imported by the code or its types. */
const DEPENDENCIES = ["@uwdata/flechette", "openapi-fetch", "valibot"];

const run = promisify(execFile);

/** Writes the client as a package for `npm pack`: JavaScript modules with their types. */
export async function packClient(target = TARGET): Promise<void> {
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  const entries = MODULES.map((name) => join(ROOT, "client", `${name}.ts`));
  await runEsbuild({
    entryPoints: entries,
    outbase: join(ROOT, "client"),
    outdir: join(target, "modules"),
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "neutral",
    target: "es2023",
    external: DEPENDENCIES,
    // Names within the project are not packages.
    alias: { "#shared": join(ROOT, "shared"), "#client": join(ROOT, "client") },
    logLevel: "warning",
    tsconfigRaw: {},
  });
  await writeTypes(target, entries);
  await writeFile(join(target, "package.json"), `${JSON.stringify(await manifest(), null, 2)}\n`);
  await cp(join(ROOT, "docs/typescript.md"), join(target, "README.md"));
}

/** The project's libraries that the client uses; no registry has them. */
const LIBRARIES = ["basics", "formats"];
const LIBRARY_IMPORT = /"@pdp\/(\w+)\/(\w+)"/g;

/** Writes declarations. Their imports have the project's names, which the package resolves through its `imports`. */
async function writeTypes(target: string, files: readonly string[]): Promise<void> {
  const types = join(target, "types");
  const config = join(target, "tsconfig.json");
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: ROOT,
    outDir: types,
    typeRoots: [join(ROOT, "node_modules/@types")],
    // The compiler writes no declarations for packages.
    paths: Object.fromEntries(
      LIBRARIES.map((name) => [`@pdp/${name}/*`, [join(ROOT, "shared", name, "doors/*.ts")]]),
    ),
  };
  await writeFile(
    config,
    JSON.stringify({ extends: join(ROOT, "tsconfig.json"), compilerOptions, files, include: [] }),
  );
  await run(join(ROOT, "node_modules/.bin/tsc"), ["-p", config]);
  await rm(config);
  for (const name of await readdir(types, { recursive: true })) {
    if (!name.endsWith(".d.ts")) continue;
    const path = join(types, name);
    const text = await readFile(path, "utf8");
    await writeFile(path, text.replace(LIBRARY_IMPORT, '"#shared/$1/doors/$2.ts"'));
  }
}

async function manifest(): Promise<object> {
  const { version, license, dependencies } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
  return {
    name: CLIENT_PACKAGE,
    version,
    description: "Protein data platform client: imports, SQL, training and design, for browsers and Node.js",
    license,
    type: "module",
    exports: { "./*": { types: "./types/client/*.d.ts", default: "./modules/*.js" } },
    imports: {
      "#client/*.ts": { types: "./types/client/*.d.ts" },
      "#shared/*.ts": { types: "./types/shared/*.d.ts" },
    },
    files: ["modules", "types", "README.md"],
    dependencies: Object.fromEntries(DEPENDENCIES.map((name) => [name, dependencies[name]])),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await packClient();

import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/**
 * Packages with native code, and the parts of each that the functions' platform needs: Linux on x86-64 with the GNU C library.
 */
const NATIVE: Record<string, readonly string[]> = {
  "@duckdb/node-bindings": ["@duckdb/node-bindings", "@duckdb/node-bindings-linux-x64", "detect-libc"],
  "lz4-napi": ["lz4-napi", "@antoniomuso/lz4-napi-linux-x64-gnu"],
};

/** Returns packages that are copied next to the function that imports them rather than bundled. */
export function nativePackagesOf(): string[] {
  return Object.keys(NATIVE);
}

/**
 * Puts packages into a function's `node_modules`, as links if possible. Returns the packages with their versions.
 */
export function layNativePackages(directory: string, packages: readonly string[]): string[] {
  return packages.flatMap((name) => NATIVE[name] ?? []).map((name) => layPackage(directory, name));
}

function layPackage(directory: string, name: string): string {
  const from = directoryOf(name);
  const to = join(directory, "node_modules", name);
  for (const file of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!file.isFile() || file.parentPath.includes(`${from}/node_modules`)) continue;
    const target = join(to, file.parentPath.slice(from.length), file.name);
    mkdirSync(dirname(target), { recursive: true });
    linkOrCopy(join(file.parentPath, file.name), target);
  }
  const { version } = JSON.parse(readFileSync(join(from, "package.json"), "utf8")) as { version: string };
  return `${name}@${version}`;
}

function directoryOf(name: string): string {
  const places = createRequire(import.meta.url).resolve.paths(name) ?? [];
  const directory = places
    .map((folder) => join(folder, name))
    .find((path) => existsSync(join(path, "package.json")));
  if (directory) return directory;
  throw new Error(
    `Functions require the package ${name}, which is not installed. They run on Linux, so on other machines install it with: npm install --os=linux --cpu=x64 --libc=glibc`,
  );
}

/** Links a file to avoid copying 70 MB; copies it across devices. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

import { readFile } from "node:fs/promises";
import { extname, join, resolve } from "node:path";
import type { BuildOptions, Metafile } from "esbuild";
import { DEFAULT_PRODUCT_NAME, MARK_URI } from "#shared/domain/brand.ts";
import { escapeMarkup } from "#shared/http/escapeMarkup.ts";
import { runEsbuild } from "../runEsbuild.ts";

/** Console file, by its path on the web. */
export interface ConsoleFile {
  body: Uint8Array;
  contentType: string;
  /** True if its name changes with its content, so that it can be cached forever. */
  isImmutable: boolean;
}

export interface ConsoleBundle {
  files: Map<string, ConsoleFile>;
  /** Page served for every path without a file. */
  index: ConsoleFile;
  /** Paths of the scripts that each page needs, including the first page, by source file. */
  scripts: Map<string, string[]>;
}

type Outputs = Metafile["outputs"];

const SOURCES = resolve(import.meta.dirname, "../../console");
const OPTIONS = {
  bundle: true,
  minify: true,
  format: "esm",
  platform: "browser",
  target: "es2023",
  // The libraries also have modules for Node, which no page may reach.
  external: ["node:*"],
  outdir: "/assets",
  entryNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
  loader: { ".woff2": "file" },
  metafile: true,
  write: false,
  logLevel: "silent",
  tsconfigRaw: {},
} satisfies BuildOptions;
const CONTENT_TYPES: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".woff2": "font/woff2",
};

/** Font for all text, loaded by the page together with its styles. */
const TEXT_FONT = "/assets/inter-latin-wght-normal-";

/** Bundles the console for browsers, with the product name. Pages are loaded on demand from separate files. */
export async function bundleConsole(productName = DEFAULT_PRODUCT_NAME): Promise<ConsoleBundle> {
  const bundles = await Promise.all([bundlePages(), bundleCheckWorker(), bundleFitWorker()]);
  const outputs = Object.assign({}, ...bundles.map(({ metafile }) => metafile.outputs)) as Outputs;
  requireBrowserCode(outputs);
  const files = new Map<string, ConsoleFile>();
  for (const { path, contents } of bundles.flatMap(({ outputFiles }) => outputFiles)) {
    const contentType = CONTENT_TYPES[extname(path)] ?? "application/octet-stream";
    files.set(path, { body: contents, contentType, isImmutable: true });
  }
  const named = (name: string): string =>
    [...files.keys()].find((path) => path.startsWith(`/assets/${name}-`) && isEntry(outputs, path)) ?? "";
  const page = await readFile(join(SOURCES, "index.html"), "utf8");
  const values: Record<string, string> = {
    PRODUCT_NAME: escapeMarkup(productName),
    ICON: MARK_URI,
    FONT: [...files.keys()].find((path) => path.startsWith(TEXT_FONT)) ?? "",
    STYLE: named("style"),
    SCRIPT: named("main"),
    CHECK_WORKER: named("checkWorker"),
    FIT_WORKER: named("fitWorker"),
  };
  const html = page.replace(/%([A-Z_]+)%/g, (_, name) => values[name] ?? "");
  const body = new TextEncoder().encode(html);
  const index = { body, contentType: "text/html; charset=utf-8", isImmutable: false };
  return { files, index, scripts: scriptsOf(outputs) };
}

/** Throws an error that names the scripts which import modules of Node. */
function requireBrowserCode(outputs: Outputs): void {
  const ofNode = Object.entries(outputs).flatMap(([path, { imports }]) =>
    imports.filter(({ external }) => external).map((imported) => `${path} imports ${imported.path}`),
  );
  if (ofNode.length > 0) throw new Error(`Browsers have no modules of Node: ${ofNode.join(", ")}`);
}

/** Parts of the chart library that no chart uses. */
const UNUSED_IN_CHARTS = ["d3-axis", "d3-geo", "d3-scale-chromatic", "d3-time-format"];

function bundlePages() {
  const withoutMaps = join(SOURCES, "plots/draw/withoutMaps.ts");
  return runEsbuild({
    ...OPTIONS,
    alias: Object.fromEntries(UNUSED_IN_CHARTS.map((name) => [name, withoutMaps])),
    entryPoints: { main: join(SOURCES, "main.tsx"), style: join(SOURCES, "style/index.css") },
    splitting: true,
    jsx: "automatic",
    jsxImportSource: "preact",
    chunkNames: "[name]-[hash]",
  });
}

/** Bundles the file check, which uses the service's code: a library replaces Node's `Buffer`. */
function bundleCheckWorker() {
  const buffer = join(SOURCES, "worker/nodeBuffer.ts");
  return runEsbuild({
    ...OPTIONS,
    entryPoints: { checkWorker: join(SOURCES, "worker/checkWorker.ts") },
    inject: [buffer],
    alias: { "node:buffer": buffer, "node:zlib": join(SOURCES, "worker/nodeZlib.ts") },
  });
}

/** Bundles the code that fits dose–response curves. */
function bundleFitWorker() {
  return runEsbuild({
    ...OPTIONS,
    entryPoints: { fitWorker: join(SOURCES, "worker/fitWorker.ts") },
  });
}

/** Returns the scripts that are loaded with each entry, including transitive imports. */
function scriptsOf(outputs: Outputs): Map<string, string[]> {
  const byName = new Map(
    Object.entries(outputs).map(([path, output]) => [path.split("/").at(-1) ?? "", output]),
  );
  const reach = (name: string, seen: Set<string>): Set<string> => {
    if (seen.has(name)) return seen;
    seen.add(name);
    for (const { path, kind } of byName.get(name)?.imports ?? []) {
      if (kind === "import-statement") reach(path.split("/").at(-1) ?? "", seen);
    }
    return seen;
  };
  const entries = [...byName].flatMap(([name, { entryPoint }]) =>
    entryPoint?.match(/\.tsx?$/)
      ? [[entryPoint, [...reach(name, new Set())].map((file) => `/assets/${file}`)] as const]
      : [],
  );
  return new Map(entries);
}

function isEntry(outputs: Record<string, { entryPoint?: string }>, path: string): boolean {
  return Object.entries(outputs).some(
    ([output, { entryPoint }]) => entryPoint !== undefined && path.endsWith(output.split("/").at(-1) ?? ""),
  );
}

import { chmod, readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "esbuild";
import { withHardPrivates } from "./hardPrivate.ts";
import { runEsbuild } from "./runEsbuild.ts";

const ENTRY = resolve(import.meta.dirname, "../cli/main.ts");
const PACKAGE = resolve(import.meta.dirname, "../package.json");
const TARGET = resolve(import.meta.dirname, "../dist/pdp.js");

/** Bundles only the version of package.json: JSON modules have no named imports that could be tree-shaken. */
const onlyVersion: Plugin = {
  name: "only-version",
  setup: (build) => {
    build.onLoad({ filter: /[/\\]package\.json$/ }, async ({ path }) => {
      if (path !== PACKAGE) return undefined;
      const { version } = JSON.parse(await readFile(path, "utf8"));
      return { contents: JSON.stringify({ version }), loader: "json" };
    });
  },
};

/** Description in a pipe, as a literal text. */
const DESCRIPTION = /,\s*v\.description\(\s*(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`$]*`),?\s*\)/g;

/** Examples and JSON Schemas in a pipe, without calls. */
const EXAMPLES = /,\s*v\.(?:examples\(\[[^()]*?\]\)|metadata\(\{[^()]*?\}\))/g;

/** Description of an option with several possible values. */
const CHOICE = /(\bchoice\(\s*\[[^\]]*\],\s*)"(?:[^"\\\n]|\\.)*"/g;

/**
 * Removes the descriptions, examples and JSON Schemas of request fields, which only the API document shows, and lets the names of private
 * members be shortened.
 */
const smaller: Plugin = {
  name: "smaller",
  setup: (build) => {
    build.onLoad({ filter: /[/\\](?:shared|client|cli)[/\\].*\.ts$/ }, async ({ path }) => {
      const source = withHardPrivates(await readFile(path, "utf8"));
      const contents = source.replace(DESCRIPTION, "").replace(EXAMPLES, "").replace(CHOICE, '$1""');
      return { contents, loader: "ts" };
    });
  },
};

/** Writes the command-line program as one file that requires only Node 24. Returns its size in bytes. */
export async function bundleCli(target = TARGET): Promise<number> {
  await runEsbuild({
    entryPoints: [ENTRY],
    outfile: target,
    bundle: true,
    minify: true,
    charset: "utf8",
    format: "esm",
    platform: "node",
    target: "node24",
    // Prefers ES modules, because CommonJS cannot be tree-shaken.
    mainFields: ["module", "main"],
    // CommonJS packages load Node modules with `require`.
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
    logLevel: "warning",
    legalComments: "none",
    tsconfigRaw: {},
    plugins: [onlyVersion, smaller],
  });
  await chmod(target, 0o755);
  return (await stat(target)).size;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const size = await bundleCli();
  console.log(`${TARGET} (${Math.round(size / 1000)} kB)`);
}

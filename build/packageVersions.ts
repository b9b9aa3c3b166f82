import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";

/** Reduces the `package.json` of each dependency to its name and version. Clients import the file only to read the version. */
export function packageVersions(): Plugin {
  return {
    name: "package-versions",
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]node_modules[\\/].*[\\/]package\.json$/ }, async ({ path }) => {
        const { name, version } = JSON.parse(await readFile(path, "utf8")) as Record<string, unknown>;
        return { contents: JSON.stringify({ name, version }), loader: "json" };
      });
    },
  };
}

import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";

/**
 * Returns a plugin that writes the keys in the AWS clients' schemas as literals: `{ [_hH]: … }` with `const _hH =
 * "httpHeader"` becomes `{ "httpHeader": … }`. A computed key can have side effects, so esbuild would otherwise keep the
 * schemas of all S3 operations, 60 KB, although a function calls only a few.
 */
export function literalSchemaKeys(): Plugin {
  return {
    name: "literal-schema-keys",
    setup({ onLoad }) {
      onLoad({ filter: /@aws-sdk[\\/].*[\\/]schemas[\\/]\w+\.js$/ }, async ({ path }) => {
        const text = await readFile(path, "utf8");
        const constants = new Map<string, string>();
        for (const [, name = "", value = ""] of text.matchAll(/^const (_\w+) = ("[^"\\]*");$/gm)) {
          constants.set(name, value);
        }
        const contents = text.replace(/\[(_\w+)\]:/g, (whole, name: string) => {
          const value = constants.get(name);
          return value === undefined ? whole : `${value}:`;
        });
        return { contents, loader: "js" };
      });
    },
  };
}

import { dirname, join, normalize } from "node:path";

/** Characters of a path. Placeholders stand for any name: `<area>` and `*` within a folder, `**` and `…` across folders. */
const PATH = /^(?:\.{0,2}\/)?(?:[\w.@#*…-]|<[\w-]+>)+(?:\/(?:[\w.@#*…-]|<[\w-]+>)*)*$/;

/** Extensions of files in this project. */
const SOURCE = /[^.@/]\.(?:ts|tsx|json|md|py|toml|yml|wat|css|html|cjs)$/;

/**
 * Returns the paths of the project in a document's code: they begin with a folder or a file of its root, or end like its
 * source files.
 */
export function namedPaths(code: string, roots: ReadonlySet<string>): string[] {
  return code
    .split(/[\s"'()=,;|]+/)
    .map((word) => word.replace(/^@(?=\w+\.)|[.:]+$/g, ""))
    .filter((word) => PATH.test(word) && !/^(?:\/|~|[\w.-]+@)/.test(word))
    .filter((word) => {
      const [first = ""] = word.replace(/^\.\//, "").split("/");
      return (roots.has(first) && word.includes("/")) || SOURCE.test(word);
    });
}

/**
 * Tells whether a path that a document names exists: from the root, beside the document, or in a folder that the text has
 * named before (`runtime/secrets.ts` for `shared/runtime/secrets.ts`).
 */
export function pathExists(named: string, document: string, tracked: readonly string[]): boolean {
  const path = named.replace(/^\.\//, "").replace(/\/$/, "");
  const beside = normalize(join(dirname(document), path));
  const anywhere = path.startsWith("..") ? [] : [`(?:.*/)?${pattern(path)}`];
  const wanted = new RegExp(`^(?:${[pattern(beside), ...anywhere].join("|")})(?:/|$)`);
  return tracked.some((file) => wanted.test(file));
}

/** Returns the regular expression of a path with placeholders. */
function pattern(path: string): string {
  return path
    .replace(/[.+?^$()[\]\\|]/g, "\\$&")
    .replace(/<[\w-]+>|(?<!\*)\*(?!\*)/g, "[^/]*")
    .replace(/…|\*\*/g, ".*");
}

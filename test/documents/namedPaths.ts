import { dirname, join, normalize } from "node:path";

/** Characters in a path. Placeholders stand for any name: `<area>` and `*` within a folder, `**` and `…` across folders. */
const PATH = /^(?:\.{0,2}\/)?(?:[\w.@#*…-]|<[\w-]+>)+(?:\/(?:[\w.@#*…-]|<[\w-]+>)*)*$/;

/** File extensions used in this project. */
const SOURCE = /[^.@/]\.(?:ts|tsx|json|md|py|toml|yml|wat|css|html|cjs)$/;

/**
 * Returns the project paths in a document's code: they start with a folder or file in the root, or end like source files of
 * the project.
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
 * Returns whether a path named in a document exists: relative to the root, next to the document, or in a folder mentioned
 * earlier in the text (`runtime/secrets.ts` for `shared/runtime/secrets.ts`).
 */
export function pathExists(named: string, document: string, tracked: readonly string[]): boolean {
  const path = named.replace(/^\.\//, "").replace(/\/$/, "");
  const beside = normalize(join(dirname(document), path));
  const anywhere = path.startsWith("..") ? [] : [`(?:.*/)?${pattern(path)}`];
  const wanted = new RegExp(`^(?:${[pattern(beside), ...anywhere].join("|")})(?:/|$)`);
  return tracked.some((file) => wanted.test(file));
}

/** Returns the regular expression for a path with placeholders. */
function pattern(path: string): string {
  return path
    .replace(/[.+?^$()[\]\\|]/g, "\\$&")
    .replace(/<[\w-]+>|(?<!\*)\*(?!\*)/g, "[^/]*")
    .replace(/…|\*\*/g, ".*");
}

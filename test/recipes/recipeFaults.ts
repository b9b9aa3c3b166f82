import { namedPaths, pathExists } from "../documents/namedPaths.ts";
import type { Recipe } from "./recipe.ts";

/** Returns the text of a section in CONTRIBUTING.md. Throws if there is no section with this heading. */
export function recipeSection(contributing: string, heading: string): string {
  const start = contributing.indexOf(`\n### ${heading}\n`);
  if (start < 0) throw new Error(`CONTRIBUTING.md has no recipe "${heading}"`);
  const end = contributing.indexOf("\n### ", start + 1);
  return contributing.slice(start, end < 0 ? undefined : end);
}

/** Returns the files that a recipe changes but its section does not name. */
export function unnamedFiles({ first, rest }: Recipe, section: string): string[] {
  const code = [...section.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? "").join("\n");
  const named = namedPaths(
    code,
    new Set(["cli", "functions", "infra", "local", "shared", "test", "console", "python", "docs"]),
  );
  const files = new Set([...first, ...rest].map(({ file }) => file));
  return [...files].filter((file) => !named.some((path) => pathExists(path, "CONTRIBUTING.md", [file])));
}

/** Returns the files with type check errors. */
export function filesWithErrors(output: string): string[] {
  return [...new Set([...output.matchAll(/^([^\s(]+)\(\d+,\d+\): error/gm)].map((match) => match[1] ?? ""))];
}

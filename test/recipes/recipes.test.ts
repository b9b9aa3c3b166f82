import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { projectFiles, ROOT } from "../documents/projectFiles.ts";
import { allRecipes } from "./allRecipes.ts";
import { insertText } from "./applyEdit.ts";
import { filesWithErrors, recipeSection, unnamedFiles } from "./recipeFaults.ts";

it("an edit inserts its text next to a string that occurs once in the file", () => {
  expect(insertText("a\nb\n", { file: "x", after: "a\n", insert: "1\n" })).toBe("a\n1\nb\n");
  expect(insertText("a\nb\n", { file: "x", before: "b\n", insert: "1\n" })).toBe("a\n1\nb\n");
});

it("an edit is rejected if its text is missing or occurs twice", () => {
  for (const after of ["c", "a"])
    expect(() => insertText("a a", { file: "x.ts", after, insert: "1" })).toThrow(/x\.ts has the text/);
});

it("a recipe must name each file that it changes", () => {
  const page =
    "# Guide\n\n### Add\n\n1. `shared/domain/id.ts` and `functions/<area>/<name>.ts`\n\n### Other\n\n`cli/main.ts`\n";
  const files = ["shared/domain/id.ts", "functions/rounds/getRound.ts", "cli/main.ts"];
  const first = files.map((file) => ({ file, create: "" }));
  const recipe = { heading: "Add", first, rest: [], tests: [] };
  expect(unnamedFiles(recipe, recipeSection(page, "Add"))).toEqual(["cli/main.ts"]);
  expect(() => recipeSection(page, "Missing")).toThrow(/no recipe/);
});

it("the files with type errors are read from the compiler's output, each once", () => {
  const output =
    "a/b.ts(1,2): error TS1: no\n  more\na/b.ts(3,4): error TS2: no\nc.tsx(5,6): error TS3: no\n";
  expect(filesWithErrors(output)).toEqual(["a/b.ts", "c.tsx"]);
});

const contributing = readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8");

it("every recipe for a change is scripted", () => {
  const recipes = contributing.slice(contributing.indexOf("\n## Recipes\n"));
  const headings = [...recipes.matchAll(/^### (Add .+)$/gm)].map((match) => match[1]);
  expect(allRecipes.map(({ heading }) => heading)).toEqual(headings);
});

it.each(allRecipes)("$heading: the edits fit the current files, and the text names each file", (recipe) => {
  const section = recipeSection(contributing, recipe.heading);
  expect(unnamedFiles(recipe, section)).toEqual([]);
  const existing = new Set(projectFiles());
  const texts = new Map<string, string>();
  for (const edit of [...recipe.first, ...recipe.rest]) {
    const { file } = edit;
    if ("create" in edit) expect(existing).not.toContain(file);
    else texts.set(file, insertText(texts.get(file) ?? readFileSync(join(ROOT, file), "utf8"), edit));
  }
  expect(texts.size).toBeGreaterThan(0);
});

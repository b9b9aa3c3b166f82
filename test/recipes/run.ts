import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyProject } from "../documents/copyProject.ts";
import { ROOT } from "../documents/projectFiles.ts";
import { allRecipes } from "./allRecipes.ts";
import { applyEdit } from "./applyEdit.ts";
import type { Recipe } from "./recipe.ts";
import { filesWithErrors, recipeSection, unnamedFiles } from "./recipeFaults.ts";

// Applies recipes in CONTRIBUTING.md to copies of the project. Checks that the section names every file that changes, that the
// type check leads from the first step to the others, and that types, lint and tests pass in the end. Arguments select recipes
// by heading.

const PROJECTS = [[], ["-p", "console"], ["-p", "console/worker"]];

const wanted = process.argv.slice(2);
const chosen = allRecipes.filter(({ heading }) => wanted.length === 0 || wanted.includes(heading));
if (chosen.length === 0)
  throw new Error(`Choose from: ${allRecipes.map(({ heading }) => heading).join(", ")}`);
const contributing = await readFile(join(ROOT, "CONTRIBUTING.md"), "utf8");
let failed = 0;
for (const recipe of chosen) {
  const faults = await faultsOf(recipe);
  console.log(`${faults.length === 0 ? "ok" : "FAILED"}: ${recipe.heading}`);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) failed += 1;
}
console.log(`${chosen.length - failed} recipes passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

async function faultsOf(recipe: Recipe): Promise<string[]> {
  const unnamed = unnamedFiles(recipe, recipeSection(contributing, recipe.heading));
  if (unnamed.length > 0) return unnamed.map((file) => `CONTRIBUTING.md does not name ${file}`);
  const copy = await mkdtemp(join(tmpdir(), "recipe-"));
  try {
    await copyProject(copy);
    for (const edit of recipe.first) await applyEdit(copy, edit);
    const edited = new Set([...recipe.rest.map(({ file }) => file), ...(recipe.untilGenerated ?? [])]);
    const unedited = filesWithErrors(typeErrors(copy)).filter((file) => !edited.has(file));
    if (unedited.length > 0)
      return unedited.map((file) => `The type check leads to ${file}, which no step changes`);
    for (const edit of recipe.rest) await applyEdit(copy, edit);
    const changed = [...recipe.first, ...recipe.rest].map(({ file }) => file);
    runIn(copy, "biome", ["format", "--write", ...new Set(changed.filter((file) => /\.tsx?$/.test(file)))]);
    const types = typeErrors(copy);
    if (types !== "") return [types];
    for (const [program, args] of [
      ["biome", ["check", "--error-on-warnings", ...new Set(changed)]],
      ["vitest", ["run", ...recipe.tests]],
    ] as const) {
      const { status, output } = runIn(copy, program, args);
      if (status !== 0) return [output];
    }
    return [];
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** Runs the type check with the client types generated from the changed contract. */
function typeErrors(copy: string): string {
  const schema = spawnSync(process.execPath, ["client/writeSchema.ts"], { cwd: copy, encoding: "utf8" });
  // A contract that cannot be loaded yet is reported by the type check.
  if (schema.error) throw schema.error;
  return PROJECTS.map((project) => runIn(copy, "tsc", ["--noEmit", ...project]))
    .map(({ status, output }) => (status === 0 ? "" : output))
    .join("");
}

function runIn(
  copy: string,
  program: string,
  args: readonly string[],
): { status: number | null; output: string } {
  const { status, stdout, stderr, error } = spawnSync(join(ROOT, "node_modules/.bin", program), args, {
    cwd: copy,
    encoding: "utf8",
    maxBuffer: 64 * 2 ** 20,
  });
  if (error) throw error;
  return { status, output: stdout + stderr };
}

import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** Modules in which the cost depends on a user-written query or motif. */
const COMPILERS = [
  "shared/trino/compileQuery.ts",
  "shared/trino/parse/parseTrino.ts",
  "shared/science/design/motifs/motifPatterns.ts",
  "shared/science/design/reachableDesigns.ts",
];
/** Jobs that read rows as tasks do. */
const ORDER_JOBS = [
  "shared/tasks/orders/layOutOrder.ts",
  "shared/tasks/orders/writeDna.ts",
  "shared/tasks/orders/writePrimers.ts",
  "shared/tasks/orders/requireCodonSource.ts",
];
/** Value imports; type imports do not run any code. */
const IMPORTS = /^(?:import|export)\s+(?!type\b)([^;]*?)from\s+"([^"]+)"|\bimport\("([^"]+)"\)/gm;

function importsOf(file: string): string[] {
  return [...readFileSync(join(ROOT, file), "utf8").matchAll(IMPORTS)]
    .flatMap(([, names = "", fixed, dynamic]) => {
      const name = (fixed ?? dynamic) as string;
      if (name.startsWith("#")) return [name.slice(1)];
      if (name.startsWith("@pdp/")) return modulesBehind(name, names);
      return name.startsWith(".") ? [join(dirname(file), name)] : [];
    })
    .filter((path) => existsSync(join(ROOT, path)));
}

/** Returns the modules of a library that define the imported names. Its other modules are loaded, but not called. */
function modulesBehind(door: string, names: string): string[] {
  const path = door.replace("@pdp/", "shared/").replace(/\/(\w+)$/, "/doors/$1.ts");
  const wanted = new Set(valuesIn(names));
  return [...readFileSync(join(ROOT, path), "utf8").matchAll(IMPORTS)].flatMap(
    ([, exported = "", module = ""]) =>
      valuesIn(exported).some((name) => wanted.has(name)) ? [join(dirname(path), module)] : [],
  );
}

/** Returns the names of values in braces, as they are exported. */
function valuesIn(names: string): string[] {
  const each = names.replace(/[{}]/g, "").split(",");
  return each
    .map((name) => name.trim().replace(/ as .*/, ""))
    .filter((name) => name && !name.startsWith("type "));
}

/** Returns the shortest import chain from a file to a compiler that does not pass through a job; null if there is none. */
function chainToCompiler(file: string): string[] | null {
  const seen = new Set([file]);
  const chains = [[file]];
  for (let chain = chains.shift(); chain; chain = chains.shift()) {
    const last = chain.at(-1) as string;
    if (COMPILERS.includes(last)) return chain;
    // A job runs in a workspace process, or in a function that serves one request at a time.
    if (last.startsWith("shared/jobs/") || ORDER_JOBS.includes(last)) continue;
    for (const next of importsOf(last)) {
      if (seen.has(next)) continue;
      seen.add(next);
      chains.push([...chain, next]);
    }
  }
  return null;
}

const OPERATIONS = globSync("functions/*/**/*.ts", { cwd: ROOT }).filter((file) => {
  const isComputingStep = /^\s*compute: "/m.test(readFileSync(join(ROOT, file), "utf8"));
  return !isComputingStep;
});

it("operations and steps in shared processes reach the compilers for tenant text only through jobs", () => {
  expect(COMPILERS.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  expect(OPERATIONS.length).toBeGreaterThan(60);
  expect(OPERATIONS.map(chainToCompiler).filter((chain) => chain !== null)).toEqual([]);
});

it("the search finds the compiler that a compute step is allowed to reach", () => {
  expect(chainToCompiler("functions/steps/tasks/runTask.ts")?.at(-1)).toBe("shared/trino/compileQuery.ts");
});

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
const IMPORTS = /^(?:import|export)\s+(?!type\b)[^;]*?from\s+"([^"]+)"|\bimport\("([^"]+)"\)/gm;

function importsOf(file: string): string[] {
  return [...readFileSync(join(ROOT, file), "utf8").matchAll(IMPORTS)]
    .map(([, fixed, dynamic]) => (fixed ?? dynamic) as string)
    .flatMap((name) => {
      if (name.startsWith("#")) return [name.slice(1)];
      return name.startsWith(".") ? [join(dirname(file), name)] : [];
    })
    .filter((path) => existsSync(join(ROOT, path)));
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

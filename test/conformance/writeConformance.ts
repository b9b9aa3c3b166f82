import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { allRules } from "./allRules.ts";
import { conformancePage } from "./conformancePage.ts";

const PAGE = new URL("../../docs/conformance.md", import.meta.url);

const Results = v.object({
  testResults: v.array(
    v.object({ assertionResults: v.array(v.object({ title: v.string(), status: v.string() })) }),
  ),
});

/** Runs all rows and writes the page from their results. Its exit code is that of the tests. */
const folder = await mkdtemp(join(tmpdir(), "conformance-"));
const file = join(folder, "results.json");
const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
const run = spawn("vitest", ["run", "--project=platform", "test/conformance/rules", ...reporters], {
  stdio: "inherit",
});
const [code] = await once(run, "exit");
const { testResults } = v.parse(Results, JSON.parse(await readFile(file, "utf8")));
await rm(folder, { recursive: true });
const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
const passed = new Map(tests.map(({ title, status }) => [title, status === "passed"]));
await writeFile(
  PAGE,
  conformancePage(allRules, (behaviour) => passed.get(behaviour)),
);
process.exitCode = code ?? 1;

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { allRules } from "./allRules.ts";
import { conformancePage } from "./conformancePage.ts";
import { unpassedRows } from "./unpassedRows.ts";

const PAGE = new URL("../../docs/conformance.md", import.meta.url);

const Results = v.object({
  testResults: v.array(
    v.object({ assertionResults: v.array(v.object({ title: v.string(), status: v.string() })) }),
  ),
});

/** Runs all rows, and writes the page if they pass. Otherwise names those that did not, and ends with exit code 1. */
const folder = await mkdtemp(join(tmpdir(), "conformance-"));
const file = join(folder, "results.json");
const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
const run = spawn("vitest", ["run", "--project=platform", "test/conformance/rules", ...reporters], {
  stdio: "inherit",
});
const [code] = await once(run, "exit");
const { testResults } = v.parse(Results, JSON.parse(await readFile(file, "utf8")));
await rm(folder, { recursive: true });
const unpassed = unpassedRows(
  allRules,
  testResults.flatMap(({ assertionResults }) => assertionResults),
);
if (code === 0 && unpassed.length === 0) {
  await writeFile(PAGE, conformancePage(allRules));
} else {
  console.error(["The page was not written. These rows did not pass:", ...unpassed].join("\n  "));
  process.exitCode = 1;
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as v from "valibot";
import { isNightly } from "../support/byNight.ts";
import { allRules } from "./allRules.ts";
import { conformancePage } from "./conformancePage.ts";
import { ordinaryTests } from "./rule.ts";
import { unpassedRows } from "./unpassedRows.ts";

const PAGE = new URL("../../docs/conformance.md", import.meta.url);

const Results = v.object({
  testResults: v.array(
    v.object({ assertionResults: v.array(v.object({ title: v.string(), status: v.string() })) }),
  ),
});

/**
 * Writes the page if all rules passed; otherwise names the failed ones and exits with 1. Runs all rules unless it is given the
 * report of an earlier run: `node test/conformance/writeConformance.ts [report.json]`. A report from `npm test` does not
 * contain the rules of the nightly run.
 */
const isWhole = isNightly || process.argv[2] === undefined;
const rules = isWhole ? allRules : allRules.filter(({ byNight }) => !byNight);
const reports = process.argv[2] === undefined ? await runAll() : [await readFile(process.argv[2], "utf8")];
const testResults = reports.flatMap((report) => v.parse(Results, JSON.parse(report)).testResults);
const unpassed = unpassedRows(
  rules,
  testResults.flatMap(({ assertionResults }) => assertionResults),
);
if (unpassed.length === 0) {
  await writeFile(PAGE, conformancePage(allRules, new Set(rules)));
  console.log(fileURLToPath(PAGE));
} else {
  console.error(["The page was not written. These rows did not pass:", ...unpassed].join("\n  "));
  process.exitCode = 1;
}

/** Runs the rules with those of the nightly run, and the ordinary tests that show further rows. */
async function runAll(): Promise<string[]> {
  const files = new Set(allRules.flatMap((row) => ordinaryTests(row)?.file ?? []));
  return [await run(["test/conformance/rules"], "true"), await run([...files], "")];
}

async function run(tests: readonly string[], nightly: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "conformance-"));
  const file = join(folder, "results.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const vitest = spawn("vitest", ["run", "--project=platform", ...tests, ...reporters], {
    stdio: "inherit",
    env: { ...process.env, NIGHTLY: nightly },
  });
  await once(vitest, "exit");
  const text = await readFile(file, "utf8");
  await rm(folder, { recursive: true });
  return text;
}

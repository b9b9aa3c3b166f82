import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

const NIGHTLY = resolve(import.meta.dirname, "../../.ci/nightly");

/** Replacement for npm: each script exits with the code in the variable named after it; Vitest's script also writes a report. */
const NPM = `#!/usr/bin/env bash
words="$*"
case "$*" in
  *cfn-lint*) echo "$LINT_PRINTS"; exit "$LINT_CODE" ;;
  *model*) echo "$MODEL_REPORT" > "\${words##*--outputFile.json=}"; exit "$MODEL_CODE" ;;
esac
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "nightly-"));
  writeFileSync(join(folder, "npm"), NPM);
  chmodSync(join(folder, "npm"), 0o755);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs the named checks and returns the last line with the exit code. */
function nightly(names: string[], variables: Record<string, string>): [line: string, code: number | null] {
  const defaults = { LINT_PRINTS: "ok", LINT_CODE: "0", MODEL_CODE: "0", MODEL_REPORT: "{}" };
  const env = { ...process.env, ...defaults, ...variables, PATH: `${folder}:${process.env.PATH}` };
  const { stdout, status } = spawnSync(NIGHTLY, names, { env, encoding: "utf8" });
  return [stdout.trim().split("\n").at(-1) ?? "", status];
}

test("the last line totals the runners' reports", () => {
  const report = JSON.stringify({ numPassedTests: 7, numFailedTests: 0, numPendingTests: 2 });
  expect(nightly(["cfn-lint", "model"], { MODEL_REPORT: report })).toEqual([
    "8 passed, 0 failed, 2 skipped",
    0,
  ]);
  const skipped = { LINT_PRINTS: "skipped, no python", MODEL_REPORT: report };
  expect(nightly(["cfn-lint", "model"], skipped)).toEqual(["7 passed, 0 failed, 3 skipped", 0]);
});

test("a failed check, a failed test, a crashed run and an unknown name count as failures", () => {
  expect(nightly(["cfn-lint"], { LINT_CODE: "4" })).toEqual(["0 passed, 1 failed", 1]);
  const report = JSON.stringify({ numPassedTests: 7, numFailedTests: 2 });
  expect(nightly(["model"], { MODEL_CODE: "1", MODEL_REPORT: report })).toEqual(["7 passed, 2 failed", 1]);
  expect(nightly(["model"], { MODEL_CODE: "1", MODEL_REPORT: "" })).toEqual(["0 passed, 1 failed", 1]);
  expect(nightly(["model"], {})).toEqual(["0 passed, 1 failed", 1]);
  expect(nightly(["cfn-lint", "nothing"], {})).toEqual(["1 passed, 1 failed", 1]);
});

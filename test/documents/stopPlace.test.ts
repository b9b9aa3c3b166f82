import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ROOT } from "./projectFiles.ts";

/** Replacement for the AWS CLI: stores the reserved concurrency of each function in a file in the folder `aws-state`. */
const CLI = `
value() { while [ "$1" != "$2" ]; do set -- "$1" "\${@:3}"; done; echo "$3"; }
aws() {
  case "$2" in
    list-functions) ls aws-state ;;
    get-function-concurrency) cat "aws-state/$(value --function-name "$@")" ;;
    put-function-concurrency) value --reserved-concurrent-executions "$@" > "aws-state/$(value --function-name "$@")" ;;
    delete-function-concurrency) echo None > "aws-state/$(value --function-name "$@")" ;;
    *) return 1 ;;
  esac
}
`;

const RESERVED = {
  "workspace-eu-runQuery": "None",
  "workspace-eu-runTask": "200",
  "workspace-eu-compactTableFiles": "20",
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "stop-place-"));
  mkdirSync(join(folder, "aws-state"));
  for (const [name, reserved] of Object.entries(RESERVED))
    writeFileSync(join(folder, "aws-state", name), `${reserved}\n`);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Returns the first commands below a heading in the operations manual. */
function commandsBelow(heading: string): string {
  const [, section = ""] = readFileSync(resolve(ROOT, "docs/operations.md"), "utf8").split(
    `### ${heading}\n`,
  );
  const [, commands = ""] = /```sh\n([\s\S]*?)```/.exec(section) ?? [];
  return commands;
}

function run(commands: string): void {
  execFileSync("bash", ["-c", `${CLI}${commands}`], { cwd: folder });
}

function reserved(): Record<string, string> {
  const names = readdirSync(join(folder, "aws-state"));
  return Object.fromEntries(
    names.map((name) => [name, readFileSync(join(folder, "aws-state", name), "utf8").trim()]),
  );
}

test("a stopped environment, even if stopped twice, regains its reserved concurrency when started", () => {
  run(commandsBelow("Stop a place"));
  run(commandsBelow("Stop a place"));
  expect(new Set(Object.values(reserved()))).toEqual(new Set(["0"]));
  run(commandsBelow("Start a place"));
  expect(reserved()).toEqual(RESERVED);
  expect(readdirSync(join(folder, "stopped"))).toEqual([]);
});

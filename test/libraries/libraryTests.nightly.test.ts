import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { LIBRARIES } from "#build/packLibraries.ts";
import { ROOT } from "../documents/projectFiles.ts";

it.each(LIBRARIES)("the command for the tests of %s runs them", async (name) => {
  const env = { ...process.env, NIGHTLY: "", CI: "true" };
  const { stdout } = await promisify(execFile)("npm", ["test", "-w", `shared/${name}`], { cwd: ROOT, env });
  expect(stdout).toMatch(/Tests .*\d+ passed/);
});

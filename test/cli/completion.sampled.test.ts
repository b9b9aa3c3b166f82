import { execFile } from "node:child_process";
import { chmod } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { byNight } from "#test/support/byNight.ts";
import { type Lab, newLab, sharedPlatform } from "../support/lab.ts";
import { Pdp } from "../support/pdp.ts";

const MAIN = resolve(import.meta.dirname, "../../cli/main.ts");

let lab: Lab;
let pdp: Pdp;

beforeAll(async () => {
  lab = await newLab();
  pdp = await Pdp.open(lab);
  await pdp.write("good.csv", "id,activity\n1,1.5\n2,2\n");
  await pdp.done("import", "good.csv", "--into", "plates");
  await pdp.done("import", "good.csv", "--into", "platinum");
  await pdp.write("pdp", `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" "$@"\n`);
  await chmod(join(pdp.folder, "pdp"), 0o700);
});
afterAll(() => pdp.close());

const words = async (...typed: string[]): Promise<string[]> => {
  const { stdout } = await pdp.run(["__complete", "--", ...typed]);
  return stdout.split("\n").flatMap((line) => line.split("\t")[0] || []);
};

/** Returns the completions that bash offers at the end of a line, according to the script that the program prints. */
async function bash(...typed: string[]): Promise<string[]> {
  const script = `source <(pdp completion bash); COMP_WORDS=(pdp "$@"); COMP_CWORD=$#; _pdp
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const env = {
    ...process.env,
    PATH: `${pdp.folder}:${process.env.PATH}`,
    HOME: pdp.folder,
    PDP_URL: sharedPlatform().platformUrl,
    PDP_TOKEN: lab.token,
    PDP_WORKSPACE: lab.name,
  };
  const { stdout } = await promisify(execFile)("bash", ["-c", script, "bash", ...typed], {
    cwd: pdp.folder,
    env,
  });
  return stdout.split("\n").filter(Boolean);
}

describe("completion", () => {
  test("commands and subcommands are proposed", async () => {
    expect(await words("")).toEqual(expect.arrayContaining(["import", "table", "task"]));
    expect(await words("table", "h")).toEqual(["history"]);
    expect(await words("--workspace", "x", "table", "h")).toEqual(["history"]);
    expect(await words("nothing", "")).toEqual([]);
  });

  test("options are proposed until they are used; repeatable options are always proposed", async () => {
    expect(await words("import", "good.csv", "--in")).toEqual(["--into"]);
    expect(await words("import", "--into", "x", "--into")).toEqual([]);
    expect(await words("import", "--skip", "x", "--skip")).toEqual(["--skip"]);
    expect(await words("sql", "--", "--q")).toEqual([]);
  });

  test("the choices of an option are proposed", async () => {
    expect(await words("designs", "x", "--fill", "")).toEqual(["rows", "columns"]);
    expect(await words("designs", "x", "--by", "d")).toEqual(["diversity"]);
    expect(await words("load", "list", "--state", "")).toEqual(["pending", "loading", "completed", "failed"]);
    expect(await words("sql", "x", "--format", "ar")).toEqual(["arrow"]);
  });

  test("tables, loads and projects of the workspace are proposed", async () => {
    expect(await words("table", "show", "plat")).toEqual(["plates", "platinum"]);
    expect(await words("import", "good.csv", "-t", "plate")).toEqual(["plates"]);
    expect(await words("export", "plates", "")).toEqual([":files"]);
    const loads = await pdp.json<{ id: string }[]>("load", "list");
    expect(await words("load", "show", "")).toEqual(["latest", ...loads.map(({ id }) => id)]);
    expect(await words("task", "show", "")).toEqual(["latest"]);
    expect(await words("use", lab.name.slice(0, -1))).toContain(lab.name);
    const projects = await pdp.json<{ name: string }[]>("project", "list");
    expect(await words("load", "list", "--project", "")).toEqual(projects.map(({ name }) => name));
  });

  test("the token for one workspace is not used to read another workspace named on the command line", async () => {
    const other = await newLab();
    expect(await words("--workspace", other.name, "table", "show", "")).toEqual([]);
  });

  byNight("completion prints nothing and does not fail if the platform cannot be reached", async () => {
    const env = { PDP_URL: "http://127.0.0.1:9" };
    const unreachable = await pdp.run(["__complete", "--", "table", "show", ""], { env });
    expect(unreachable).toEqual({ code: 0, stdout: "", stderr: "" });
    const signedOut = await pdp.run(["__complete", "--", "table", "show", ""], { env: { PDP_TOKEN: "" } });
    expect(signedOut).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  test("the bash script proposes names and files, and never executes what was typed", async () => {
    expect(await bash("table", "show", "plat")).toEqual(["plates", "platinum"]);
    expect(await bash("import", "goo")).toEqual(["good.csv"]);
    expect(await bash("import", "x", "$(touch created)")).toEqual([]);
    await expect(promisify(execFile)("ls", ["created"], { cwd: pdp.folder })).rejects.toThrow();
  });
});

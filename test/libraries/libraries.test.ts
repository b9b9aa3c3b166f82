import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { LIBRARIES } from "#build/packLibraries.ts";
import { projectFiles, ROOT } from "../documents/projectFiles.ts";
import { libraryExample } from "./libraryExample.ts";

/** Runs a program as if it were a module of the project. */
function run(program: string) {
  const args = ["--input-type=module-typescript"];
  return spawnSync(process.execPath, args, { cwd: ROOT, input: program, encoding: "utf8" });
}

describe("the libraries", () => {
  it.each(["formats", "trino", "science"])("the example of %s prints what its README says", (library) => {
    const { program, output } = libraryExample(library);
    expect(program.split("\n").length).toBeLessThanOrEqual(25);
    const { stdout, stderr, status } = run(program);
    expect({ status, stderr, stdout: stdout.trimEnd() }).toEqual({ status: 0, stderr: "", stdout: output });
  });

  it.each(LIBRARIES)("%s has at most ten doors, and none is a pattern", (library) => {
    const manifest = JSON.parse(readFileSync(join(ROOT, "shared", library, "package.json"), "utf8"));
    const names = Object.keys(manifest.exports);
    expect(names.length).toBeLessThanOrEqual(10);
    expect(names.filter((name) => name.includes("*"))).toEqual([]);
  });

  it.each([
    ["#shared/formats/checkFile.ts", "ERR_PACKAGE_IMPORT_NOT_DEFINED"],
    ["@pdp/formats/checkFile.ts", "ERR_PACKAGE_PATH_NOT_EXPORTED"],
    ["@pdp/science/scorer/fitScorer", "ERR_PACKAGE_PATH_NOT_EXPORTED"],
    ["@pdp/trino", "ERR_PACKAGE_PATH_NOT_EXPORTED"],
  ])("Node refuses to import %s", (name, code) => {
    const { stderr, status } = run(`import ${JSON.stringify(name)};`);
    expect(status).toBe(1);
    expect(stderr).toContain(code);
  });

  it("only tests look inside a library by path", () => {
    const code = projectFiles().filter(
      (path) => /\.tsx?$/.test(path) && !/^(test|shared\/\w+\/test)\//.test(path),
    );
    const inside = code.flatMap((path) =>
      [...readFileSync(join(ROOT, path), "utf8").matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g)]
        .map(([, imported = ""]) => join(path, "..", imported))
        .filter((imported) => LIBRARIES.some((name) => imported.startsWith(`shared/${name}/`)))
        .filter((imported) => imported.split("/")[1] !== path.split("/")[1])
        .map((imported) => `${path} imports ${imported}`),
    );
    expect(inside).toEqual([]);
  });
});

import { execFile } from "node:child_process";
import { copyFile, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sharedPlatform, staffToken, uniqueName } from "../support/lab.ts";

const run = promisify(execFile);
const root = resolve(import.meta.dirname, "../..");
const client = join(root, "test/client");

let directory: string;

/** Directory like a user's: the program, the types generated from the running service, and strict compilation. */
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "generated-client-"));
  await symlink(join(root, "node_modules"), join(directory, "node_modules"));
  await writeFile(join(directory, "package.json"), JSON.stringify({ type: "module" }));
  await writeFile(
    join(directory, "tsconfig.json"),
    JSON.stringify({ extends: join(root, "tsconfig.json"), include: ["*.ts"], exclude: [] }),
  );
  await copyFile(join(client, "roundTrip.ts"), join(directory, "roundTrip.ts"));
  const { platformUrl } = sharedPlatform();
  const generate = [join(client, "generateTypes.ts"), `${platformUrl}/openapi.json`];
  await run(process.execPath, [...generate, join(directory, "platform.ts")], { cwd: client });
});

afterAll(() => rm(directory, { recursive: true, force: true }));

/** Returns the strict compiler's errors in the directory; empty if there are none. */
async function compileErrors(): Promise<string> {
  const tsc = join(root, "node_modules/.bin/tsc");
  return run(tsc, ["--noEmit"], { cwd: directory }).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
}

describe("a client generated from the OpenAPI document", () => {
  it("a program that uses the generated client compiles, but one with undocumented calls does not", async () => {
    expect(await compileErrors()).toBe("");
    const program = await readFile(join(directory, "roundTrip.ts"), "utf8");
    const wrong = join(directory, "wrong.ts");
    await writeFile(wrong, program.replace('kind: "ENZYME"', 'kind: "VIRUS"'));
    const refused = await compileErrors();
    await rm(wrong);
    expect(refused).toMatch(/^wrong\.ts\(\d+,\d+\): error TS2322: Type '"VIRUS"' is not assignable/m);
    expect(refused.match(/error TS/g)).toHaveLength(1);
  });

  it("the generated client creates a workspace, then loads, queries, lists and undoes a file", async () => {
    const addresses = sharedPlatform();
    const env = {
      ...process.env,
      PLATFORM_URL: addresses.platformUrl,
      STAFF_TOKEN: await staffToken(addresses),
      WORKSPACE: uniqueName("client"),
    };
    const { stdout } = await run(process.execPath, [join(directory, "roundTrip.ts")], { env });
    expect(JSON.parse(stdout)).toEqual({
      isOfProject: true,
      modality: "ENZYME",
      columns: [
        { name: "mutations", type: "STRING" },
        { name: "tm_celsius", type: "FLOAT64" },
      ],
      listed: [true],
      next: null,
      lists: {
        ...{ projects: 1, orders: 0, rounds: 0, queries: 0, tables: 1, archived: 0, tableVersions: 2 },
        ...{ versions: 2, tags: 0, erasures: 0, artifacts: 0, tasks: 0 },
      },
      before: { mutations: "W159H", tm_celsius: 61.2 },
      isActive: false,
      after: null,
      asOf: { mutations: "W159H", tm_celsius: 61.2 },
      error: "project_not_found",
    });
  });
});

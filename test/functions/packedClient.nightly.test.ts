import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { CLIENT_PACKAGE, packClient } from "#build/packClient.ts";
import { type Lab, newLab, sharedPlatform } from "../support/lab.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const run = promisify(execFile);

const PROGRAM = `
const lab = await connect({ url: process.env.PDP_URL!, workspace: process.env.PDP_WORKSPACE!, token: process.env.PDP_TOKEN! });
const context = { project: process.env.PDP_PROJECT! };
const config = { columns: [{ name: "mutations", type: "STRING" as const }, { name: "tm", type: "FLOAT64" as const }] };
await lab.import({ name: "plate.csv", content: "mutations,tm\\nS238A,58.9\\nK2R,61\\n" }, { into: "plates", context, config });
let files = -1;
const result = await lab.query<{ n: number; tm: number }>("SELECT count(*) AS n, max(tm) AS tm FROM plates", {
  streamed: true,
  onCost: (cost) => { files = cost.files; },
});
const rows = await result.rows();
const refused = await lab.query("SELECT nope FROM plates").catch((error: unknown) => error);
const stored = await (await lab.queries.result(await lab.queries.start("SELECT 42 AS answer"))).rows();
console.log(JSON.stringify({ rows, files, stored, code: refused instanceof ApiError ? refused.code : null }));
`;

let lab: Lab;
let folder: string;

beforeAll(async () => {
  lab = await newLab();
  folder = await mkdtemp(join(tmpdir(), "packed-client-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it("the packed client installs in an empty project, and its types and modules work there", async () => {
  const target = join(folder, "package");
  await packClient(target);
  const npm = (...args: string[]) =>
    run("npm", [...args, "--no-audit", "--no-fund", "--ignore-scripts"], { cwd: folder });
  const { stdout } = await npm("pack", target, "--json");
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  const own = { name: "empty", private: true, type: "module" };
  await writeFile(join(folder, "package.json"), JSON.stringify(own));
  await npm("install", `./${filename}`, "--prefer-offline");
  const readme = await readFile(join(folder, "node_modules", CLIENT_PACKAGE, "README.md"), "utf8");
  const imports = readme.split("\n").filter((line) => line.startsWith("import "));
  expect(imports).toHaveLength(2);
  await writeFile(join(folder, "program.ts"), `${imports.join("\n")}\n${PROGRAM}`);
  const compilerOptions = {
    strict: true,
    module: "nodenext",
    target: "es2023",
    noEmit: true,
    typeRoots: [join(ROOT, "node_modules/@types")],
    types: ["node"],
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["program.ts"] }));
  const checked = await run(join(ROOT, "node_modules/.bin/tsc"), ["-p", folder]).catch(
    ({ stdout }: { stdout: string }) => ({ stdout }),
  );
  // One declaration in this library is incorrect under strict checks.
  const isOurs = (line: string): boolean => line !== "" && !line.includes("node_modules/@uwdata/");
  expect(checked.stdout.split("\n").filter(isOurs)).toEqual([]);
  const { platformUrl } = sharedPlatform();
  const env = {
    PDP_URL: platformUrl,
    PDP_WORKSPACE: lab.name,
    PDP_TOKEN: lab.token,
    PDP_PROJECT: lab.projectId,
  };
  const printed = await run(process.execPath, ["program.ts"], {
    cwd: folder,
    env: { ...process.env, ...env },
  });
  expect(JSON.parse(printed.stdout)).toEqual({
    rows: [{ n: 2, tm: 61 }],
    files: 1,
    stored: [{ answer: 42 }],
    code: "invalid_sql",
  });
});

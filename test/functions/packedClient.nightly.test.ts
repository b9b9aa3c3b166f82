import { execFile } from "node:child_process";
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { CLIENT_PACKAGE, packClient } from "#build/packClient.ts";
import { runEsbuild } from "#build/runEsbuild.ts";
import { hasBrowser, openPlainBrowser } from "../support/browser.ts";
import { type Lab, newLab, sharedPlatform } from "../support/lab.ts";
import { startServer } from "../support/localServer.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const EXAMPLES = join(ROOT, "examples/client");
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
  const target = join(folder, "package");
  await packClient(target);
  const npm = (...args: string[]) =>
    run("npm", [...args, "--no-audit", "--no-fund", "--ignore-scripts"], { cwd: folder });
  const { stdout } = await npm("pack", target, "--json");
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  const own = { name: "empty", private: true, type: "module" };
  await writeFile(join(folder, "package.json"), JSON.stringify(own));
  await npm("install", `./${filename}`, "--prefer-offline");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it("the packed client installs in an empty project, and its types and modules work there", async () => {
  const readme = await readFile(join(folder, "node_modules", CLIENT_PACKAGE, "README.md"), "utf8");
  const imports = readme.split("\n").filter((line) => line.startsWith("import "));
  expect(imports).toHaveLength(2);
  await writeFile(join(folder, "program.ts"), `${imports.join("\n")}\n${PROGRAM}`);
  expect(await typeProblems(["program.ts"])).toEqual([]);
  const printed = await run(process.execPath, ["program.ts"], { cwd: folder, env: environment() });
  expect(JSON.parse(printed.stdout)).toEqual({
    rows: [{ n: 2, tm: 61 }],
    files: 1,
    stored: [{ answer: 42 }],
    code: "invalid_sql",
  });
});

it("the example for Node imports a file once, and states why a file cannot be loaded", async () => {
  await copyFile(join(EXAMPLES, "node.mjs"), join(folder, "node.mjs"));
  expect(await typeProblems(["node.mjs"])).toEqual([]);
  await writeFile(join(folder, "run.csv"), "mutations,tm\nS238A,58.9\nK2R,61\n");
  const example = (...args: string[]): Promise<{ code?: number; stdout: string; stderr: string }> =>
    run(process.execPath, ["node.mjs", ...args], { cwd: folder, env: environment() }).catch(
      ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
    );
  expect((await example("run.csv", "runs")).stdout).toMatch(/^load \d+\n2 rows in runs\n$/);
  expect(await example("run.csv", "runs")).toEqual({
    code: 1,
    stdout: "",
    stderr: "These rows are already in the table.\n",
  });
  await writeFile(join(folder, "broken.csv"), "mutations,tm\nA1G,60\nV2A,warm\n");
  const { code, stderr } = await example("broken.csv", "runs");
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('The column "tm" of table "runs" is FLOAT64, not STRING.'),
  ]);
});

it.skipIf(!hasBrowser)("the example for browsers shows rows and errors (needs Linux on x64)", async () => {
  for (const name of ["browser.mjs", "browser.html"])
    await copyFile(join(EXAMPLES, name), join(folder, name));
  expect(await typeProblems(["browser.mjs"])).toEqual([]);
  await runEsbuild({
    entryPoints: [join(folder, "browser.mjs")],
    outfile: join(folder, "browser.js"),
    bundle: true,
    format: "esm",
  });
  const types: Record<string, string> = { "/browser.html": "text/html", "/browser.js": "text/javascript" };
  const site = await startServer(async ({ url = "" }, response) => {
    const type = types[url];
    if (type === undefined) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": type }).end(await readFile(join(folder, url.slice(1))));
  });
  const browser = await openPlainBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(`${site.url}/browser.html`);
    const { PDP_URL: url = "", PDP_WORKSPACE: workspace = "", PDP_TOKEN: token = "" } = environment();
    const fields = { url, workspace, token, table: "plates" };
    for (const [name, value] of Object.entries(fields)) await page.fill(`[name=${name}]`, value);
    await page.click("button");
    await page.waitForSelector("td");
    expect(await page.locator("th").allTextContents()).toEqual(["mutations", "tm"]);
    expect((await page.locator("td").allTextContents()).sort()).toEqual(["58.9", "61", "K2R", "S238A"]);
    await page.fill("[name=table]", "nothing");
    await page.click("button");
    await page.getByText('There is no table "nothing"').waitFor();
  } finally {
    await browser.close();
    await site.close();
  }
});

/** Returns the problems that the type checker finds in files of the project. */
async function typeProblems(files: readonly string[]): Promise<string[]> {
  const compilerOptions = {
    strict: true,
    allowJs: true,
    module: "nodenext",
    target: "es2023",
    lib: ["es2023", "dom", "dom.iterable"],
    noEmit: true,
    typeRoots: [join(ROOT, "node_modules/@types")],
    types: ["node"],
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  const checked = await run(join(ROOT, "node_modules/.bin/tsc"), ["-p", folder]).catch(
    ({ stdout }: { stdout: string }) => ({ stdout }),
  );
  // One declaration in this library is incorrect under strict checks.
  return checked.stdout
    .split("\n")
    .filter((line) => /^\S/.test(line) && !line.includes("node_modules/@uwdata/"));
}

function environment(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PDP_URL: sharedPlatform().platformUrl,
    PDP_WORKSPACE: lab.name,
    PDP_TOKEN: lab.token,
    PDP_PROJECT: lab.projectId,
  };
}

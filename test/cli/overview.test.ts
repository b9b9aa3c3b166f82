import { chmod, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Lab, memberToken, newLab, sharedPlatform } from "../support/lab.ts";
import { Pdp } from "../support/pdp.ts";
import { analysis, type TaskView } from "../support/taskLab.ts";

let lab: Lab;
let pdp: Pdp;

beforeAll(async () => {
  lab = await newLab();
  pdp = await Pdp.open(lab);
  await pdp.write("first.csv", "id,activity\n1,1.5\n2,2\n");
  await pdp.write("second.csv", "id,activity\n3,3.5\n");
  await pdp.done("import", "first.csv", "--into", "plates");
  await pdp.done("import", "second.csv", "--into", "plates");
});
afterAll(() => pdp.close());

const page = (path: string) => `${sharedPlatform().platformUrl}/w/${lab.name}/${path}\n`;

test("status shows the platform, the user, the workspace, its latest version, and running work", async () => {
  const [newest] = await pdp.json<{ id: string; created_at: string }[]>("table", "history");
  const { email } = await pdp.json<{ email: string }>("whoami");
  expect(await pdp.json("status")).toEqual({
    url: sharedPlatform().platformUrl,
    user: email,
    workspace: lab.name,
    project: lab.projectId,
    version: newest?.id,
    changed: newest?.created_at,
    running: [],
  });
  const text = await pdp.done("status");
  expect(text).toContain(`version\t${newest?.id}\n`);
  expect(text).toContain("running\tnothing\n");
});

test("history lists the versions of the workspace with the files of their loads, newest first", async () => {
  const [header, ...lines] = (await pdp.done("history")).trimEnd().split("\n");
  expect(header).toBe("version\tat\tkind\ttables\tload\tfiles\ttags");
  const cells = lines.map((line) => line.split("\t"));
  expect(cells.map((row) => [row[2], row[3], row[5]])).toEqual([
    ["load", "plates", "second.csv"],
    ["load", "plates", "first.csv"],
  ]);
  const [first] = await pdp.json<{ id: string; files: string[] }[]>("history", "--limit", "1");
  expect(first).toMatchObject({ id: cells[0]?.[0], files: ["second.csv"] });
});

test("table describe shows the rows and the columns of a table", async () => {
  const { code, stdout, stderr } = await pdp.run(["table", "describe", "plates"]);
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^table plates: 3 rows, version \d+\n/)]);
  expect(stdout).toMatch(/^name\ttype\tnullable\tkind\tdescription\nid\tINT64\t/);
  expect(await pdp.json("table", "describe", "plates")).toMatchObject({ reference: "plates", rows: 3 });
});

test("open prints the page of a workspace, table or project, and opens it if there is a browser", async () => {
  expect(await pdp.done("open")).toBe(page("home"));
  expect(await pdp.done("open", "project")).toBe(page(`projects/${lab.projectId}`));
  expect(await pdp.done("open", lab.projectId)).toBe(page(`projects/${lab.projectId}`));
  const program = join(pdp.folder, "browser");
  await pdp.write("browser", `#!/bin/sh\nprintf '%s\\n' "$1" > "${pdp.folder}/opened"\n`);
  await chmod(program, 0o700);
  const { stdout } = await pdp.run(["open", "plates"], { env: { BROWSER: program } });
  expect(stdout).toBe(page("tables/plates"));
  await vi.waitFor(
    async () => expect(await readFile(join(pdp.folder, "opened"), "utf8")).toBe(stdout),
    10_000,
  );
  const elsewhere = await pdp.done("open", "plates", "--console", "https://lab.example.org/");
  expect(elsewhere).toBe(`https://lab.example.org/w/${lab.name}/tables/plates\n`);
  const unknown = await pdp.run(["open", "nothing"]);
  expect([unknown.code, unknown.stdout]).toEqual([2, ""]);
});

test("use selects the workspace and the project of a program that has only a token", async () => {
  const env = { PDP_WORKSPACE: "", PDP_PROJECT: "", XDG_CONFIG_HOME: join(pdp.folder, "program") };
  const used = await pdp.run(["use", lab.name, "--project", "project"], { env });
  expect([used.code, used.stderr]).toEqual([0, `✓ workspace ${lab.name}, project project\n`]);
  const { stdout } = await pdp.run(["status", "--json"], { env });
  expect(JSON.parse(stdout)).toMatchObject({ workspace: lab.name, project: "project" });
  const whoami = await pdp.run(["whoami", "--json"], { env });
  expect(JSON.parse(whoami.stdout)).toMatchObject({ workspace: lab.name });
  // The selection is not a sign-in, and it ends with one.
  const signedOut = await pdp.run(["table", "list"], { env: { ...env, PDP_TOKEN: "" } });
  expect([signedOut.code, signedOut.stderr]).toEqual([4, expect.stringContaining("You are not signed in")]);
  await pdp.run(["logout"], { env });
  expect((await pdp.run(["status"], { env })).code).toBe(2);
});

test.each(["abc", "0", "-1", "1.5"])("a limit of %s is refused by every list", async (limit) => {
  for (const command of [["history"], ["table", "history"], ["task", "list"], ["load", "list"]]) {
    const { code, stdout, stderr } = await pdp.run([...command, `--limit=${limit}`]);
    expect([code, stdout, stderr]).toEqual([
      2,
      "",
      expect.stringContaining("must be a whole number of at least 1"),
    ]);
  }
});

test("open finds tasks, and reports if nothing has the name", async () => {
  const dataset = { kind: "QUERY", query: "SELECT * FROM plates" };
  const body = analysis(lab, { assays: [{ assay_id: "activity" }], dataset });
  const { id } = await lab.api.post<TaskView>("/task/analyze.data/v2:create", body);
  expect(await pdp.done("open", id)).toBe(page(`tasks/${id}`));
  expect(await pdp.done("open", "latest")).toBe(page(`tasks/${id}`));
  const zero = await lab.api.post<{ id: string }>("/project:create", { name: "007" });
  expect(await pdp.done("open", "007")).toBe(page(`projects/${zero.id}`));
  const { stderr } = await pdp.run(["open", "nothing"]);
  expect(stderr).toContain('There is no table, task or project "nothing".');
});

test("a project name that several projects share requires an id", async () => {
  const ids: string[] = [];
  for (let count = 0; count < 2; count += 1)
    ids.push((await lab.api.post<{ id: string }>("/project:create", { name: "twice" })).id);
  const { code, stderr } = await pdp.run(["open", "twice"]);
  const used = await pdp.run(["round", "list", "--project", "twice"]);
  expect([code, used.code]).toEqual([2, 2]);
  for (const id of ids) expect([stderr, used.stderr]).toEqual([stderr, expect.stringContaining(id)]);
  expect(stderr).toContain("Several projects are named");
});

test("undo names the author of the load of another member, and asks for --yes without a terminal", async () => {
  const email = `${lab.name}-second@example.org`;
  const token = await memberToken(sharedPlatform(), lab.orgId, email);
  await pdp.write("third.csv", "id,activity\n4,4.5\n");
  const imported = await pdp.run(["import", "third.csv", "--into", "of_second"], {
    env: { PDP_TOKEN: token },
  });
  expect(imported.code).toBe(0);
  const asked = await pdp.run(["load", "undo", "latest"]);
  expect([asked.code, asked.stderr]).toEqual([
    2,
    expect.stringContaining(`(${email}). To continue, add --yes.`),
  ]);
  expect(await pdp.done("sql", "SELECT count(*) AS n FROM of_second")).toContain("1");
  const refused = await pdp.run(["table", "archive", "plates", "--yes"], { env: { PDP_TOKEN: token } });
  expect(refused.stderr).toContain("You need the role manager");
  await pdp.done("load", "undo", "latest", "--yes");
  expect(await pdp.done("sql", "SELECT count(*) AS n FROM of_second")).toContain("0");
  await pdp.done("load", "redo", "latest");
  await pdp.done("table", "archive", "of_second", "--yes");
});

test("a manager sets roles, and lists activity and usage", async () => {
  const email = `${lab.name}-third@example.org`;
  const token = await memberToken(sharedPlatform(), lab.orgId, email);
  expect((await pdp.run(["status"], { env: { PDP_TOKEN: token } })).code).toBe(0);
  await pdp.done("member", "role", email, "reader");
  expect(await pdp.json("member", "list")).toContainEqual(expect.objectContaining({ email, role: "reader" }));
  const refused = await pdp.run(["table", "rename", "plates", "no"], { env: { PDP_TOKEN: token } });
  expect(refused.stderr).toContain("your role in this workspace is reader");
  const [record] = await pdp.json<object[]>("activity", "--kind", "member:setRole", "--limit", "1");
  expect(record).toMatchObject({ kind: "member:setRole", status: 200 });
  const month = new Date().toISOString().slice(0, 7);
  const lines = (await pdp.done("usage", "2025-03", month)).trimEnd().split("\n");
  expect(lines.slice(0, 2)).toEqual([
    "month,requests,stored_bytes,scanned_bytes,task_seconds",
    "2025-03,0,,0,0",
  ]);
  expect(lines[2]).toMatch(new RegExp(`^${month},\\d+,\\d+,\\d+,0$`));
  const unknown = await pdp.run(["member", "role", email, "owner"]);
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('"owner" is not a role')]);
});

import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { request } from "../support/http.ts";
import { type Lab, newEmptyLab, newLab, sharedPlatform, staffToken } from "../support/lab.ts";
import { Pdp } from "../support/pdp.ts";
import { addVariants } from "../support/taskLab.ts";

let lab: Lab;
let pdp: Pdp;
let asStaff: { env: Record<string, string> };
let target: Lab;

beforeAll(async () => {
  lab = await newLab();
  await addVariants(lab, 5);
  target = await newEmptyLab();
  pdp = await Pdp.open(lab);
  asStaff = { env: { PDP_TOKEN: await staffToken(sharedPlatform()), PDP_WORKSPACE: target.name } };
});
afterAll(() => pdp.close());

const files = async (): Promise<string[]> =>
  (await readdir(join(pdp.folder, "out"), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

test("an export that was interrupted is continued, and a damaged file is fetched again", async () => {
  const first = await pdp.run(["workspace", "export", "out"]);
  expect([first.code, first.stderr]).toEqual([0, expect.stringMatching(/^✓ \d+ files, .* kB in out/)]);
  const all = await files();
  const root = join(pdp.folder, "out", "export.json");
  await rename(root, `${root}.partial`);
  const damaged = all.find((path) => path.endsWith(".parquet")) ?? "";
  await writeFile(damaged, "no Parquet");
  const incomplete = await pdp.run(["workspace", "import", "out"], asStaff);
  expect([incomplete.code, incomplete.stderr]).toEqual([2, expect.stringContaining("no complete export")]);
  await writeFile(join(pdp.folder, "out", "objects", "gone.txt"), "from an earlier export");
  const { stderr } = await pdp.run(["workspace", "export", "out"]);
  expect(stderr).toMatch(/\((\d+) new files?\)/);
  // The records of requests are not exported, so only the damaged file differs.
  expect(stderr).toContain("(1 new file)");
  expect(await files()).toEqual(all);
  expect(await readFile(damaged, "latin1")).toMatch(/^PAR1/);
});

test("a folder with other files is refused", async () => {
  await writeFile(join(pdp.folder, "plate.csv"), "a\n1\n");
  const { code, stderr } = await pdp.run(["workspace", "export", "."]);
  expect([code, stderr]).toEqual([2, expect.stringContaining("Use an empty folder")]);
  const own = join(pdp.folder, "own", "objects");
  await mkdir(own, { recursive: true });
  await writeFile(join(own, "notes.txt"), "mine");
  const unlisted = await pdp.run(["workspace", "export", "own"]);
  expect([unlisted.code, unlisted.stderr]).toEqual([2, expect.stringContaining("Use an empty folder")]);
  expect(await readFile(join(own, "notes.txt"), "utf8")).toBe("mine");
});

test("an import into a workspace that is frozen as READ_ONLY is refused, and it stays frozen", async () => {
  const { platformUrl } = sharedPlatform();
  const token = await staffToken(sharedPlatform());
  const record = () => request("GET", `${platformUrl}/v2/workspace:get?name=${lab.name}`, { token });
  const { id } = (await record()).body;
  const freeze = { mode: "READ_ONLY", reason: "it moves" };
  await request("POST", `${platformUrl}/v2/workspace:freeze?id=${id}`, { token, body: freeze });
  const { code, stderr } = await pdp.run(["workspace", "import", "out"], {
    env: { ...asStaff.env, PDP_WORKSPACE: lab.name },
  });
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining("is frozen as READ_ONLY: it moves. Unfreeze it"),
  ]);
  expect((await record()).body.freeze).toMatchObject(freeze);
  await request("POST", `${platformUrl}/v2/workspace:unfreeze?id=${id}`, { token });
});

test("staff import a folder into an empty workspace, and get a map of the ids", async () => {
  const { code, stderr } = await pdp.run(
    ["workspace", "import", "out", "--new-ids", "--map", "map.csv"],
    asStaff,
  );
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^✓ imported \d+ files of/)]);
  expect(await target.api.query("SELECT count(*) AS n FROM variants")).toMatchObject({ numRows: 1 });
  const lines = (await readFile(join(pdp.folder, "map.csv"), "utf8")).trim().split("\n");
  expect(lines[0]).toBe("kind,exported_id,imported_id");
  const { items } = await target.api.get<{ items: { id: string }[] }>("/project:list");
  expect(lines).toContain(`project,${lab.projectId},${items[0]?.id}`);
  const again = await pdp.run(["workspace", "import", "out", "--new-ids"], asStaff);
  expect(again.code).toBe(0);
  const other = await pdp.run(["workspace", "import", "out"], asStaff);
  expect([other.code, other.stderr]).toEqual([1, expect.stringContaining("not empty")]);
});

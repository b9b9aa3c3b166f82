import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { byNight, groupByNight } from "#test/support/byNight.ts";
import packageInformation from "../../package.json" with { type: "json" };
import { approveSignIn } from "../support/approveSignIn.ts";
import { callLocalIdp } from "../support/directory.ts";
import { type Lab, newLab, sharedPlatform, staffToken } from "../support/lab.ts";
import { Pdp } from "../support/pdp.ts";

const GOOD = "id,sequence,activity,passed,measured\n1,MKT,1.5,true,2026-01-31\n2,MKV,2,false,2026-02-01\n";

let lab: Lab;
let pdp: Pdp;

beforeAll(async () => {
  lab = await newLab();
  pdp = await Pdp.open(lab);
  await pdp.write("good.csv", GOOD);
  await pdp.done("import", "good.csv", "--into", "plates");
});
afterAll(() => pdp.close());

describe("results", () => {
  test("results are exact in every format, and an output file appears only when it is complete", async () => {
    const query = `SELECT CAST(9007199254740993 AS BIGINT) AS big, CAST(NULL AS VARCHAR) AS nothing, '' AS empty,
      'a"b,c' AS text, ARRAY[1, 2] AS list`;
    expect(await pdp.done("sql", query)).toBe(
      'big\tnothing\tempty\ttext\tlist\n9007199254740993\t\t\ta"b,c\t[1,2]\n',
    );
    expect(await pdp.done("sql", query, "--json")).toContain('"big":9007199254740993');
    for (const extension of ["csv", "tsv", "json", "ndjson", "parquet", "arrow", "xlsx"]) {
      await pdp.done("sql", query, "-o", `result.${extension}`);
      expect((await stat(join(pdp.folder, `result.${extension}`))).size).toBeGreaterThan(20);
    }
    await pdp.done("export", "plates", "plates.tsv");
    expect(await readFile(join(pdp.folder, "plates.tsv"), "utf8")).toContain(
      "1\tMKT\t1.5\ttrue\t2026-01-31\n",
    );
    expect((await readdir(pdp.folder)).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  byNight("queries come from files or stdin, at a version or a time", async () => {
    await pdp.write("query.sql", "SELECT 1 AS one");
    expect(await pdp.done("sql", "-f", "query.sql")).toBe("one\n1\n");
    expect((await pdp.run(["sql", "-f", "-"], { input: "SELECT 2 AS two" })).stdout).toBe("two\n2\n");
    expect((await pdp.run(["sql", "-"], { input: "SELECT 3 AS three" })).stdout).toBe("three\n3\n");
    expect(await pdp.done("sql", "SELECT 1 AS one WHERE false", "--json")).toBe("[]\n");
    const [newest] = await pdp.json<{ created_at: string }[]>("table", "history");
    const query = "SELECT count(*) AS n FROM plates";
    expect(await pdp.done("sql", query, "--as-of", newest?.created_at ?? "")).toBe("n\n2\n");
    expect(await pdp.done("sql", query, "--as-of", "latest")).toBe("n\n2\n");
    const [load] = await pdp.json<{ id: string }[]>("load", "list");
    expect(await pdp.json("load", "show", "latest")).toMatchObject({ id: load?.id });
    expect((await pdp.run(["designs", "latest"])).stderr).toContain("No task matches");
    expect((await pdp.run(["sql", query, "--as-of", "2020-01-01"])).code).toBe(2);
  });
});

test("an import without a project uses the only one, and otherwise lists the projects of the workspace", async () => {
  const without = { env: { PDP_PROJECT: "" } };
  const checked = ["import", "good.csv", "--into", "plates", "--dry-run"];
  const only = await pdp.run(checked, without);
  expect([only.code, only.stderr]).toEqual([0, expect.stringContaining("project project\n")]);
  const again = await pdp.run(["project", "create", "project"]);
  expect([again.code, again.stderr]).toEqual([
    0,
    expect.stringContaining('! Another project is named "project"'),
  ]);
  const refused = await pdp.run(checked, without);
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringContaining("Projects in this workspace: project, project."),
  ]);
  await pdp.done("project", "archive", again.stdout.trim());
});

test("a task without a project belongs to the workspace", async () => {
  const parameters = {
    dataset: { kind: "TABLE", table: "plates" },
    reference: { monomer: "MKT" },
    assays: [{ assay_id: "activity" }],
  };
  await pdp.write("analysis.json", JSON.stringify({ parameters }));
  const { stdout } = await pdp.run(["analyze", "-f", "analysis.json", "--no-wait"], {
    env: { PDP_PROJECT: "" },
  });
  const { context } = await pdp.json<{ context: object }>("task", "show", stdout.trim());
  expect(context).toEqual({ kind: "WORKSPACE" });
});

describe("a file on standard input", () => {
  test("a file on standard input is checked and loaded, whatever its format", async () => {
    const checked = await pdp.run(["check", "-", "--json"], { input: GOOD });
    expect(JSON.parse(checked.stdout)).toMatchObject({ rows: 2 });
    const lines = '{"id":3,"sequence":"MKA","activity":2.5,"passed":true,"measured":"2026-02-03"}\n';
    const loaded = await pdp.run(["import", "-", "--into", "piped"], { input: lines });
    expect([loaded.code, loaded.stderr]).toEqual([
      0,
      expect.stringContaining("1 row in the new table piped"),
    ]);
    expect(await pdp.done("sql", "SELECT id, activity FROM piped")).toBe("id\tactivity\n3\t2.5\n");
    const load = await pdp.json<{ files: { filepath: string }[] }>("load", "show", "latest");
    expect(load.files.map(({ filepath }) => filepath)).toEqual(["stdin"]);
  });

  test("standard input can be named only once", async () => {
    const twice = await pdp.run(["check", "-", "-"], { input: GOOD });
    expect([twice.code, twice.stderr]).toEqual([
      2,
      "Standard input is a single file: specify - only once.\n",
    ]);
  });
});

groupByNight("an erasure", () => {
  test("an erasure is planned, confirmed with the plan's id, and certified", async () => {
    await pdp.write("donors.csv", "donor,activity\nD1,1\nD2,2\nD2,3\n");
    await pdp.done("import", "donors.csv", "--into", "donors");
    const asStaff = { env: { PDP_TOKEN: await staffToken(sharedPlatform()) } };
    const planned = await pdp.run(
      ["erase", "plan", "--table", "donors", "--where", "donor = 'D2'", "--json"],
      asStaff,
    );
    const plan = JSON.parse(planned.stdout) as { id: string; plan: { tables: { rows: number }[] } };
    expect(plan.plan.tables).toMatchObject([{ rows: 2 }]);
    expect(await pdp.done("sql", "SELECT count(*) AS n FROM donors")).toBe("n\n3\n");
    expect((await pdp.run(["erase", "confirm", plan.id], asStaff)).stderr).toContain(
      "erased 2 rows from every version",
    );
    expect(await pdp.done("sql", "SELECT count(*) AS n FROM donors")).toBe("n\n1\n");
    const certificate = await pdp.run(["erase", "certificate", plan.id], asStaff);
    expect(JSON.parse(certificate.stdout)).toMatchObject({ erasure_id: plan.id, tables: [{ rows: 2 }] });
    expect((await pdp.run(["erase", "plan", "--table", "donors"])).code).toBe(2);
    const next = await pdp.run(
      ["erase", "plan", "--table", "donors", "--where", "donor = 'D1'", "--json"],
      asStaff,
    );
    const { id } = JSON.parse(next.stdout) as { id: string };
    expect((await pdp.run(["erase", "cancel", id], asStaff)).stderr).toContain(
      `the erasure ${id} is cancelled`,
    );
    const late = await pdp.run(["erase", "confirm", id, "--keep-texts"], asStaff);
    expect([late.code, late.stderr]).toEqual([1, expect.stringContaining("was cancelled")]);
  });
});

groupByNight("tables, projects and rounds", () => {
  test("tables, projects and rounds are listed, shown, renamed and archived", async () => {
    await pdp.write("x.csv", "a\n1\n");
    await pdp.done("import", "x.csv", "--into", "old_name");
    await pdp.done("table", "rename", "old_name", "new_name");
    expect(await pdp.done("table", "show", "new_name")).toContain("columns\ta FLOAT64");
    expect((await pdp.run(["table", "archive", "new_name"])).stderr).toContain("pdp api POST");
    expect((await pdp.run(["table", "show", "new_name"])).code).toBe(1);
    // The suggested command works without a default workspace.
    const missing = await pdp.run(["use", lab.name, "--project", "second"]);
    expect(missing.stderr).toContain(`pdp project create "second" --workspace ${lab.name}`);
    expect(await pdp.done("project", "create", "second", "--modality", "enzyme")).toMatch(/^\d+\n$/);
    await pdp.done("round", "create", "first", "--project", "second");
    await pdp.done("import", "x.csv", "--into", "of_round", "--project", "second", "--round", "first");
    expect(await pdp.done("round", "list", "--project", "second")).toContain("first");
    expect(await pdp.done("project", "show", "second")).toMatch(
      /^round .*\nfirst +1 +1 +0 +0 +0\n\(not in a round\) +0 /,
    );
    await pdp.done("round", "archive", "first", "--project", "second");
    await pdp.done("project", "archive", "second");
    const refused = await pdp.run(["import", "x.csv", "--into", "t", "--project", "second"]);
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining('Project "second" not found'),
    ]);
    expect(await pdp.done("workspace", "list")).toContain(lab.name);
  });

  test("any API operation can be called, page by page", async () => {
    const tables = JSON.parse(await pdp.done("api", "GET", "data/table:list", "--paginate", "-F", "limit=1"));
    expect(tables.length).toBe((await pdp.json<unknown[]>("table", "list")).length);
    expect(JSON.parse(await pdp.done("api", "GET", "/users/me")).email).toBe(`${lab.name}@example.org`);
    const body = ["-F", "name=third", "-F", "modality.kind=ENZYME"];
    expect(JSON.parse(await pdp.done("api", "POST", "project:create", ...body)).modality.kind).toBe("ENZYME");
    const broken = await pdp.run(["api", "POST", "project:create", "--input", "-"], { input: "{" });
    expect([broken.code, broken.stderr]).toEqual([2, expect.stringContaining("--input - is not JSON.")]);
  });
});

describe("waiting", () => {
  test("Ctrl-C ends the wait and says how to continue", async () => {
    const query = "SELECT 'MKTAYIAKQR' AS sequence, 1.0 AS activity";
    const flags = ["--query", query, "--reference", "MKTAYIAKQR", "-a", "activity"];
    const { code, stdout, stderr } = await pdp.run(["analyze", ...flags], {
      onWords: (words) => words.includes("task "),
    });
    const id = stdout.trim();
    expect([code, stderr]).toEqual([130, expect.stringContaining(`pdp task watch ${id}`)]);
    const later = await pdp.run(["task", "watch", id]);
    const [task] = await pdp.json<{ id: string; state: string }[]>("task", "list", "--limit", "1");
    expect([task?.id, task?.state]).toEqual([id, later.code === 0 ? "COMPLETED" : "FAILED"]);
  });

  test("--no-wait skips the wait", async () => {
    const load = (await pdp.done("import", "good.csv", "--into", "later", "--no-wait")).trim();
    const shown = () => pdp.done("load", "show", load);
    await expect.poll(shown).toContain("state\tcompleted");
    await pdp.done("load", "undo", load, "--no-wait");
    await expect.poll(shown).toContain("active\tfalse");
  });
});

test("a load and a task move to another round of their project", async () => {
  const load = (await pdp.done("import", "good.csv", "--into", "moved", "--round", "none")).trim();
  await pdp.done("round", "create", "round of moves");
  const { stderr } = await pdp.run(["load", "move", load, "round of moves"]);
  expect(stderr).toContain(`✓ the load ${load} is in round of moves`);
  expect((await pdp.run(["load", "move", "latest", "none"])).stderr).toContain("is not in a round");
  // The latest round is unused, so it is the next one.
  expect((await pdp.run(["load", "move", load, "new"])).stderr).toContain("is in round of moves");
  expect((await pdp.run(["load", "move", load, "new"])).stderr).toMatch(/is in round \d+/);
  await pdp.done("project", "create", "without-loads");
  const elsewhere = { env: { PDP_PROJECT: "without-loads" } };
  for (const words of [
    ["load", "move", "latest", "none"],
    ["load", "undo", "latest", "--yes"],
  ])
    expect((await pdp.run(words, elsewhere)).stderr).toContain("The project has no loads yet");
  const wrong = await pdp.run(["load", "move", load, "no such round"]);
  expect([wrong.code, wrong.stderr]).toEqual([
    2,
    expect.stringContaining('Its project has no round "no such round"; its rounds: '),
  ]);
  const round = (await pdp.done("round", "create", "round before")).trim();
  await pdp.done("api", "POST", `round:archive?id=${round}`);
  expect((await pdp.run(["load", "move", load, round])).stderr).toContain(`"${round}" is archived`);
});

describe("signing in", () => {
  test("a browser sign-in on this machine returns to a local port", async () => {
    const person = await Pdp.open();
    const fields = { email: `${lab.name}@example.org`, organization_id: "", decision: "approve" };
    let isApproved = false;
    const { code, stderr } = await person.run(["login", "--browser"], {
      env: { BROWSER: "true" },
      onWords: (words) => {
        const page = /Sign in at (\S+)\n/.exec(words)?.[1];
        if (page && !isApproved) {
          isApproved = true;
          void approveSignIn(page, fields).then((location) => fetch(location));
        }
        return false;
      },
    });
    expect([code, stderr]).toEqual([0, expect.stringContaining(`workspace ${lab.name}`)]);
    expect(await person.done("table", "list")).toContain("plates");
    const interrupted = await person.run(["login", "--device"], {
      onWords: (words) => words.includes("enter"),
    });
    expect(interrupted.code).toBe(130);
    await person.close();
  });

  test("machines need no sign-in", async () => {
    const organization = { organization_id: lab.orgId };
    const client = await callLocalIdp(sharedPlatform(), "POST", "/local/machine_clients", organization);
    const { client_id, client_secret } = client;
    const env = { PDP_TOKEN: "", PDP_CLIENT_ID: client_id, PDP_CLIENT_SECRET: client_secret };
    const listed = await pdp.run(["table", "list"], { env });
    expect([listed.code, listed.stdout]).toEqual([0, expect.stringContaining("plates")]);
    const refused = await pdp.run(["table", "list"], { env: { ...env, PDP_CLIENT_SECRET: "wrong" } });
    expect(refused.code).toBe(4);
  });
});

describe("errors", () => {
  test("errors set the exit code and are written to stderr, as JSON on request", async () => {
    const usage = await pdp.run(["sql"]);
    expect([usage.code, usage.stdout]).toEqual([2, ""]);
    expect((await pdp.run(["tabel", "list"])).code).toBe(2);
    expect((await pdp.run(["table", "list", "--colour"])).code).toBe(2);
    const failed = await pdp.run(["sql", "SELECT nothing FROM plates", "--json"]);
    expect([failed.code, failed.stdout]).toEqual([1, ""]);
    expect(JSON.parse(failed.stderr).error).toMatchObject({ message: expect.stringContaining("nothing") });
    expect((await pdp.run(["table", "list"], { env: { PDP_TOKEN: "not-a-token" } })).code).toBe(4);
  });

  test("the doctor finds errors", async () => {
    expect(await pdp.done("doctor")).not.toContain("✗");
    const nobody = await pdp.run(["doctor"], { env: { PDP_TOKEN: "" } });
    expect([nobody.code, nobody.stdout]).toEqual([4, expect.stringContaining("sign-in\t✗")]);
    const nowhere = await pdp.run(["doctor"], { env: { PDP_URL: "http://127.0.0.1:9" } });
    expect([nowhere.code, nowhere.stdout]).toEqual([1, expect.stringContaining("is not responding")]);
  });
});

test("help and completion work offline and list every command", async () => {
  const env = { PDP_URL: "http://127.0.0.1:9", PDP_TOKEN: "" };
  const help = await pdp.run(["--help"], { env });
  expect([help.code, help.stdout]).toEqual([0, expect.stringContaining("Exit codes: 0 done")]);
  const version = await pdp.run(["--version"], { env });
  expect([version.code, version.stdout.trim()]).toEqual([0, packageInformation.version]);
  const importHelp = await pdp.run(["import", "--help"], { env });
  expect(importHelp.stdout).toContain("--missing <words>");
  for (const shell of ["bash", "zsh", "fish"]) {
    const { code, stdout } = await pdp.run(["completion", shell], { env });
    expect([code, stdout]).toEqual([0, expect.stringContaining("pdp __complete -- ")]);
  }
});

import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { byNight } from "#test/support/byNight.ts";
import { callLocalIdp } from "../support/directory.ts";
import { type Lab, newLab, sharedPlatform } from "../support/lab.ts";
import { Pdp } from "../support/pdp.ts";
import { REFERENCE, variantsCsv } from "../support/taskLab.ts";

/** Each training or design takes several seconds of CPU time, on shared cores. */

let lab: Lab;
let pdp: Pdp;

beforeAll(async () => {
  lab = await newLab();
  pdp = await Pdp.open();
  const lines = variantsCsv(60).split("\n");
  lines[4] = lines[4]?.replace(/,[\d.]+,/, ",n.d.,") ?? "";
  lines[7] = lines[7]?.replace(/,[\d.]+,/, ",<LOD,") ?? "";
  await pdp.write("plate.csv", lines.join("\n"));
});
afterAll(() => pdp.close());

const count = async (...more: string[]) =>
  (await pdp.done("sql", "SELECT count(*) AS n, count(activity) AS measured FROM variants", ...more)).split(
    "\n",
  );

describe("the command line", () => {
  test("login uses a code entered elsewhere and stores the session so that only its user can read it", async () => {
    const email = `${lab.name}@example.org`;
    let isApproved = false;
    const { code, stderr } = await pdp.run(["login", "--device"], {
      onWords: (words) => {
        const userCode = /enter {2}([A-Z-]+)/.exec(words)?.[1];
        if (userCode && !isApproved) {
          isApproved = true;
          void approve(userCode, email);
        }
        return false;
      },
    });
    expect(stderr).toMatch(/Open http:\S+ and enter {2}\S+ {3}\(\d+ minutes\)/);
    expect(stderr).toContain(`✓ ${email}, workspace ${lab.name}`);
    expect(code).toBe(0);
    const { mode } = await stat(join(pdp.folder, "config/pdp/credentials.json"));
    if (process.platform !== "win32") expect(mode & 0o777).toBe(0o600);
    expect(await pdp.done("use", lab.name, "--project", "project")).toBe("");
    expect(await pdp.done("whoami")).toContain(`email\t${email}`);
  });

  test("import rejects a file with mistakes before uploading it, and names the flag that fixes them", async () => {
    const { code, stdout, stderr } = await pdp.run(["import", "plate.csv", "--into", "variants"]);
    expect(code).toBe(3);
    expect(stdout).toBe("");
    expect(stderr).toContain("✗ plate.csv: 1 cell cannot be read");
    expect(stderr).toContain('1×  activity  "n.d." is not a number  line 5');
    expect(stderr).toContain("--missing n.d.");
    expect(stderr).toContain('1 cell with a limit, such as "<LOD"; activity_limit keeps the rest');
    expect(stderr).toContain("Nothing was uploaded.");
    expect(await pdp.json("load", "list")).toEqual([]);
  });

  test("the flag fixes the import, and the data is queried, undone, redone and read at earlier versions", async () => {
    const load = (
      await pdp.done("import", "plate.csv", "--into", "variants", "--missing", "n.d.,<LOD")
    ).trim();
    expect(load).toMatch(/^\d+$/);
    expect(await count()).toEqual(["n\tmeasured", "60\t58", ""]);
    const [version] = await pdp.json<{ id: string }[]>("table", "history", "variants");
    const undone = await pdp.run(["load", "undo", load]);
    expect(undone.stderr).toContain(
      "✓ 60 rows were removed from the latest version; earlier versions still contain them",
    );
    expect((await count())[1]).toBe("0\t0");
    expect((await count("--as-of", version?.id ?? ""))[1]).toBe("60\t58");
    const diff = (await pdp.done("diff", "variants", version?.id ?? "")).trimEnd().split("\n");
    expect(diff).toHaveLength(61);
    expect(diff[0]).toMatch(/^\$change\t\$rows\t/);
    expect(new Set(diff.slice(1).map((line) => line.split("\t")[0]))).toEqual(new Set(["REMOVED"]));
    const { stderr: cost } = await pdp.run(["sql", "--cost", "--as-of", version?.id ?? "", "TABLE variants"]);
    expect(cost).toMatch(/The query reads 1 file with [\d,]+ bytes\./);
    const { stderr: tagged } = await pdp.run(["tag", "add", "first-plate", version?.id ?? ""]);
    expect(tagged).toContain(`✓ version ${version?.id} is now named first-plate`);
    expect((await count("--as-of", "First-Plate"))[1]).toBe("60\t58");
    expect(await pdp.json("tag", "list")).toMatchObject([{ name: "first-plate", version_id: version?.id }]);
    const { stderr: misspelt } = await pdp.run(["sql", "--as-of", "first-plat", "SELECT 1"]);
    expect(misspelt).toContain('"first-plat" is neither a version, nor a tag');
    await pdp.done("tag", "remove", "first-plate");
    expect(await pdp.json("tag", "list")).toEqual([]);
    await pdp.done("load", "redo", load);
    expect((await count())[1]).toBe("60\t58");
    const kinds = (await pdp.json<{ kind: string }[]>("table", "history")).map(({ kind }) => kind);
    expect(kinds).toEqual(["REDO_LOAD", "UNDO_LOAD", "LOAD"]);
  });

  byNight(
    "training and design keep position 1 and write the order list, FASTA and plate layout",
    async () => {
      await pdp.write("wt.fasta", `>wild type\n${REFERENCE}\n`);
      const relatives = ["V", "I", "L"].map((letter, at) => `>r${at}\n${REFERENCE.slice(0, -1)}-${letter}\n`);
      await pdp.write("family.a3m", `>query\n${REFERENCE}-\n${relatives.join("")}`);
      await pdp.done("import", "family.a3m", "--into", "family");
      const trained = await pdp.done(
        ...["train", "--table", "variants", "--reference", "wt.fasta", "--assay", "activity", "--seed", "1"],
        ...["--homologs", "family"],
      );
      const { parameters } = await pdp.json<{ parameters: { homologs: unknown } }>(
        "task",
        "show",
        trained.trim(),
      );
      expect(parameters.homologs).toMatchObject({ kind: "TABLE", table: "family" });
      const project = lab.projectId;
      await pdp.done("project", "set-reference", project, "whole", "wt.fasta");
      await pdp.done("project", "set-reference", project, "mature", "wt.fasta", "--first-number", "24");
      const flags = [
        "--maximize",
        "activity",
        "--mutations",
        "2",
        "-n",
        "10",
        "--protect",
        "28-30",
        "--numbering",
        "mature",
        "--seed",
        "1",
      ];
      const engineered = await pdp.run(["engineer", "--models", trained.trim(), ...flags]);
      expect(engineered.stderr).toContain("Position 24 (M) is kept");
      expect(engineered.code).toBe(0);
      const task = engineered.stdout.trim();
      const listed = await pdp.json<{ name: string; mutations: string; sequence: string }[]>("designs", task);
      expect(listed.length).toBe(10);
      // The latest load is the one that imported the last files, not the one that stores the designs.
      const [imported] = await pdp.json<{ id: string }[]>("load", "list");
      const [stored] = await pdp.json<{ id: string }[]>("load", "list", "--all");
      expect(stored?.id).not.toBe(imported?.id);
      expect(await pdp.json("load", "show", "latest")).toMatchObject({ id: imported?.id });
      const { stderr: removed } = await pdp.run(["load", "undo", stored?.id ?? ""]);
      expect(removed).toContain("✓ The rows were removed from the latest version");
      await pdp.done("load", "redo", stored?.id ?? "");
      for (const { mutations, sequence } of listed) {
        expect(mutations.split(";").length).toBeLessThanOrEqual(2);
        expect([sequence[0], sequence.slice(4, 7)]).toEqual(["M", REFERENCE.slice(4, 7)]);
      }
      const csv = await pdp.run(["designs", task, "--csv"]);
      const [header, first] = csv.stdout.split("\n");
      expect(header).toBe("name,mutations,sequence,activity_mean,activity_sd");
      expect(first?.startsWith(`D001,${listed[0]?.mutations},${listed[0]?.sequence},`)).toBe(true);
      const [, renumbered] = (await pdp.done("designs", task, "--csv", "--first-number", "24")).split("\n");
      const numbered = listed[0]?.mutations.replace(/\d+/g, (position) => `${Number(position) + 23}`);
      expect(renumbered?.startsWith(`D001,${numbered},`)).toBe(true);
      const byName = await pdp.done("designs", task, "--csv", "--numbering", "Mature");
      expect(byName.split("\n")[1]).toBe(renumbered);
      const refused = await pdp.run(["designs", task, "--csv", "--numbering", "wt"]);
      expect(refused.code).toBe(2);
      expect(refused.stderr).toContain('has no reference "wt": whole, mature.');
      const twice = await pdp.run(["designs", task, "--csv", "--numbering", "whole", "--first-number", "24"]);
      expect([twice.code, twice.stderr]).toEqual([2, expect.stringContaining("not both")]);
      const fasta = await pdp.done("designs", task, "--fasta", "--controls", "reference");
      expect(fasta.split("\n").slice(0, 2)).toEqual([`>D001 ${listed[0]?.mutations}`, listed[0]?.sequence]);
      expect(fasta.endsWith(`>reference\n${REFERENCE}\n`)).toBe(true);
      await pdp.done("designs", task, "--plate", "96", "-o", "order.csv");
      const plate = (await readFile(join(pdp.folder, "order.csv"), "utf8")).trim().split("\n");
      expect(plate.length).toBe(13);
      expect(plate[0]).toBe("plate,well,name,kind,mutations,sequence");
      expect(plate[1]).toMatch(/^1,A01,D001,design,\S+,[A-Z]+$/);
      expect(plate.at(-2)).toBe(`1,H11,reference,reference,,${REFERENCE}`);
      expect(plate.at(-1)).toMatch(/^1,H12,best,best so far,\S+,[A-Z]+$/);
      expect(await pdp.done("report", task)).toContain("designs");
      await pdp.done("report", task, "-o", "report.html");
      expect(await readFile(join(pdp.folder, "report.html"), "utf8")).toMatch(/^<!doctype html>/i);
    },
  );

  byNight("tasks start with parameters from a file or from flags, and can be cancelled", async () => {
    const [training] = await pdp.json<{ id: string }[]>("task", "list", "--type", "train", "--limit", "1");
    const flags = [
      "diversify",
      "--models",
      training?.id ?? "",
      "-n",
      "5",
      "--no-wait",
      "--name",
      "from flags",
    ];
    const first = (await pdp.done(...flags)).trim();
    const { parameters } = await pdp.json<{ parameters: object }>("task", "show", first);
    await pdp.write("p.json", JSON.stringify({ parameters, display_name: "from a file" }));
    const second = (await pdp.done("diversify", "-f", "p.json", "--no-wait")).trim();
    await pdp.done("task", "cancel", second);
    const shown = await pdp.json<{ state: string; display_name: string }>("task", "show", second);
    expect([shown.state, shown.display_name]).toEqual(["CANCELLED", "from a file"]);
    const watched = await pdp.run(["task", "watch", second]);
    expect([watched.code, watched.stderr]).toEqual([1, expect.stringContaining("was cancelled")]);
    await pdp.done("task", "watch", first);
    expect((await pdp.json<unknown[]>("designs", first, "--pick", "3", "--by", "diversity")).length).toBe(3);
    const scanned = await pdp.run(["predict", "--models", training?.id ?? ""]);
    expect([scanned.code, scanned.stderr]).toEqual([0, expect.stringContaining("✓ predicted")]);
    const predictions = `tasks.task_${scanned.stdout.trim()}.predictions`;
    const counted = await pdp.done("sql", `SELECT count(*) FROM ${predictions}`);
    expect(counted).toContain(String(1 + 19 * REFERENCE.length));
    const twice = await pdp.run([
      ...["predict", "--models", training?.id ?? "", "--table", "variants", "--template", REFERENCE],
    ]);
    expect([twice.code, twice.stderr]).toEqual([2, expect.stringContaining("Use only one of --table")]);
    const missing = await pdp.run(["engineer", "--models", training?.id ?? ""]);
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining("--maximize ASSAY")]);
  });

  test("several processes can refresh an expired session concurrently", async () => {
    const path = join(pdp.folder, "config/pdp/credentials.json");
    const kept = JSON.parse(await readFile(path, "utf8"));
    for (const session of Object.values<{ accessToken: string }>(kept.platforms)) session.accessToken = "";
    await pdp.write("config/pdp/credentials.json", JSON.stringify(kept));
    const both = await Promise.all([pdp.run(["table", "list"]), pdp.run(["project", "list"])]);
    expect(both.map(({ code, stderr }) => [code, stderr])).toEqual([
      [0, ""],
      [0, ""],
    ]);
    await pdp.done("logout");
    expect((await pdp.run(["table", "list"])).code).toBe(4);
  });
});

/** Approves a code, as a user would on the provider's page. */
async function approve(userCode: string, email: string): Promise<void> {
  const post = (path: string, body: object) => callLocalIdp(sharedPlatform(), "POST", path, body);
  const { id: user_id } = await post("/local/users", { email });
  await post("/local/device_codes/approve", { user_code: userCode, user_id, organization_id: null });
}

import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { storedStructure } from "../shared/science/inverseFolding/structureFiles.ts";
import { newLab } from "../support/lab.ts";
import { Pdp } from "../support/pdp.ts";

const FOLDER = join(import.meta.dirname, "../shared/science/inverseFolding/structures");

let pdp: Pdp;
let reference: string;

beforeAll(async () => {
  pdp = await Pdp.open(await newLab());
  const { residues } = await storedStructure("selenomethionine-1a8o");
  reference = residues.map(({ letter }) => letter).join("");
  await copyFile(join(FOLDER, "selenomethionine-1a8o.pdb.gz"), join(pdp.folder, "1a8o.pdb.gz"));
});
afterAll(() => pdp.close());

test("a structure is added, listed and shown, and gives a first plate without measurements", async () => {
  await pdp.done("project", "set-reference", "project", "capsid", `W${reference.slice(1)}`);
  const { stdout, stderr } = await pdp.run(["structure", "add", "1a8o.pdb.gz", "--name", "capsid"]);
  const id = stdout.trim();
  expect(id).toMatch(/^\d+$/);
  expect(stderr).toContain("Chain A: 70 residues, 151 to 220");
  expect(stderr).toContain("capsid is chain A, 98.6 % identical; different: W1M");
  expect(await pdp.done("structure", "list")).toContain(`${id}\tcapsid\tREADY\t70\tA`);
  const shown = await pdp.run(["structure", "show", id]);
  expect(shown.stderr).toContain("Chain A: 70 residues");
  const training = await pdp.run(["train", "--structure", id, "--reference", reference]);
  const trained = training.stdout.trim();
  expect(training.stderr).toContain(`next: pdp diversify --models ${trained} -n 96`);
  const designed = (await pdp.done("diversify", "--models", trained, "-n", "8", "--mutations", "2")).trim();
  const near = await pdp.run(["diversify", "--models", trained, "-n", "8", "--protect-near", "ligand:8"]);
  expect(near.stderr).toContain("has no ligand, metal or nucleic acid");
  const exposed = await pdp.run(["diversify", "--models", trained, "-n", "8", "--protect-exposed", "5"]);
  expect(exposed.stderr).toContain("--protect-exposed");
  expect(exposed.code).not.toBe(0);
  const buried = await pdp.done("diversify", "--models", trained, "-n", "8", "--protect-buried", "0.3");
  expect((await pdp.done("designs", buried.trim(), "--csv")).trim().split("\n").length).toBeGreaterThan(4);
  const exposedToo = await pdp.run(["diversify", "--models", trained, "-n", "8", "--protect-exposed", "0.9"]);
  expect(exposedToo.stderr).toMatch(/kept because of the structure: [A-Z]\d+/);
  const unclear = await pdp.run(["diversify", "--models", trained, "-n", "8", "--protect-near", "zinc"]);
  expect(unclear.stderr).toContain("write ligand:8 or chain=B:8");
  expect((await pdp.done("designs", designed, "--csv")).trim().split("\n").length).toBeGreaterThanOrEqual(9);

  // The results of a first plate, with the structure, lead to a second one.
  const plate = (await pdp.done("diversify", "--models", trained, "-n", "48", "--mutations", "2")).trim();
  const [header = "", ...rows] = (await pdp.done("designs", plate, "--csv")).trim().split("\n");
  const column = header.split(",").indexOf("sequence");
  const measured = rows.map((row, at) => `${row.split(",")[column]},${(5 + Math.sin(at)).toFixed(2)}`);
  await pdp.write("results.csv", ["sequence,activity", ...measured, ""].join("\n"));
  await pdp.done("import", "results.csv", "--into", "results");
  const measurements = ["--table", "results", "--assay", "activity", "--reference", reference];
  const second = await pdp.run(["train", ...measurements, "--structure", id]);
  expect(second.code).toBe(0);
  const next = ["engineer", "--models", second.stdout.trim(), "--maximize", "activity", "-n", "8"];
  const engineered = (await pdp.done(...next)).trim();
  expect((await pdp.done("designs", engineered, "--csv")).trim().split("\n").length).toBe(9);
});

test("an archived structure is not listed or used until it is unarchived", async () => {
  const id = (await pdp.run(["structure", "add", "1a8o.pdb.gz", "--name", "old"])).stdout.trim();
  expect((await pdp.run(["structure", "archive", id])).stderr).toContain("archived the structure old");
  expect(await pdp.done("structure", "list")).not.toContain(id);
  expect(await pdp.done("structure", "list", "--all")).toMatch(
    new RegExp(`${id}\told.*\t2\\d{3}-.*\t2\\d{3}-`),
  );
  expect((await pdp.run(["structure", "show", id])).stderr).toContain("Archived");
  const refused = await pdp.run(["train", "--structure", id, "--reference", reference]);
  expect(refused.stderr).toContain(`The structure ${id} is archived. Unarchive it first.`);
  await pdp.done("structure", "archive", id, "--undo");
  expect(await pdp.done("structure", "list")).toContain(id);
});

test("a file that is not a structure is refused with the reason", async () => {
  await pdp.write("wrong.pdb", "variant,value\nA1G,3\n");
  const { code, stderr } = await pdp.run(["structure", "add", "wrong.pdb"]);
  expect(code).not.toBe(0);
  expect(stderr).toContain("neither in PDB nor in mmCIF format");
  expect((await pdp.run(["structure", "add", "absent.pdb"])).stderr).toContain(
    'There is no file "absent.pdb"',
  );
});

import { translate } from "@pdp/basics/proteins";
import { createRandom } from "@pdp/basics/statistics";
import { hostTable } from "@pdp/science/dna";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newLab, startCsvLoad } from "../support/lab.ts";
import { Pdp } from "../support/pdp.ts";

const PARENT = "MKTAYIAKQRQISFVKSHFSRQLEERLGLIEVQ";
const DESIGNS = [`MW${PARENT.slice(2)}`, `MKW${PARENT.slice(3)}`];

let pdp: Pdp;

beforeAll(async () => {
  const lab = await newLab();
  pdp = await Pdp.open(lab);
  const columns = ["sequence", "parent"].map((name) => ({ name, type: "STRING" }));
  const rows = DESIGNS.map((sequence) => `${sequence},${PARENT}`);
  await lab.api.settled(
    await startCsvLoad(lab, "designed", columns, `sequence,parent\n${rows.join("\n")}\n`),
  );
});
afterAll(() => pdp.close());

test("an order is created, listed, shown, written as DNA, and archived", async () => {
  const plate = ["--plate", "96", "--parent", "2", "--blank", "1"];
  const created = await pdp.run([
    "order",
    "create",
    "plate 1",
    "--project",
    "project",
    "--table",
    "designed",
    ...plate,
  ]);
  expect(created.stderr).toContain("2 designs on 1 plate");
  const [, id = ""] = /order plate 1, (\d+)/.exec(created.stderr) ?? [];
  expect(created.stdout).toBe(`${id}\n`);
  const wells = (await pdp.done("order", "show", id))
    .trim()
    .split("\n")
    .map((line) => line.split("\t").slice(0, 4).join(" "));
  expect(wells).toEqual([
    "plate well name role",
    "1 A01 D001 DESIGN",
    "1 A02 D002 DESIGN",
    "1 H10 reference PARENT",
    "1 H11 reference PARENT",
    "1 H12 blank BLANK",
  ]);
  expect(await pdp.done("order", "list", "--project", "project")).toContain(`${id}\tplate 1\t2\t1`);

  // A reader's export lists only wells; the layout of the order states their contents.
  const numbers = Array.from({ length: 12 }, (_, column) => column + 1);
  const values = [..."ABCDEFGH"].map((letter, row) => [
    letter,
    ...numbers.map((column) => 100 * row + column),
  ]);
  await pdp.write("export.csv", `,${numbers.join()}\n${values.map((row) => row.join()).join("\n")}\n`);
  const read = await pdp.run([
    "import",
    "export.csv",
    "--order",
    id,
    "--into",
    "measured",
    "--value",
    "activity",
  ]);
  expect(read.stderr).toContain(
    "export.csv: 5 wells of the order plate 1; 91 wells of export.csv not in the order",
  );
  const rows = await pdp.json<object[]>(
    "sql",
    "SELECT name, role, sequence, activity FROM measured ORDER BY activity",
  );
  expect(rows).toEqual([
    { name: "D001", role: "design", sequence: DESIGNS[0], activity: 1 },
    { name: "D002", role: "design", sequence: DESIGNS[1], activity: 2 },
    { name: "reference", role: "parent", sequence: PARENT, activity: 710 },
    { name: "reference", role: "parent", sequence: PARENT, activity: 711 },
    { name: "blank", role: "blank", sequence: null, activity: 712 },
  ]);
  const [load] = await pdp.json<{ context: { round_id: string } }[]>("load", "list");
  const [order] = await pdp.json<{ round_id: string }[]>("order", "list");
  expect(load?.context.round_id).toBe(order?.round_id);
  // A table of earlier measurements gets the columns of the layout.
  await pdp.write("first.csv", `sequence,activity\n${PARENT},1\n`);
  await pdp.done("import", "first.csv", "--into", "earlier", "--project", "project");
  await pdp.done("import", "export.csv", "--order", id, "--into", "earlier", "--value", "activity");
  expect(await pdp.json("sql", "SELECT count(*) AS n, count(role) AS roles FROM earlier")).toEqual([
    { n: 6, roles: 5 },
  ]);
  const { stderr: refused } = await pdp.run(["import", "export.csv", "--order", id]);
  expect(refused).toContain("Specify the table: --into TABLE.");

  const csv = await pdp.done(
    "order",
    "dna",
    id,
    "--host",
    "e_coli",
    "--avoid",
    "BsaI, NdeI",
    "--stop",
    "taa",
    "--gc",
    "0.3-0.7",
  );
  const [header, ...proteins] = csv
    .trim()
    .split("\n")
    .map((line) => line.split(","));
  expect(header).toEqual(["name", "sequence"]);
  expect(proteins.map(([name, dna]) => [name, translate(dna ?? "")])).toEqual([
    ["D001", `${DESIGNS[0]}*`],
    ["D002", `${DESIGNS[1]}*`],
    ["reference", `${PARENT}*`],
  ]);
  await pdp.done("order", "archive", id);
  expect(await pdp.done("order", "list")).not.toContain(id);
  expect(await pdp.done("order", "list", "--all")).toContain(id);
});

test("the latest order gets primers with wells, also for degenerate codons", async () => {
  const random = createRandom("plasmid");
  const codons = hostTable("E_COLI");
  const coding = [...PARENT].map((residue) => codons.get(residue)?.[0]?.bases).join("");
  const backbone = Array.from({ length: 600 }, () => "ACGT"[random.integer(4)]).join("");
  const flags = ["--project", "project", "--table", "designed"];
  await pdp.done("order", "create", "primed", ...flags);
  const template = ["--template", `${coding}TAA${backbone}`, "--host", "e_coli"];
  const library = ["--library", "K5:NNK,6:NDT"];
  const csv = await pdp.done("order", "primers", "latest", ...template, ...library, "--plate", "96");
  const [header, ...rows] = csv.trim().split("\n");
  expect(header).toBe("name,sequence,plate,well");
  expect(rows.map((row) => row.split(",").filter((_, at) => at !== 1))).toEqual([
    ["D001-F1", "1", "A01"],
    ["D001-R1", "1", "A02"],
    ["D002-F1", "1", "A03"],
    ["D002-R1", "1", "A04"],
    ["library-F1", "1", "A05"],
    ["library-R1", "1", "A06"],
  ]);
  expect(rows[4]).toContain(",NNKNDT");
  const dna = await pdp.done("order", "dna", "latest", "--host", "e_coli", ...library);
  expect(dna).toMatch(/\nlibrary,([ACGT]{12})NNKNDT/);
  expect(await pdp.done("order", "show", "latest")).toContain("D002");
  for (const [args, message] of [
    [["--host", "e_coli"], "Specify the plasmid with --template"],
    [[...template, "--method", "sideways"], "--method must be back-to-back or overlapping"],
    [[...template, "--library", "NNK"], '--library: "NNK" is not a position with its codon. Write 39:NNK.'],
  ] as const) {
    const { code, stderr } = await pdp.run(["order", "primers", "latest", ...args]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  }
});

test("constraints that cannot be met are reported with the position, and options that do not fit are refused", async () => {
  const order = ["order", "create", "short"];
  const created = await pdp.run([...order, "--query", "SELECT 'MMW' AS sequence"]);
  const [, id = ""] = /order short, (\d+)/.exec(created.stderr) ?? [];
  const written = await pdp.run([
    "order",
    "dna",
    id,
    "--host",
    "human",
    "--avoid",
    "ATGTGG",
    "--vendor",
    "idt",
  ]);
  expect(written.stderr).toContain("! D001: Residue 3 (W) cannot be written without ATGTGG");
  expect(written.stderr).toContain("The layout of IDT files has not been verified");
  expect(written.stdout).toBe("name,sequence\n");
  expect(written.code).toBe(1);
  expect(written.stderr).toContain("1 of 1 sequence could not be written");
  for (const [args, message] of [
    [["order", "dna", id], "one of --host, --codon-table and --codon-genes"],
    [["order", "dna", id, "--host", "human", "--gc", "40"], '--gc "40"'],
    [["order", "dna", id, "--host", "plant"], "--host must be e_coli,"],
    [order, "one of --task, --table and --query"],
    [[...order, "--table", "designed", "--plate", "48"], '--plate must be 96 or 384, not "48"'],
    [[...order, "--table", "designed", "--blank", "3"], "require --plate"],
  ] as const) {
    const { code, stderr } = await pdp.run([...args]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  }
});

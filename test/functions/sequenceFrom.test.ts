import { beforeAll, describe, expect, test } from "vitest";
import type { FilePreview } from "#shared/domain/loads/filePreview.ts";
import type { Load } from "#shared/domain/loads/load.ts";
import type { Project } from "#shared/domain/project.ts";
import { request } from "../support/http.ts";
import { type Lab, scalar, sharedLab } from "../support/lab.ts";
import { type TaskView, waitForTask } from "../support/taskLab.ts";

const WT = "MKTAYIAKQRQISFVKSHFSRQLEERLGLIEV";
const LETTERS = "ACDEFGHIKLMNPQRSTVWY";
let lab: Lab;

beforeAll(async () => {
  lab = await sharedLab();
});

async function post(path: string, body: object) {
  return request("POST", `${lab.regionUrl}/v2/workspace/${lab.name}${path}`, { token: lab.token, body });
}

/** Score of a mutation, which depends on its position. */
function score(at: number, to: string): string {
  return (1 - at / 40 + LETTERS.indexOf(to) / 50 + ((at * 37) % 11) / 100).toFixed(3);
}

/** Returns whether a mutation is not measured, to keep training runs small. */
function isLeftOut(from: string, at: number, to: string): boolean {
  return to === from || (at * 7 + LETTERS.indexOf(to)) % 16 !== 0;
}

/** Single-mutation rows, each with its code and score. */
function singles(code: (from: string, at: number, to: string) => string): string[] {
  return [...WT].flatMap((from, at) =>
    [...LETTERS].flatMap((to) => (isLeftOut(from, at, to) ? [] : [`${code(from, at, to)},${score(at, to)}`])),
  );
}

async function preview(content: string, query = ""): Promise<FilePreview> {
  const form = new FormData();
  form.set("file", new File([content], "scan.csv"));
  return lab.api.postForm(`/data:preview?project_id=${lab.projectId}${query}`, form);
}

/** Loads a file with the configuration proposed by its preview. Returns the settled load. */
async function loadAsProposed(
  table: string,
  content: string,
  query = "",
): Promise<Load & { seen: FilePreview }> {
  const seen = await preview(content, query);
  const context = { kind: "PROJECT", project_id: lab.projectId };
  const load = await lab.api.post<{ id: string }>("/data/load:create", {
    context,
    tables: { [table]: seen.config },
  });
  await lab.api.upload(load.id, table, "scan.csv", content);
  await lab.api.post(`/data/load:finalize?id=${load.id}`);
  return { ...((await lab.api.settled(load.id)) as unknown as Load), seen };
}

async function train(
  table: string,
  assay: string,
  more: object = {},
  dataset: object = {},
): Promise<TaskView> {
  const { id } = await lab.api.post<TaskView>("/task/train/v2:create", {
    context: { kind: "PROJECT", project_id: lab.projectId },
    parameters: {
      dataset: { kind: "TABLE", table, ...dataset },
      assays: [{ assay_id: assay }],
      reference: { project_reference: "mature" },
      folds: 2,
      seed: 1,
      ...more,
    },
  });
  return waitForTask(lab, id);
}

describe("the references of a project", () => {
  test("references are stored, shown in every response, and replaced as a whole", async () => {
    const reference = { name: "mature", monomer: WT, first_position: 24 };
    const project = await lab.api.post<Project>(`/project:setReferences?id=${lab.projectId}`, {
      references: [reference],
    });
    const stored = [{ ...reference, positions: null, description: null }];
    expect(project.references).toEqual(stored);
    expect(await lab.api.get<Project>(`/project:get?id=${lab.projectId}`)).toMatchObject({
      references: stored,
    });
    const renamed = await lab.api.post<Project>(`/project:update?id=${lab.projectId}`, { description: "x" });
    expect(renamed.references).toEqual(stored);
    const { id } = await lab.api.post<Project>("/project:create", { name: "plain" });
    const positions = [1, 2, 3, 10, ...Array.from({ length: WT.length - 4 }, (_, at) => at + 11)];
    const gaps = { name: "imgt", monomer: WT, positions, description: "with gaps" };
    const set = (references: object[]) =>
      lab.api.post<Project>(`/project:setReferences?id=${id}`, { references });
    expect((await set([gaps])).references).toEqual([{ ...gaps, first_position: null }]);
    const eleven = Array.from({ length: 11 }, (_, at) => ({ name: `wt${at}`, monomer: WT }));
    const { status, body } = await post(`/project:setReferences?id=${id}`, { references: eleven });
    expect([status, body.detail[0].loc]).toEqual([422, ["body", "references"]]);
    expect(await set([])).not.toHaveProperty("references");
  });

  test.each<[string, object, (string | number)[]]>([
    ["foreign letters", { monomer: "MKB" }, [0, "monomer"]],
    ["as many positions as residues", { monomer: "MKA", positions: [1, 2] }, [0, "positions"]],
    ["ascending positions", { monomer: "MKA", positions: [1, 3, 3] }, [0, "positions", 2]],
    ["one kind of numbers", { monomer: "MKA", positions: [1, 2, 3], first_position: 1 }, [0, "positions"]],
    ["one chain", { vh: "MKA", vl: "MKA" }, [0, "monomer"]],
    ["a name", { name: "a b", monomer: "MKA" }, [0, "name"]],
  ])("references are refused without %s", async (_, reference, place) => {
    const body = { references: [{ name: "wt", ...reference }] };
    const { status, body: answer } = await post(`/project:setReferences?id=${lab.projectId}`, body);
    expect([status, answer.detail[0].loc]).toEqual([422, ["body", "references", ...place]]);
  });

  test("a task stores the sequence and numbering of the named reference", async () => {
    const parameters = {
      reference: { project_reference: "nobody" },
      dataset: { kind: "TABLE", table: "x" },
      assays: [{ assay_id: "y" }],
    };
    const context = { kind: "PROJECT", project_id: lab.projectId };
    const { status, body } = await post("/task/train/v2:create", { context, parameters });
    expect([status, body.detail[0].loc, body.detail[0].msg]).toEqual([
      422,
      ["body", "parameters", "reference", "project_reference"],
      'The project "project" has no reference "nobody"; its references: mature',
    ]);
  });
});

describe("from an unchanged lab file to a trained model", () => {
  test("an HGVS score set can be trained on with the project's reference", async () => {
    const lines = [
      "hgvs_pro,score",
      "_wt,1.0",
      ...singles((from, at, to) => `p.${three(from)}${at + 24}${three(to)}`),
      "p.Tyr28Ter,-3",
      "p.Gln32LysfsTer4,-3",
    ];
    const load = await loadAsProposed("hgvs", `${lines.join("\n")}\n`);
    expect(load.seen.config?.sequence_from).toMatchObject({
      mutations: "hgvs_pro",
      reference: { project_reference: "mature" },
    });
    expect([load.state, load.errors, load.rows_left_out]).toEqual(["COMPLETED", [], 2]);
    expect(load.warnings).toContainEqual(
      expect.stringContaining("1 row with a stop, 1 row with a frameshift"),
    );
    expect(load.tables.hgvs?.sequence_from).toMatchObject({
      reference: { project_reference: "mature", monomer: WT },
      numbering: { first_position: 24 },
    });
    const task = await train("hgvs", "score");
    expect(task).toMatchObject({
      state: "COMPLETED",
      errors: [],
      parameters: { reference: { project_reference: "mature", monomer: WT, first_position: 24 } },
      numbering: { first_position: 24, positions: null },
    });
  });

  test("mutations can be trained on without sequences, from a column named by the task", async () => {
    const rows = ["hgvs_pro,score", ...singles((from, at, to) => `${from}${at + 24}${to}`)].join("\n");
    const { config } = await preview(rows);
    const { sequence_from: _, ...plain } = config ?? {};
    const context = { kind: "PROJECT", project_id: lab.projectId };
    const load = await lab.api.post<{ id: string }>("/data/load:create", { context, tables: { plain } });
    await lab.api.upload(load.id, "plain", "scan.csv", rows);
    await lab.api.post(`/data/load:finalize?id=${load.id}`);
    await lab.api.settled(load.id);
    const task = await train("plain", "score", {}, { mutations: "hgvs_pro" });
    expect([task.state, task.errors]).toEqual(["COMPLETED", []]);
    const wrong = await train("plain", "score", { reference: { monomer: WT } });
    expect(wrong.errors.join(" ")).toMatch(/set "first_position": 24 in the reference/);
  });

  test("a set with mutated_sequence can be trained on", async () => {
    const rows = singles(
      (from, at, to) => `${from}${at + 1}${to},${WT.slice(0, at)}${to}${WT.slice(at + 1)}`,
    );
    const load = await loadAsProposed("gym", `mutant,mutated_sequence,DMS_score\n${rows.join("\n")}\n`);
    expect(load.state).toBe("COMPLETED");
    const task = await train("gym", "dms_score");
    expect([task.state, task.errors]).toEqual(["COMPLETED", []]);
  });

  test("A1G:V2I with zero-based positions can be trained on with a given reference", async () => {
    const rows = singles((from, at, to) => `${from}${at}${to}:${WT[(at + 1) % 32]}${(at + 1) % 32}W`);
    const load = await loadAsProposed("zero", `mutations,y\n${rows.join("\n")}\n`, `&reference=${WT}`);
    expect(load.seen.config?.sequence_from).toMatchObject({
      mutations: "mutations",
      numbering: { first_position: 0 },
    });
    expect(load.seen.notes).toContainEqual(expect.stringContaining("with the first residue numbered 0"));
    expect([load.state, load.errors]).toEqual(["COMPLETED", []]);
    const task = await train("zero", "y", { reference: { monomer: WT } });
    expect([task.state, task.errors]).toEqual(["COMPLETED", []]);
  });

  test("a matrix of positions and residues can be trained on", async () => {
    const rows = [...WT].map(
      (from, at) =>
        `${from}${at + 24},${[...LETTERS].map((to) => (isLeftOut(from, at, to) ? "" : score(at, to))).join(",")}`,
    );
    const load = await loadAsProposed("matrix", `position,${[...LETTERS].join(",")}\n${rows.join("\n")}\n`);
    expect([load.state, load.errors]).toEqual(["COMPLETED", []]);
    expect(await scalar(lab, "SELECT count(*) FROM matrix")).toBe(BigInt(singles(() => "").length));
    expect(await scalar(lab, "SELECT sequence FROM matrix WHERE mutant = 'M24A'")).toBe(`A${WT.slice(1)}`);
    const task = await train("matrix", "value");
    expect([task.state, task.errors]).toEqual(["COMPLETED", []]);
  });

  test("a library of combinations at four sites can be trained on", async () => {
    const some = "AFGLV";
    const rows = [...some].flatMap((one) =>
      [...some].map((other, at) => `${one}${other}${some[at]}W,${score(at, other)}`),
    );
    const content = `combo,fitness\n${rows.join("\n")}\n`;
    const load = await loadAsProposed("combos", content, "&positions=26,27,30,33");
    expect([load.state, load.errors]).toEqual(["COMPLETED", []]);
    expect(await scalar(lab, "SELECT sequence FROM combos WHERE combo = 'AFFW'")).toBe(
      `MKAFYIFKQW${WT.slice(10)}`,
    );
    const task = await train("combos", "fitness");
    expect([task.state, task.errors]).toEqual(["COMPLETED", []]);
  });
});

test("wide replicates of mutations can be trained on with the view proposed by the preview", async () => {
  const rows = singles((from, at, to) => `${from}${at + 24}${to}`).map((row, at) => {
    const [code = "", value = ""] = row.split(",");
    const second = at % 5 === 0 ? "" : (Number(value) + 0.05).toFixed(3);
    return `${code},P${at % 2},${value},${second},${(Number(value) - 0.04).toFixed(3)}`;
  });
  const content = `mutant,plate,activity_1,activity_2,activity_3\n${rows.join("\n")}\n`;
  const load = await loadAsProposed("wide", content, `&reference=${WT}`);
  expect([load.state, load.seen.replicates]).toEqual([
    "COMPLETED",
    [{ assay: "activity", columns: ["activity_1", "activity_2", "activity_3"], mean: null, sd: null }],
  ]);
  const query = load.seen.replicates_query?.replaceAll("the_table", "wide");
  await lab.api.post("/data/table:create", { reference: "wide_long", kind: "VIEW", query });
  const counted = "SELECT count(*) FROM wide_long WHERE sequence IS NOT NULL AND batch_id IS NOT NULL";
  expect(await scalar(lab, counted)).toBe(BigInt(3 * rows.length - Math.ceil(rows.length / 5)));
  const task = await train("wide_long", "activity", { reference: { monomer: WT } });
  expect([task.state, task.errors]).toEqual(["COMPLETED", []]);
});

test("a second load also computes its sequences and can save a reference in the project", async () => {
  const context = { kind: "PROJECT", project_id: lab.projectId };
  const config = (reference: object) => ({
    columns: [
      { name: "code", type: "STRING" },
      { name: "y", type: "FLOAT64" },
    ],
    sequence_from: {
      mutations: "code",
      reference,
      numbering: { first_position: 5 },
      column: "protein",
      save_reference_as: "fifth",
    },
  });
  for (const reference of [{ fasta: `>wt\n${WT}\n` }, { monomer: WT }]) {
    const load = await lab.api.post<{ id: string }>("/data/load:create", {
      context,
      tables: { twice: config(reference) },
    });
    await lab.api.upload(load.id, "twice", "a.csv", "code,y\nM5K,1\n");
    await lab.api.post(`/data/load:finalize?id=${load.id}`);
    expect(await lab.api.settled(load.id)).toMatchObject({ state: "COMPLETED", errors: [] });
  }
  expect(await scalar(lab, `SELECT count(*) FROM twice WHERE protein = 'K${WT.slice(1)}'`)).toBe(2n);
  const { references } = await lab.api.get<Project>(`/project:get?id=${lab.projectId}`);
  expect(references).toContainEqual(expect.objectContaining({ name: "fifth", first_position: 5 }));
  const other = { monomer: [...WT].reverse().join("") };
  const refused = await post("/data/load:create", { context, tables: { twice: config(other) } });
  expect([refused.status, refused.body.code]).toEqual([409, "reference_exists"]);
});

test("a refused request saves no reference in the project", async () => {
  const { id } = await lab.api.post<Project>("/project:create", { name: "unchanged" });
  const context = { kind: "PROJECT", project_id: id };
  const config = (save_reference_as: string, monomer = WT) => ({
    columns: [{ name: "code", type: "STRING" }],
    sequence_from: { mutations: "code", reference: { monomer }, save_reference_as },
  });
  const names = async () =>
    (await lab.api.get<Project>(`/project:get?id=${id}`)).references?.map(({ name }) => name);
  const create = (tables: object) => post("/data/load:create", { context, tables });
  const both = await create({ one: config("ghost"), two: config("ghost", [...WT].reverse().join("")) });
  expect([both.status, both.body.code, await names()]).toEqual([409, "reference_exists", undefined]);
  const load = (await create({ one: config("kept") })).body;
  const again = await post(`/data/load:addTable?id=${load.id}`, {
    table_ref: "one",
    config: config("ghost"),
  });
  expect([again.status, again.body.code, await names()]).toEqual([409, "load_table_exists", ["kept"]]);
  await lab.api.post(`/data/load:addTable?id=${load.id}`, { table_ref: "two", config: config("added") });
  expect(await names()).toEqual(["kept", "added"]);
});

test("a second load of a matrix accepts the non-nullable columns of its table", async () => {
  const context = { kind: "PROJECT", project_id: lab.projectId };
  const config = (more: object[] = []) => ({
    columns: [
      { name: "position", type: "STRING", nullable: false },
      ...["A", "C", "D"].map((name) => ({ name, type: "FLOAT64", nullable: false })),
      ...more,
    ],
    sequence_from: { mutations: { matrix: "position", value: "value" }, reference: { monomer: WT } },
  });
  const create = (more?: object[]) => post("/data/load:create", { context, tables: { scan: config(more) } });
  const first = await create();
  await lab.api.upload(first.body.id, "scan", "a.csv", "position,A,C,D\nM1,1,2,3\n");
  await lab.api.post(`/data/load:finalize?id=${first.body.id}`);
  expect(await lab.api.settled(first.body.id)).toMatchObject({ state: "COMPLETED", errors: [] });
  expect((await create()).status).toBe(200);
  const { status, body } = await create([{ name: "note", type: "STRING", nullable: false }]);
  const place = ["body", "tables", "scan", "columns", 4, "nullable"];
  expect([status, body.detail[0].loc]).toEqual([422, place]);
});

test("a load is rejected if its references leave no space for its columns", async () => {
  const { id } = await lab.api.post<Project>("/project:create", { name: "long" });
  const positions = Array.from({ length: 2_000 }, (_, at) => at - 99_999);
  const references = [{ name: "long", monomer: "M".repeat(2_000), positions }];
  await lab.api.post(`/project:setReferences?id=${id}`, { references });
  const table = {
    columns: [{ name: "code", type: "STRING", metadata: { description: "d".repeat(5_000) } }],
    sequence_from: { mutations: "code", reference: { project_reference: "long" } },
  };
  const tables = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`t${index}`, table]));
  const context = { kind: "PROJECT", project_id: id };
  const { status, body } = await post("/data/load:create", { context, tables });
  expect([status, body.detail[0].loc]).toEqual([422, ["body", "tables"]]);
  expect(body.detail[0].msg).toMatch(
    /^The columns and references of the load's tables have 4\d\d,\d{3} bytes/,
  );
});

test.each<[string, object, (string | number)[]]>([
  ["a column that is not there", { mutations: "codes" }, ["mutations"]],
  ["a column of numbers", { mutations: "y" }, ["mutations"]],
  ["two references", { reference: { monomer: WT, fasta: WT } }, ["reference"]],
  ["a name that is taken", { column: "y" }, ["column"]],
  ["a reference with other letters", { reference: { monomer: "MK-B" } }, ["reference", "monomer"]],
  ["positions that do not fit", { numbering: { positions: [1, 2] } }, ["numbering", "positions"]],
  [
    "a reference that the project does not have",
    { reference: { project_reference: "x" } },
    ["reference", "project_reference"],
  ],
])("a rule with %s gets a 422 that names the field", async (_, rule, place) => {
  const columns = [
    { name: "code", type: "STRING" },
    { name: "y", type: "FLOAT64" },
  ];
  const sequence_from = { mutations: "code", reference: { monomer: WT }, ...rule };
  const context = { kind: "PROJECT", project_id: lab.projectId };
  const { status, body } = await post("/data/load:create", {
    context,
    tables: { t: { columns, sequence_from } },
  });
  expect([status, body.detail[0].loc]).toEqual([422, ["body", "tables", "t", "sequence_from", ...place]]);
});

function three(letter: string): string {
  const names = "Ala Cys Asp Glu Phe Gly His Ile Lys Leu Met Asn Pro Gln Arg Ser Thr Val Trp Tyr".split(" ");
  return names[LETTERS.indexOf(letter)] as string;
}

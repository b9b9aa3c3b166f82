import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  consoleTasks,
  earlierTasks,
  isUnknownToStrict,
  type NewTask,
  otherTasks,
  pairTasks,
  pairTraining,
} from "../strict/everything.ts";
import {
  type DesignLab,
  designLab,
  generator,
  likelihood,
  runTask,
  score,
  type Trained,
} from "../support/designLab.ts";
import { request } from "../support/http.ts";
import { type Lab, memberToken, sharedPlatform } from "../support/lab.ts";
import { Pdp } from "../support/pdp.ts";
import { runPython, type Walked, walkStrictly } from "../support/strictClient.ts";
import { type TaskView, waitForTask } from "../support/taskLab.ts";

/** One of everything is created with the console's requests, the command line and the Python package; then the strict client lists it. */

let models: DesignLab;
let lab: Lab;
let pdp: Pdp;
let known: string[];
let unknown: string[];
let pairs: string[];
let walked: Walked;

beforeAll(async () => {
  models = await designLab(sharedPlatform());
  lab = {
    ...models.lab,
    token: await memberToken(sharedPlatform(), models.lab.orgId, undefined, ["data:erase"], "manager"),
  };
  pdp = await Pdp.open(lab);
  await createTables();
  await startQuery();
  await createWithCommandLine();
  const fromPython = JSON.parse(
    await runPython("package_designs.py", {
      TEMPLATE: models.reference,
      SAMPLER: models.sampler.artifact_id,
      SCORER: models.scorer.artifact_id,
    }),
  ) as NewTask[];
  const all = [...consoleTasks(models), ...otherTasks(models), ...earlierTasks(models), ...fromPython];
  const ids = await createTasks(all);
  known = ids.filter((_, index) => !isUnknownToStrict(all[index] as NewTask));
  unknown = ids.filter((_, index) => isUnknownToStrict(all[index] as NewTask));
  await completeDesigns();
  pairs = await completePairs();
  walked = await walkStrictly(lab);
});
afterAll(() => pdp?.close());

async function createTables(): Promise<void> {
  const { api, projectId } = lab;
  const day = { name: "day", type: "DATE", metadata: { description: "measured" } };
  const columns = [
    day,
    { name: "at", type: "TIMESTAMP" },
    { name: "wells", type: "ARRAY", item_type: { type: "STRUCT", columns: [day] } },
  ];
  await api.post("/data/table:create", { reference: "dated", columns, key: ["day"] });
  await api.post("/data/table:create", {
    kind: "VIEW",
    reference: "days",
    query: "SELECT day, ARRAY[at] AS times FROM dated",
  });
  await api.post("/data/table:archive?reference=days", {});
  const load = await api.post<{ id: string }>("/data/load:create", {
    context: { kind: "PROJECT", project_id: projectId },
    description: "d".repeat(2_000),
    tables: { sheet: { columns: [{ ...day, source_name: "Day" }], format: "XLSX" } },
  });
  expect(load.id).toMatch(/^\d+$/);
  await api.post(`/project:setReferences?id=${projectId}`, {
    references: [{ name: "wt", monomer: models.reference, first_position: 24 }],
  });
  await api.post("/project:create", {
    name: "n".repeat(64),
    description: "long ".repeat(1_900),
    modality: { kind: "ANTIBODY", numbering_scheme: "KABAT" },
  });
  await request("POST", `${lab.regionUrl}/v2/workspace/${lab.name}/data:prepareErasure`, {
    ...lab,
    body: { reference: "variants", where: "activity > 1e6" },
  });
}

async function startQuery(): Promise<void> {
  await lab.api.post("/data/query:start", { query: "SELECT * FROM variants", format: "XLSX" });
}

async function createWithCommandLine(): Promise<void> {
  await pdp.write("days.tsv", "day\tvalue\n2026-01-31\t1.5\n2026-02-01\t<2\n");
  await pdp.done("import", "days.tsv", "--into", "days_of_cli");
  await pdp.done("round", "create", "round of the command line");
  await pdp.done("tag", "add", "measured");
}

/** Creates tasks and cancels them: a task is listed in every state. */
async function createTasks(all: readonly NewTask[]): Promise<string[]> {
  const context = { kind: "PROJECT", project_id: lab.projectId };
  const ids: string[] = [];
  for (const { type, parameters } of all) {
    const { id } = await lab.api.post<TaskView>(`/task/${type}:create`, { context, parameters });
    ids.push(id);
    const url = `${lab.regionUrl}/v2/workspace/${lab.name}/task:cancel?id=${id}`;
    if (!type.startsWith("select/")) await request("POST", url, lab);
    await waitForTask(lab, id);
  }
  return ids;
}

async function completeDesigns(): Promise<void> {
  const search = { generator: generator(models), num_assemblies: 3 };
  const [trained, diverse, engineered] = earlierTasks(models) as [NewTask, NewTask, NewTask];
  for (const { type, parameters } of [trained, diverse, engineered]) await runTask(lab, type, parameters);
  await runTask(lab, "diversify/v2", { ...search, ranker: likelihood(models) });
  const library = { codons: "NDT", max_positions: 1 };
  await runTask(lab, "engineer/v2", { ...search, ranker: score(models), library });
}

/** Runs a task with two chains of each form to its result. */
async function completePairs(): Promise<string[]> {
  const training = pairTraining();
  const trained = await runTask<Trained>(lab, training.type, training.parameters);
  const ids = [trained.id];
  for (const { type, parameters } of pairTasks(trained.result.models))
    ids.push((await runTask<Trained>(lab, type, parameters)).id);
  return ids;
}

const get = (path: string, compatibility = "strict") =>
  request("GET", `${lab.regionUrl}/v2/workspace/${lab.name}${path}`, {
    ...lab,
    headers: { "api-compatibility": compatibility },
  });

describe("a strict client", () => {
  it("a strict client parses everything that the console, the command line and Python create", () => {
    expect(walked.problems).toEqual([]);
  });

  it("a strict client finds every kind of resource", () => {
    const empty = Object.entries(walked.found).filter(([, ids]) => ids.length === 0);
    expect(empty).toEqual([]);
  });

  it("a strict client lists every task that has a known form", () => {
    expect(walked.found.task).toEqual(expect.arrayContaining(known));
  });

  it("tasks of two chains have a known form and a result", async () => {
    expect(walked.found.task).toEqual(expect.arrayContaining(pairs));
    for (const id of pairs) {
      const { status, body } = await get(`/task:get?id=${id}`);
      expect([status, body.state, body.result === null]).toEqual([200, "COMPLETED", false]);
    }
    const trained = (await get(`/task:get?id=${pairs[0]}`)).body;
    expect([trained.parameters.data.kind, trained.result.models.kind]).toEqual(["VHVL", "VH_VL"]);
  });

  it("tasks without a known form are missing in strict lists, and fetching one returns not_representable", async () => {
    expect(unknown.length).toBeGreaterThan(5);
    expect(walked.found.task?.filter((id) => unknown.includes(id))).toEqual([]);
    for (const id of unknown) {
      const { status, body } = await get(`/task:get?id=${id}`);
      expect([status, body.code]).toEqual([409, "not_representable"]);
      expect((await get(`/task:get?id=${id}`, "full")).status).toBe(200);
    }
  });
});

import { beforeAll, describe, expect, it } from "vitest";
import { byNight, groupByNight } from "#test/support/byNight.ts";
import { request } from "#test/support/http.ts";
import { type Lab, scalar, sharedPlatform } from "#test/support/lab.ts";
import {
  addVariants,
  analysis,
  labWithVariants,
  REFERENCE,
  type TaskView,
  waitForTask,
} from "#test/support/taskLab.ts";

let lab: Lab;

beforeAll(async () => {
  lab = await labWithVariants(40, sharedPlatform());
});

type Stored = TaskView & { parameters: { dataset: Record<string, unknown> } };

async function analyze(dataset: object): Promise<Stored> {
  const { id } = await lab.api.post<TaskView>("/task/analyze.data/v2:create", analysis(lab, { dataset }));
  const task = (await waitForTask(lab, id)) as Stored;
  expect(task.errors).toEqual([]);
  return task;
}

async function refuse(dataset: object): Promise<{ status: number; body: unknown }> {
  const url = `${lab.regionUrl}/v2/workspace/${lab.name}/task/analyze.data/v2:create`;
  return request("POST", url, { token: lab.token, body: analysis(lab, { dataset }) });
}

function rows(count: number): { sequence: string; activity: number; note: string }[] {
  return Array.from({ length: count }, (_, row) => ({
    sequence: `${REFERENCE.slice(0, row % 30)}${"ACDEFGHIKLMNPQRSTVWY"[row % 20]}${REFERENCE.slice((row % 30) + 1)}`,
    activity: (row * 37) % 11,
    note: `well ${row}`,
  }));
}

/** Name under which SQL can read the dataset as the task read it. */
const inSql = ({ data_snapshots }: TaskView): string => `snapshots.id_${data_snapshots.dataset}`;

groupByNight("a task's data set", () => {
  it("a data set may contain integers beyond 2^53, including as batch names", async () => {
    const query =
      "SELECT *, 9007199254740993 AS clone_id, 9007199254740993 + i % 2 AS batch_id FROM variants, (VALUES 1) t(i)";
    const task = await analyze({ kind: "QUERY", query });
    expect(await scalar(lab, `SELECT max(clone_id) = 9007199254740993 FROM ${inSql(task)}`)).toBe(true);
  });
});

const count = (table: string) => scalar(lab, `SELECT count(*) FROM ${table}`).then(Number);

describe("a snapshot of a task's input", () => {
  it("a snapshot keeps the rows that the task read, whatever happens to its table", async () => {
    const task = await analyze({ kind: "TABLE", table: "variants" });
    const name = inSql(task);
    expect(await count(name)).toBe(40);
    await addVariants(lab, 5);
    expect([await count("variants"), await count(name)]).toEqual([45, 40]);
    const again = await analyze({ kind: "SNAPSHOT", task_id: task.id, name: "dataset" });
    expect(await count(inSql(again))).toBe(40);
    const byName = await analyze({ kind: "QUERY", query: `SELECT * FROM ${name} WHERE activity > 1` });
    expect(await count(inSql(byName))).toBe(
      await scalar(lab, `SELECT count(*) FROM ${name} WHERE activity > 1`).then(Number),
    );
  });

  byNight("a snapshot works for queries and views that name the catalog", async () => {
    const variants = `"${lab.name}".main.variants`;
    const query = `SELECT * FROM ${variants} ORDER BY sequence LIMIT 32`;
    await lab.api.post("/data/table:create", { kind: "VIEW", reference: "in_catalog", query });
    for (const table of [variants, `"${lab.name}".main.in_catalog`]) {
      const task = await analyze({ kind: "QUERY", query: `SELECT * FROM ${table} LIMIT 31` });
      expect(await count(`tasks.task_${task.id}.dataset`)).toBe(31);
      const again = await analyze({ kind: "SNAPSHOT", task_id: task.id, name: "dataset" });
      expect(await count(inSql(again))).toBe(31);
    }
  });

  it("a query within another project sees none of its rows", async () => {
    const task = await analyze({ kind: "LITERAL", rows: rows(25) });
    const name = inSql(task);
    const other = await lab.api.post<{ id: string }>("/project:create", { name: "other" });
    const seen = (project_id: string) => scalar(lab, `SELECT count(*) FROM ${name}`, { project_id });
    expect([Number(await seen(lab.projectId)), Number(await seen(other.id))]).toEqual([25, 0]);
  });

  it("a snapshot of an input that the task did not read is unknown", async () => {
    const task = await analyze({ kind: "TABLE", table: "variants" });
    await expect(count(`tasks.task_${task.id}.homologs`)).rejects.toThrow(/There is no table/);
    const dataset = { kind: "SNAPSHOT", task_id: task.id, name: "homologs" };
    expect(await refuse(dataset)).toMatchObject({ status: 404, body: { code: "snapshot_not_found" } });
    const result = { kind: "TASK_RESULT", task_id: task.id };
    expect(await refuse(result)).toMatchObject({ status: 404, body: { code: "table_not_found" } });
  });
});

describe("a snapshot's id", () => {
  it("a snapshot's id and its input name refer to the same rows, in SQL and in later tasks", async () => {
    const task = await analyze({ kind: "LITERAL", rows: rows(31) });
    const id = task.data_snapshots.dataset;
    expect(task.data_snapshots).toEqual({ dataset: expect.stringMatching(/^\d+$/) });
    expect(task.data_versions).toEqual({});
    expect(await count(`snapshots.id_${id}`)).toBe(31);
    expect(await count(`workspace.snapshots.id_${id}`)).toBe(31);
    expect(await count(`tasks.task_${task.id}.dataset`)).toBe(31);
    const again = await analyze({ kind: "SNAPSHOT", id });
    expect(await count(inSql(again))).toBe(31);
    expect(again.data_snapshots.dataset).not.toBe(id);
  });

  it("an unknown snapshot id, or one with a contradicting name, is refused", async () => {
    expect(await refuse({ kind: "SNAPSHOT", id: "123" })).toMatchObject({
      status: 404,
      body: { code: "snapshot_not_found" },
    });
    expect(await refuse({ kind: "SNAPSHOT", id: "123", task_id: "1", name: "dataset" })).toMatchObject({
      status: 422,
    });
    expect(await refuse({ kind: "SNAPSHOT" })).toMatchObject({ status: 422 });
    await expect(count("snapshots.id_123")).rejects.toThrow(/There is no table/);
  });

  byNight("a snapshot does not conflict with a table named like an input", async () => {
    const reference = "dataset";
    const query = "SELECT * FROM variants LIMIT 33";
    await lab.api.post("/data/table:create", { kind: "VIEW", reference, query });
    const task = await analyze({ kind: "TABLE", table: reference });
    expect(task.data_snapshots).toEqual({ dataset: expect.stringMatching(/^\d+$/) });
    expect(Object.keys(task.data_versions)).toEqual(["variants"]);
    expect(await count(inSql(task))).toBe(33);
  });
});

it("an analysis reports the number of rows without a sequence", async () => {
  const mutated = Array.from({ length: 12 }, (_, row) => ({
    mutations: row < 2 ? `${REFERENCE[row]}${row + 1}*` : `${REFERENCE[row]}${row + 1}${row % 2 ? "W" : "D"}`,
    activity: row,
  }));
  const { result } = await analyze({ kind: "LITERAL", rows: mutated, mutations: "mutations" });
  const url = `/data/artifact:get?id=${result?.report.artifact_id}`;
  const { data } = await lab.api.get<{ data: { summary: string } }>(url);
  expect(data.summary).toMatch(/\n\n2 rows have no sequence because of a stop, .* and were not used\.$/);
});

describe("rows in the request", () => {
  it("rows in a request are analyzed, returned as given, and typed in SQL", async () => {
    const given = rows(30).map((row, index) => ({ ...row, activity: index === 3 ? null : row.activity }));
    const task = await analyze({ kind: "LITERAL", rows: given });
    expect(task.parameters.dataset.rows).toEqual(given);
    const name = inSql(task);
    expect(
      await scalar(lab, `SELECT count(activity) FROM ${name} WHERE note LIKE 'well %'`).then(Number),
    ).toBe(29);
  });

  it("rows of the request with letters that are not amino acids are the user's to correct", async () => {
    const dataset = { kind: "LITERAL", rows: [...rows(20), { sequence: "wt.fasta", activity: 1 }] };
    const { id } = await lab.api.post<TaskView>("/task/analyze.data/v2:create", analysis(lab, { dataset }));
    const { state, errors } = await waitForTask(lab, id);
    expect([state, errors]).toEqual(["FAILED", [expect.stringContaining('has "w" at position 1')]]);
  });

  it("a task with rows that contain no values fails with a message", async () => {
    const dataset = { kind: "LITERAL", rows: [{ sequence: null, activity: null }] };
    const body = analysis(lab, { dataset });
    const { id } = await lab.api.post<TaskView>("/task/analyze.data/v2:create", body);
    const task = await waitForTask(lab, id);
    expect([task.state, task.errors]).toEqual(["FAILED", [expect.stringContaining("have no values")]]);
  });
});

import { beforeAll, describe, expect, it } from "vitest";
import type { TaskRecord } from "#shared/domain/tasks/task.ts";
import { changeTask } from "#shared/store/tasks.ts";
import { expectInvalid, expectRefused } from "#test/conformance/expectations.ts";
import type { Trained } from "#test/support/designLab.ts";
import { request } from "#test/support/http.ts";
import { type Lab, sharedLab } from "#test/support/lab.ts";
import { labScope, REFERENCE, waitForTask } from "#test/support/taskLab.ts";

const COLUMNS = ["sequence", "activity"].map((name) => ({
  name,
  type: name === "activity" ? "FLOAT64" : "STRING",
}));
const LETTERS = "ACDEFGHIKLMNPQRSTVWY";

interface Round {
  id: string;
}

let lab: Lab;
let project: string;
let rounds: { first: string; second: string; foreign: string };
const loads: Record<string, string> = {};

const rows = (offset: number) =>
  Array.from({ length: 24 }, (_, row) => {
    const letters = [...REFERENCE];
    letters[1 + (row % (REFERENCE.length - 1))] = LETTERS[(row + offset) % 20]!;
    return `${letters.join("")},${(row / 7 + offset).toFixed(2)}`;
  });

async function newLoad(context: object, content: string): Promise<string> {
  const tables = { moving: { columns: COLUMNS, format: "CSV" } };
  const { id } = await lab.api.post<{ id: string }>("/data/load:create", { context, tables });
  await lab.api.upload(id, "moving", "rows.csv", content);
  return id;
}

beforeAll(async () => {
  lab = await sharedLab();
  const create = (name: string) => lab.api.post<{ id: string }>("/project:create", { name });
  project = (await create("moves")).id;
  const round = async (project_id: string, name: string) =>
    (await lab.api.post<Round>("/round:create", { project_id, name })).id;
  rounds = {
    first: await round(project, "first"),
    second: await round(project, "second"),
    foreign: await round((await create("another")).id, "foreign"),
  };
  for (const [name, round_id, offset] of [
    ["one", rounds.first, 0],
    ["two", rounds.first, 5],
  ] as const) {
    const content = `sequence,activity\n${rows(offset).join("\n")}\n`;
    loads[name] = await newLoad({ kind: "ROUND", round_id }, content);
    await lab.api.post(`/data/load:finalize?id=${loads[name]}`);
    await lab.api.settled(loads[name]);
  }
});

const PARAMETERS = {
  dataset: { kind: "TABLE", table: "moving" },
  reference: { monomer: REFERENCE },
  assays: [{ assay_id: "activity", scale_type: "ADDITIVE" }],
};

async function start(type: string, context: object, parameters: object, fields = {}): Promise<string> {
  const body = { context, parameters, ...fields };
  return (await lab.api.post<{ id: string }>(`/task/${type}:create`, body)).id;
}

const move = (id: string, round_id: string | null, kind = "data/load") =>
  request("POST", `${lab.regionUrl}/v2/workspace/${lab.name}/${kind}:move?id=${id}`, {
    ...lab,
    body: { round_id },
  });
const listed = async (kind: string, round: string) =>
  (await lab.api.get<{ items: { id: string }[] }>(`/${kind}:list?round_id=${round}`)).items.map(
    ({ id }) => id,
  );
const summary = async () => {
  const found = await lab.api.get<{
    rounds: { round_id: string; loads: number; rows: number }[];
    outside_rounds: { loads: number };
  }>(`/project:summary?id=${project}`);
  return {
    ...Object.fromEntries(found.rounds.map(({ round_id, loads, rows }) => [round_id, [loads, rows]])),
    outside: found.outside_rounds.loads,
  };
};
const lastVersion = async () =>
  (
    await lab.api.get<{ items: { id: string; kind: string; load_id?: string; tables: unknown[] }[] }>(
      "/data/version:list?limit=1&order=DESC",
    )
  ).items[0]!;

async function roundsInReport(dataset: object): Promise<unknown[] | undefined> {
  const context = { kind: "PROJECT", project_id: project };
  const id = await start("train/v2", context, { ...PARAMETERS, dataset, folds: 2, seed: 1 });
  const task = (await waitForTask(lab, id)) as unknown as Trained;
  expect(task.errors).toEqual([]);
  const path = `/data/artifact:download?id=${task.result.report.artifact_id}&format=json`;
  const report = await lab.api.get<{
    sections: { title: string; table?: { rows: unknown[][] } }[];
  }>(path);
  const found = report.sections.find(
    ({ title }) => title === "How well are the variants of each round ordered?",
  );
  return found?.table?.rows.map(([name]) => name);
}

describe("a load that moves to another round", () => {
  it("belongs to the new round from then on, and earlier versions show the earlier round", async () => {
    const before = await lastVersion();
    expect(await summary()).toMatchObject({ [rounds.first]: [2, 48], [rounds.second]: [0, 0] });
    const { status, body } = await move(loads.two!, rounds.second);
    expect([status, body.context]).toEqual([
      200,
      { kind: "ROUND", round_id: rounds.second, project_id: project },
    ]);
    expect(await lastVersion()).toMatchObject({ kind: "MOVE_LOAD", load_id: loads.two, tables: [] });
    const strict = await request(
      "GET",
      `${lab.regionUrl}/v2/workspace/${lab.name}/data/version:list?limit=1&order=DESC`,
      { ...lab, headers: { "API-Compatibility": "strict" } },
    );
    expect(strict.body.items[0]).toMatchObject({ kind: "TABLE_UPDATE", tables: [] });
    expect(strict.body.items[0]).not.toHaveProperty("load_id");
    expect(await summary()).toEqual({
      [rounds.first]: [1, 24],
      [rounds.second]: [1, 24],
      outside: 0,
    });
    expect([await listed("data/load", rounds.first), await listed("data/load", rounds.second)]).toEqual([
      [loads.one],
      [loads.two],
    ]);
    expect(await roundsInReport({ kind: "TABLE", table: "moving" })).toEqual(["first", "second"]);
    expect(await roundsInReport({ kind: "TABLE", table: "moving", version_id: before.id })).toBeUndefined();
  });

  it("can still be undone and redone, and moves while it is undone", async () => {
    await lab.api.post(`/data/load:undo?id=${loads.two}`);
    await lab.api.settled(loads.two!);
    expect((await move(loads.two!, null)).body.context).toEqual({ kind: "PROJECT", project_id: project });
    await lab.api.post(`/data/load:redo?id=${loads.two}`);
    await lab.api.settled(loads.two!);
    expect(await summary()).toEqual({ [rounds.first]: [1, 24], [rounds.second]: [0, 0], outside: 1 });
    expect((await move(loads.two!, rounds.second)).status).toBe(200);
    expect(await lab.api.query("SELECT count(*) AS n FROM moving").then((table) => table.get(0)?.n)).toBe(
      48n,
    );
  });

  it("moves before it has rows, and is unchanged if it moves to its own round", async () => {
    const pending = await newLoad({ kind: "PROJECT", project_id: project }, "sequence,activity\nMKT,1\n");
    expect((await move(pending, rounds.first)).body.context.round_id).toBe(rounds.first);
    expect(await listed("data/load", rounds.first)).toContain(pending);
    const { id: before } = await lastVersion();
    expect((await move(loads.one!, rounds.first)).status).toBe(200);
    expect((await lastVersion()).id).toBe(before);
    await lab.api.post(`/data/load:delete?id=${pending}`);
  });

  it("is refused for rounds of other projects, unknown and archived ones, and nothing changes", async () => {
    const { id: archived } = await lab.api.post<Round>("/round:create", { project_id: project, name: "old" });
    await lab.api.post(`/round:archive?id=${archived}`);
    expectInvalid(await move(loads.one!, rounds.foreign), "body", "round_id");
    expectRefused(await move(loads.one!, "5"), 404, "round_not_found");
    expectRefused(await move(loads.one!, archived), 409, "round_archived");
    expectRefused(await move("5", rounds.first), 404, "load_not_found");
    expect(await listed("data/load", rounds.first)).toEqual([loads.one]);
  });
});

describe("a task that moves to another round", () => {
  it("takes its artifacts, its result rows and its idempotency key along", async () => {
    const context = { kind: "ROUND", round_id: rounds.first };
    const id = await start(
      "train/v2",
      context,
      { ...PARAMETERS, folds: 2 },
      { idempotency_key: "moving task" },
    );
    const task = (await waitForTask(lab, id)) as unknown as Trained;
    const predictor = { scorer: task.result.models.scorer, template: { monomer: REFERENCE } };
    const prediction = await start("predict/v1", context, predictor);
    await waitForTask(lab, prediction);
    const { data_load_id: loadId } = await lab.api.get<{ data_load_id: string }>(
      `/task:get?id=${prediction}`,
    );
    const artifacts = await listed("data/artifact", rounds.first);
    expect(artifacts.length).toBeGreaterThan(1);
    const { status, body: moved } = await move(id, rounds.second, "task");
    expect([status, moved.context.round_id]).toEqual([200, rounds.second]);
    expect([await listed("task", rounds.first), await listed("task", rounds.second)]).toEqual([
      [prediction],
      [id],
    ]);
    const left = await listed("data/artifact", rounds.first);
    expect((await listed("data/artifact", rounds.second)).concat(left).toSorted()).toEqual(
      artifacts.toSorted(),
    );
    expect(left.length).toBeLessThan(artifacts.length);
    expect((await move(prediction, rounds.second, "task")).status).toBe(200);
    expect(await listed("data/load", rounds.second)).toContain(loadId);
    expect(await lastVersion()).toMatchObject({ kind: "MOVE_TASK", load_id: loadId });
    const byKey = (round: string) =>
      request(
        "GET",
        `${lab.regionUrl}/v2/workspace/${lab.name}/task:getByIdempotencyKey?idempotency_key=moving%20task&round_id=${round}`,
        lab,
      );
    expect([(await byKey(rounds.first)).status, (await byKey(rounds.second)).body.id]).toEqual([
      404,
      task.id,
    ]);
    expectRefused(await move(loadId, rounds.first), 409, "load_of_task");
  });

  it("is refused while the task, or one that reads the load, has not finished", async () => {
    const context = { kind: "ROUND", round_id: rounds.first };
    const id = await start("train/v2", context, { ...PARAMETERS, folds: 2 });
    const trained = (await waitForTask(lab, id)) as unknown as Trained;
    const predictor = { scorer: trained.result.models.scorer, template: { monomer: REFERENCE } };
    const prediction = await start("predict/v1", context, predictor);
    await waitForTask(lab, prediction);
    const scope = await labScope(lab);
    const mark = (task: string, state: TaskRecord["state"]) =>
      changeTask(scope, task, (record) => ({ ...record, state }));
    await mark(prediction, "EXECUTING");
    expectRefused(await move(prediction, rounds.second, "task"), 409, "task_unfinished");
    expectRefused(await move(id, rounds.second, "task"), 409, "task_in_use");
    await mark(prediction, "COMPLETED");
    await mark(id, "EXECUTING");
    expectRefused(await move(loads.one!, rounds.second), 409, "load_in_use");
    await mark(id, "COMPLETED");
    expect((await move(loads.one!, rounds.second)).status).toBe(200);
    expect((await move(id, rounds.second, "task")).status).toBe(200);
  });

  it("is refused for a task of the whole workspace", async () => {
    const id = await start("train/v2", { kind: "WORKSPACE" }, PARAMETERS);
    await lab.api.post(`/task:cancel?id=${id}`);
    expectInvalid(await move(id, rounds.first, "task"), "body", "round_id");
  });
});

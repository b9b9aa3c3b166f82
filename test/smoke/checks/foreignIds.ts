import { expect } from "vitest";
import { generateVariants, toCsv, VARIANT_COLUMNS } from "../../../examples/variants.ts";
import { loadAll } from "../loads.ts";
import { runAnalysis } from "../runAnalysis.ts";
import type { Answer } from "../send.ts";
import { type Check, expectAnswer, type SmokeWorkspace, sendTo } from "../smokeTest.ts";

/** IDs of one resource of each kind in a workspace. */
interface Fixtures {
  project: string;
  table: string;
  version: string;
  load: string;
  file: string;
  task: string;
  artifact: string;
}

const FIXTURE_TABLE = "smoke_fixtures";

interface Probe {
  kind: keyof Fixtures;
  method: "GET" | "POST";
  /** Returns the path with the id. */
  path: (id: string) => string;
  body?: (id: string) => object;
}

const reads: Probe[] = [
  { kind: "project", method: "GET", path: (id) => `/project:get?id=${id}` },
  { kind: "project", method: "GET", path: (id) => `/round:list?project_id=${id}` },
  { kind: "table", method: "GET", path: (id) => `/data/table:getById?id=${id}` },
  { kind: "table", method: "GET", path: (id) => `/data/table:listVersions?id=${id}` },
  { kind: "load", method: "GET", path: (id) => `/data/load:get?id=${id}` },
  { kind: "file", method: "GET", path: (id) => `/data/load:downloadFile?file_id=${id}` },
  { kind: "task", method: "GET", path: (id) => `/task:get?id=${id}` },
  { kind: "artifact", method: "GET", path: (id) => `/data/artifact:get?id=${id}` },
  { kind: "artifact", method: "GET", path: (id) => `/data/artifact:download?id=${id}` },
  {
    kind: "version",
    method: "POST",
    path: () => "/data:query",
    body: (id) => ({ query: `SELECT count(*) FROM ${FIXTURE_TABLE}`, version_id: id }),
  },
  {
    kind: "version",
    method: "POST",
    path: () => "/data:query",
    body: (id) => ({ query: `SELECT count(*) FROM ${FIXTURE_TABLE} FOR VERSION AS OF ${id}` }),
  },
];

const changes: Probe[] = [
  { kind: "project", method: "POST", path: (id) => `/project:archive?id=${id}` },
  { kind: "project", method: "POST", path: (id) => `/project:update?id=${id}`, body: () => ({ name: "x" }) },
  {
    kind: "project",
    method: "POST",
    path: () => "/data/load:create",
    body: (project_id) => ({ context: { kind: "PROJECT", project_id }, tables: {} }),
  },
  { kind: "load", method: "POST", path: (id) => `/data/load:undo?id=${id}` },
  { kind: "load", method: "POST", path: (id) => `/data/load:delete?id=${id}` },
  { kind: "task", method: "POST", path: (id) => `/task:archive?id=${id}` },
  {
    kind: "task",
    method: "POST",
    path: (id) => `/task:update?id=${id}`,
    body: () => ({ display_name: "x" }),
  },
];

/**
 * Checks IDs from another workspace. Requests come from a user with all permissions, so that the IDs are the only possible
 * reason for a refusal.
 */
export const foreignIds: Check = async ({ lab, annotate }) => {
  const { first, second, options } = lab;
  const theirs = await newFixtures(second, options.patience);
  // A query with a version of the other workspace needs a table with the same reference in this one.
  await first.api.post("/data/table:create", { reference: FIXTURE_TABLE, columns: VARIANT_COLUMNS });
  const before = await readData(second, theirs);
  for (const question of [...reads, ...changes]) {
    const id = theirs[question.kind];
    // ID that does not exist here: IDs increase with time, and this one is older than both workspaces.
    const nothing = String(Number(id) - 2 ** 40);
    const foreign = await ask(first, question, id);
    const unknown = await ask(first, question, nothing);
    const what = `${question.method} ${question.path(id)} with the ${question.kind} of another workspace`;
    expectAnswer(what, foreign, 404);
    expect(comparable(foreign, id), what).toEqual(comparable(unknown, nothing));
  }
  // Without this, requests that can never succeed would prove nothing.
  for (const question of reads) await expectKnown(second, question, theirs);
  expect(await readData(second, theirs), "what the other workspace holds afterwards").toEqual(before);
  await annotate(`${reads.length + changes.length} requests with ids of each kind`);
};

function ask(workspace: SmokeWorkspace, { method, path, body }: Probe, id: string) {
  return sendTo(workspace, method, path(id), body?.(id));
}

async function expectKnown(workspace: SmokeWorkspace, question: Probe, fixtures: Fixtures): Promise<void> {
  const id = fixtures[question.kind];
  const what = `${question.method} ${question.path(id)} in its own workspace`;
  expectAnswer(what, await ask(workspace, question, id), 200);
}

/** Returns the parts of an error that must be identical. */
function comparable({ status, json }: Answer, id: string): unknown {
  return [status, json?.code, String(json?.detail).replaceAll(id, "ID")];
}

/** Returns the data that others must not change. */
async function readData({ api }: SmokeWorkspace, { project, load, task }: Fixtures): Promise<unknown[]> {
  return [
    await api.get(`/project:get?id=${project}`),
    await api.get(`/data/load:get?id=${load}`),
    await api.get(`/task:get?id=${task}`),
  ];
}

/** Creates one resource of each kind. */
async function newFixtures(workspace: SmokeWorkspace, patience: number): Promise<Fixtures> {
  const content = { "fixtures.csv": toCsv(generateVariants(60, 7)) };
  const files = { table: FIXTURE_TABLE, format: "CSV", columns: VARIANT_COLUMNS, content } as const;
  const load = await loadAll(workspace, files, patience);
  const table = await workspace.api.get<{ id: string; version_id: string }>(
    `/data/table:get?reference=${FIXTURE_TABLE}`,
  );
  const task = await runAnalysis(workspace, FIXTURE_TABLE, patience);
  return {
    project: workspace.projectId,
    table: table.id,
    version: table.version_id,
    load: load.id,
    file: load.files[0]?.id ?? "",
    task: task.id,
    artifact: task.result.report.artifact_id,
  };
}

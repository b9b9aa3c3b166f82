import { VARIANT_COLUMNS } from "../../../examples/variants.ts";
import type { Check } from "../check.ts";
import { expectAnswer, expectEqual } from "../expect.ts";
import { FIXTURE_TABLE, type Fixtures, newFixtures } from "../fixtures.ts";
import type { Answer } from "../send.ts";
import { type SmokeWorkspace, sendTo } from "../smokeLab.ts";

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
export const foreignIds: Check = {
  summary: "ids of another workspace are 404, like ids that do not exist, and its data does not change",
  run: async ({ own, other, options: { patience } }) => {
    const theirs = await newFixtures(other, patience);
    // A query with a version of the other workspace needs a table with the same reference in this one.
    await own.api.post("/data/table:create", { reference: FIXTURE_TABLE, columns: VARIANT_COLUMNS });
    const before = await readData(other, theirs);
    for (const question of [...reads, ...changes]) {
      const id = theirs[question.kind];
      // ID that does not exist here: IDs increase with time, and this one is older than both workspaces.
      const nothing = String(Number(id) - 2 ** 40);
      const foreign = await ask(own, question, id);
      const unknown = await ask(own, question, nothing);
      const what = `${question.method} ${question.path(id)} with the ${question.kind} of another workspace`;
      expectAnswer(what, foreign, 404);
      expectEqual(what, comparable(foreign, id), comparable(unknown, nothing));
    }
    // Without this, requests that can never succeed would prove nothing.
    for (const question of reads) await expectKnown(other, question, theirs);
    expectEqual("what the other workspace holds afterwards", await readData(other, theirs), before);
    return `${reads.length + changes.length} requests with ids of each kind`;
  },
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

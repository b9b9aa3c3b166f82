import { expect } from "vitest";
import type { Answer } from "../../support/http.ts";
import { expectInvalid, expectRefused, expectSuccess } from "../expectations.ts";
import {
  freshName,
  ingestBatch,
  loadTable,
  newLoad,
  newProject,
  newTable,
  ONE_COLUMN,
  rowsOf,
  UNKNOWN,
  undoLoad,
  upload,
  waitForLoad,
} from "../given.ts";
import { nightlyRule, operationRule, type Rule, rule, testedOperation, testedRule } from "../rule.ts";
import type { Site } from "../site.ts";

const STORY = [
  "test/journeys/story.test.ts",
  "a table is loaded, queried, undone, redone and read at every version",
] as const;

const STATES = "Specification: States of a data load";
const OPERATIONS = "Specification: Operations of data loads";
const DETAIL = "Decisions: More detail";
const TABLES = "Clients: Loads and tables";
const WAIT =
  "`load:get` accepts `wait_seconds` from 0 to 20. It responds when the load is neither `LOADING` nor `DELETING`, or when that time has passed.";
const ERRORS = "Decisions: Errors";
const FINALIZE =
  "loads with files | `load:finalize` | | `LOADING` | ingestion runs in the background; poll the load";
const ENDS = "`LOADING` | ingestion ends | | `COMPLETED` or `FAILED` |";
const UNDO =
  "completed, active | `load:undo` | | `LOADING`, `is_active` stays true | rows are removed asynchronously; then `is_active` becomes false";
const REDO =
  "undone | `load:redo` | | `LOADING` | rows are re-inserted asynchronously; then `is_active` becomes true";
const DELETE = "not completed | delete operation | | removed | asynchronous and irreversible";
const CONFLICT =
  "the resource is not in a state that allows it (finalize twice, undo of an undone load, anything new in an archived project, a taken reference, name or idempotency key); `detail` names the state or the holder's id";
const ARCHIVED = "undo and redo work on archived tables and in archived projects.";

function act(site: Site, verb: string, id: string): Promise<Answer> {
  return site.post(`/data/load:${verb}?id=${id}`);
}

async function createFailedLoad(site: Site) {
  const load = await ingestBatch(site, await newLoad(site), "n\nx\n");
  expect(load.state).toBe("FAILED");
  return load;
}

async function undoneLoad(site: Site) {
  const { load } = await loadTable(site);
  return undoLoad(site, load.id);
}

/** All final states of a load, and how to reach them. */
const RESTING: Record<string, (site: Site) => Promise<{ id: string; state: string }>> = {
  PENDING: newLoad,
  COMPLETED: async (site) => (await loadTable(site)).load,
  FAILED: createFailedLoad,
  undone: undoneLoad,
};

/** Operations that each state disallows, with the error code of the refusal. */
const REFUSED: [state: string, verb: string, code: string][] = [
  ["PENDING", "finalize", "load_empty"],
  ["PENDING", "undo", "load_state"],
  ["PENDING", "redo", "load_state"],
  ["COMPLETED", "finalize", "load_state"],
  ["COMPLETED", "redo", "load_active"],
  ["COMPLETED", "delete", "load_committed"],
  ["FAILED", "finalize", "load_state"],
  ["FAILED", "undo", "load_state"],
  ["FAILED", "redo", "load_state"],
  ["undone", "finalize", "load_state"],
  ["undone", "undo", "load_undone"],
  ["undone", "delete", "load_committed"],
];

const refusals = REFUSED.map(([state, verb, code]) =>
  rule(ERRORS, CONFLICT, `${verb} of a load that is ${state} is a 409 and changes nothing`, async (site) => {
    const { id } = (await RESTING[state]?.(site)) ?? { id: "" };
    const before = expectSuccess(await site.get(`/data/load:get?id=${id}`));
    expect(expectRefused(await act(site, verb, id), 409, code).detail).toContain(id);
    expect(expectSuccess(await site.get(`/data/load:get?id=${id}`))).toEqual(before);
  }),
);

const closed = ["COMPLETED", "FAILED", "undone"].map((state) =>
  rule(ERRORS, CONFLICT, `a load that is ${state} accepts no file and no table`, async (site) => {
    const load = await RESTING[state]?.(site);
    const { detail } = expectRefused(await upload(site, load?.id ?? "", "n\n1\n"), 409, "load_state");
    expect(detail).toContain(load?.state);
    const path = `/data/load:addTable?id=${load?.id}&table_ref=another`;
    expectRefused(await site.post(path, { config: { columns: ONE_COLUMN } }), 409, "load_state");
  }),
);

const unknown = ["finalize", "undo", "redo", "delete"].map((verb) =>
  rule(
    "Decisions: Errors",
    "unknown id, reference or path",
    `${verb} of an unknown load is a 404`,
    async (site) => {
      expectRefused(await act(site, verb, UNKNOWN), 404, "load_not_found");
    },
  ),
);

export const loadStateRules: readonly Rule[] = [
  nightlyRule(TABLES, WAIT, "waiting for a load returns when it has settled", async (site) => {
    const { id, tables } = await newLoad(site);
    const [table = ""] = Object.keys(tables);
    const waited = `/data/load:get?id=${id}&wait_seconds=20`;
    expect(expectSuccess(await site.get(waited)).state).toBe("PENDING");
    expectSuccess(await upload(site, id, "n\n1\n", { table_reference: table }));
    expectSuccess(await act(site, "finalize", id));
    expect(expectSuccess(await site.get(waited)).state).toBe("COMPLETED");
    const other = await newLoad(site);
    expectSuccess(await act(site, "delete", other.id));
    expectRefused(await site.get(`/data/load:get?id=${other.id}&wait_seconds=20`), 404, "load_not_found");
    for (const wrong of ["21", "-1", "1.5", "x"]) {
      expectInvalid(await site.get(`/data/load:get?id=${id}&wait_seconds=${wrong}`), "query", "wait_seconds");
    }
  }),
  operationRule("finalizeLoad", STATES, FINALIZE, "a finalized load is LOADING at once", async (site) => {
    const load = await newLoad(site);
    const [table = ""] = Object.keys(load.tables);
    expectSuccess(await upload(site, load.id, "n\n1\n", { table_reference: table }));
    expect(expectSuccess(await act(site, "finalize", load.id))).toMatchObject({
      state: "LOADING",
      is_active: true,
    });
    expect((await waitForLoad(site, load.id)).state).toBe("COMPLETED");
  }),
  rule(STATES, FINALIZE, "a load with files for no table cannot be finalized", async (site) => {
    const load = await newLoad(site);
    expectSuccess(await upload(site, load.id, "raw"));
    expectRefused(await act(site, "finalize", load.id), 409, "load_empty");
  }),
  testedRule(STATES, ENDS, "a load of valid files ends COMPLETED, active and without errors", ...STORY),
  rule(STATES, ENDS, "a load with a bad cell ends FAILED, with errors and without rows", async (site) => {
    const load = await createFailedLoad(site);
    expect(load.errors).toHaveLength(1);
    const [table = ""] = Object.keys(load.tables);
    expectRefused(await site.post("/data:query", { query: `SELECT * FROM ${table}` }), 400, "unknown_table");
  }),
  rule(
    DETAIL,
    "Finalize accepts a load whose cells turn out to be wrong; it then ends `FAILED`.",
    "finalize accepts a load whose file has another header",
    async (site) => {
      expect((await ingestBatch(site, await newLoad(site), "m\n1\n")).state).toBe("FAILED");
    },
  ),
  testedOperation(
    "undoLoad",
    STATES,
    UNDO,
    "a load being undone is LOADING and active, then COMPLETED and inactive",
    ...STORY,
  ),
  testedRule(STATES, UNDO, "an undo removes its load's rows and keeps those of later loads", ...STORY),
  nightlyRule(STATES, UNDO, "an undo removes a load's rows from all tables at once", async (site) => {
    const [one, two] = [freshName("pair_"), freshName("pair_")];
    const config = { columns: ONE_COLUMN };
    const load = await newLoad(site, { tables: { [one]: config, [two]: config } });
    for (const table_reference of [one, two])
      expectSuccess(await upload(site, load.id, "n\n1\n", { table_reference }));
    expectSuccess(await act(site, "finalize", load.id));
    await waitForLoad(site, load.id);
    const query = `SELECT (SELECT count(*) FROM ${one}), (SELECT count(*) FROM ${two})`;
    expect(await rowsOf(site, query)).toEqual([[1n, 1n]]);
    await undoLoad(site, load.id);
    expect(await rowsOf(site, query)).toEqual([[0n, 0n]]);
  }),
  testedOperation(
    "redoLoad",
    STATES,
    REDO,
    "a load that is redone is LOADING, then COMPLETED and active, with its rows",
    ...STORY,
  ),
  rule(STATES, REDO, "a load can be undone and redone repeatedly", async (site) => {
    const { load, reference } = await loadTable(site);
    for (let round = 0; round < 3; round += 1) {
      await undoLoad(site, load.id);
      expect(await rowsOf(site, `SELECT count(*) FROM ${reference}`)).toEqual([[0n]]);
      expectSuccess(await act(site, "redo", load.id));
      await waitForLoad(site, load.id);
      expect(await rowsOf(site, `SELECT count(*) FROM ${reference}`)).toEqual([[2n]]);
    }
  }),
  operationRule(
    "deleteLoad",
    STATES,
    DELETE,
    "an empty load is removed: DELETING, then gone",
    async (site) => {
      const { id } = await newLoad(site);
      expect(expectSuccess(await act(site, "delete", id)).state).toBe("DELETING");
      await expect.poll(async () => (await site.get(`/data/load:get?id=${id}`)).status).toBe(404);
    },
  ),
  rule(STATES, DELETE, "a FAILED load is removed with its files", async (site) => {
    const { id, files } = await createFailedLoad(site);
    expectSuccess(await act(site, "delete", id));
    await expect.poll(async () => (await site.get(`/data/load:get?id=${id}`)).status).toBe(404);
    expectRefused(await site.get(`/data/load:downloadFile?file_id=${files[0].id}`), 404, "file_not_found");
  }),
  rule(STATES, DELETE, "a removed load is no longer listed", async (site) => {
    const project = await newProject(site);
    const { id } = await newLoad(site, { context: { kind: "PROJECT", project_id: project.id } });
    expectSuccess(await act(site, "delete", id));
    const items = async () =>
      expectSuccess(await site.post(`/data/load:list?project_id=${project.id}`)).items;
    await expect.poll(items).toEqual([]);
  }),
  rule(
    DETAIL,
    "only one that was never committed; else 409 whatever its state.",
    "an undone load cannot be removed",
    async (site) => {
      const { id } = await undoneLoad(site);
      expect(expectRefused(await act(site, "delete", id), 409, "load_committed").detail).toContain("undone");
    },
  ),
  ...refusals,
  ...closed,
  ...unknown,
  rule(
    DETAIL,
    "Undo and redo leave `LOADING` when they are settled (`COMPLETED`).",
    "a settled undo is no longer LOADING, and the next action is accepted",
    async (site) => {
      const { id } = await undoneLoad(site);
      expectSuccess(await act(site, "redo", id));
      expect((await waitForLoad(site, id)).state).toBe("COMPLETED");
      expectSuccess(await act(site, "undo", id));
      expect((await waitForLoad(site, id)).state).toBe("COMPLETED");
    },
  ),
  rule(DETAIL, ARCHIVED, "undo and redo work on a load with an archived table", async (site) => {
    const { load, reference } = await loadTable(site);
    const { table_id } = load.tables[reference];
    expectSuccess(await site.post(`/data/table:archive?reference=${reference}`, {}));
    expect(await undoLoad(site, load.id)).toMatchObject({ is_active: false, errors: [] });
    expectSuccess(await site.post(`/data/table:unarchive?id=${table_id}`));
    expect(await rowsOf(site, `SELECT count(*) FROM ${reference}`)).toEqual([[0n]]);
    expectSuccess(await site.post(`/data/table:archive?reference=${reference}`, {}));
    expectSuccess(await act(site, "redo", load.id));
    expect(await waitForLoad(site, load.id)).toMatchObject({ is_active: true, errors: [] });
  }),
  rule(DETAIL, ARCHIVED, "undo and redo work in an archived project", async (site) => {
    const project = await newProject(site);
    const reference = freshName("kept_");
    const context = { kind: "PROJECT", project_id: project.id };
    const tables = { [reference]: { columns: ONE_COLUMN } };
    const { id } = await ingestBatch(site, await newLoad(site, { context, tables }), "n\n1\n");
    expectSuccess(await site.post(`/project:archive?id=${project.id}`));
    expect(await undoLoad(site, id)).toMatchObject({ is_active: false });
    expectSuccess(await act(site, "redo", id));
    expect(await waitForLoad(site, id)).toMatchObject({ is_active: true });
  }),
  operationRule(
    "uploadFile",
    OPERATIONS,
    "stages the file in storage without ingesting",
    "an upload brings no rows before finalize",
    async (site) => {
      const { reference } = await newTable(site);
      const load = await newLoad(site, { tables: { [reference]: { columns: ONE_COLUMN } } });
      expectSuccess(await upload(site, load.id, "n\n1\n", { table_reference: reference }));
      expect(expectSuccess(await site.get(`/data/load:get?id=${load.id}`)).state).toBe("PENDING");
      expect(await rowsOf(site, `SELECT count(*) FROM ${reference}`)).toEqual([[0n]]);
    },
  ),
  nightlyRule(
    OPERATIONS,
    "Undo removes the data from new table versions without permanently deleting it.",
    "files and older versions of an undone load remain",
    async (site) => {
      const { load, reference } = await loadTable(site);
      const { version_id } = expectSuccess(await site.get(`/data/table:get?reference=${reference}`));
      await undoLoad(site, load.id);
      expect(await rowsOf(site, `SELECT count(*) FROM ${reference}`, { version_id })).toEqual([[2n]]);
      const { body } = await site.get(`/data/load:downloadFile?file_id=${load.files[0].id}`);
      expect(body).toBe("n\n1\n2\n");
    },
  ),
  rule(
    OPERATIONS,
    "Import sequence through the API: create a load; upload each file; check the load with the list operation for errors; finalize; poll the load until its state is `COMPLETED` or `FAILED`.",
    "before finalize, a listed load shows the errors of a file with a wrong header",
    async (site) => {
      const project = await newProject(site);
      const load = await newLoad(site, { context: { kind: "PROJECT", project_id: project.id } });
      const [table = ""] = Object.keys(load.tables);
      expectSuccess(await upload(site, load.id, "wrong\n1\n", { table_reference: table }, "wrong.csv"));
      const { items } = expectSuccess(await site.post(`/data/load:list?project_id=${project.id}`));
      expect(items).toMatchObject([
        { state: "PENDING", errors: expect.arrayContaining([expect.stringContaining("wrong.csv")]) },
      ]);
    },
  ),
  rule(
    "Specification: What the service does",
    "A **data load** ingests one or more files atomically into tables and can be undone and redone as a unit.",
    "three files of a load appear and disappear together",
    async (site) => {
      const load = await newLoad(site);
      const [table = ""] = Object.keys(load.tables);
      const done = await ingestBatch(site, load, "n\n1\n", "n\n2\n", "n\n3\n");
      const { items } = expectSuccess(
        await site.get(`/data/table:listVersions?id=${done.tables[table].table_id}`),
      );
      expect(items).toHaveLength(1);
      expect(await rowsOf(site, `SELECT count(*) FROM ${table}`)).toEqual([[3n]]);
      await undoLoad(site, load.id);
      expect(await rowsOf(site, `SELECT count(*) FROM ${table}`)).toEqual([[0n]]);
    },
  ),
];

import { expect } from "vitest";
import { expectInvalid, expectRefused, expectSuccess, isIdText, isTime, isUser } from "../expectations.ts";
import {
  freshName,
  ingestBatch,
  loadTable,
  newLoad,
  newProject,
  newTable,
  newView,
  ONE_COLUMN,
  rowsOf,
  UNKNOWN,
  undoLoad,
} from "../given.ts";
import { nightlyRule, operationRule, type Rule, rule, testedRule } from "../rule.ts";
import type { Site } from "../site.ts";

const STORY = [
  "test/journeys/story.test.ts",
  "a table is loaded, queried, undone, redone and read at every version",
] as const;

const VERSIONING = "Specification: Versioning";
const VALUES = "Decisions: Values";
const DETAIL = "Decisions: More detail";
const HISTORY =
  "Table data is versioned: each table has a `version_id`, each row change is a data version, and historic versions stay queryable unless destructively removed.";
const VERSION =
  "one commit of the workspace: `{id, kind, created_at, created_by, load_id?, tables: [...]}`; kinds `TABLE_CREATE` `TABLE_UPDATE` `TABLE_RENAME` `TABLE_ARCHIVE` `TABLE_UNARCHIVE` `LOAD` `UNDO_LOAD` `REDO_LOAD`";
const ASKING = "SQL: `FROM t FOR VERSION AS OF <version_id>`; whole query: body field `version_id`";
const IDS =
  "A table's `version_id`, and every id of those lists, works unquoted in `FOR VERSION AS OF` and in the query's `version_id`.";

async function versions(
  site: Site,
  tableId: string,
): Promise<{ id: string; kind: string; load_id?: string }[]> {
  return expectSuccess(await site.get(`/data/table:listVersions?id=${tableId}`)).items;
}

async function count(site: Site, reference: string, version?: string): Promise<unknown> {
  const of = version === undefined ? "" : ` FOR VERSION AS OF ${version}`;
  return (await rowsOf(site, `SELECT count(*) FROM ${reference}${of}`))[0]?.[0];
}

/** Runs one more load into a table. */
async function more(site: Site, reference: string, content: string) {
  const tables = { [reference]: { columns: ONE_COLUMN, format: "CSV" } };
  return ingestBatch(site, await newLoad(site, { tables }), content);
}

export const versionRules: readonly Rule[] = [
  operationRule(
    "listTableVersions",
    "Decisions: Paths",
    "`:get?reference` `:getById?id` `:list` `:listArchived?reference` `:listVersions?id`",
    "the versions of a table are listed; an unknown table is a 404",
    async (site) => {
      const { id, version_id } = await newTable(site);
      expect(await versions(site, id)).toMatchObject([{ id: version_id, kind: "TABLE_CREATE" }]);
      expectRefused(await site.get(`/data/table:listVersions?id=${UNKNOWN}`), 404, "table_not_found");
    },
  ),
  operationRule(
    "listDataVersions",
    "Decisions: Paths",
    "`/version:list?project_id&table_id`",
    "the history is listed for the workspace, a table, or a project",
    async (site) => {
      const project = await newProject(site);
      const reference = freshName("history_");
      const tables = { [reference]: { columns: ONE_COLUMN, format: "CSV" } };
      const context = { kind: "PROJECT", project_id: project.id };
      const load = await ingestBatch(site, await newLoad(site, { context, tables }), "n\n1\n");
      const other = await more(site, reference, "n\n2\n");
      const loads = async (query: string) =>
        expectSuccess(await site.get(`/data/version:list?limit=1000&${query}`)).items.map(
          ({ load_id }: { load_id?: string }) => load_id,
        );
      expect(await loads(`table_id=${load.tables[reference].table_id}`)).toEqual([load.id, other.id]);
      expect(await loads(`project_id=${project.id}`)).toEqual([load.id]);
      expect(await loads("order=DESC")).toEqual(expect.arrayContaining([load.id, other.id]));
      expectRefused(await site.get(`/data/version:list?table_id=${UNKNOWN}`), 404, "table_not_found");
      expectRefused(await site.get(`/data/version:list?project_id=${UNKNOWN}`), 404, "project_not_found");
    },
  ),
  rule(VALUES, VERSION, "a version has exactly the documented fields", async (site) => {
    const { id, reference } = await newTable(site);
    expect(await versions(site, id)).toStrictEqual([
      {
        id: isIdText,
        kind: "TABLE_CREATE",
        created_at: isTime,
        created_by: isUser,
        tables: [{ table_id: id, reference, rows: 0, rows_added: 0, rows_removed: 0 }],
      },
    ]);
  }),
  rule(VALUES, VERSION, "every change of a table is a version of its kind", async (site) => {
    const { id, reference } = await newTable(site);
    const path = (verb: string, name = reference) => `/data/table:${verb}?reference=${name}`;
    expectSuccess(await site.post(path("update"), { description: "d" }));
    const new_reference = freshName("renamed_");
    expectSuccess(await site.post(path("rename"), { new_reference }));
    expectSuccess(await site.post(path("archive", new_reference), {}));
    expectSuccess(await site.post(`/data/table:unarchive?id=${id}`));
    expect((await versions(site, id)).map(({ kind }) => kind)).toEqual([
      "TABLE_CREATE",
      "TABLE_UPDATE",
      "TABLE_RENAME",
      "TABLE_ARCHIVE",
      "TABLE_UNARCHIVE",
    ]);
  }),
  testedRule(
    DETAIL,
    "versions of kinds `LOAD`, `UNDO_LOAD`, `REDO_LOAD` carry `load_id`",
    "versions of load, undo and redo name their load",
    ...STORY,
  ),
  rule(VERSIONING, HISTORY, "a table's version_id increases with every load", async (site) => {
    const { load, reference } = await loadTable(site);
    const current = async () =>
      expectSuccess(await site.get(`/data/table:get?reference=${reference}`)).version_id;
    const first = await current();
    await more(site, reference, "n\n9\n");
    expect(Number(await current())).toBeGreaterThan(Number(first));
    const ids = (await versions(site, load.tables[reference].table_id)).map(({ id }) => id);
    expect(ids).toEqual([first, await current()]);
  }),
  testedRule(VERSIONING, HISTORY, "historic versions stay queryable through loads, undo and redo", ...STORY),
  testedRule(VALUES, ASKING, "two versions of a table can be read in one query", ...STORY),
  nightlyRule(VALUES, ASKING, "version_id applies to every table of the query", async (site) => {
    const first = await loadTable(site, "n\n1\n");
    const second = await loadTable(site, "n\n1\n");
    const { version_id } = expectSuccess(await site.get(`/data/table:get?reference=${second.reference}`));
    await more(site, first.reference, "n\n2\n");
    await more(site, second.reference, "n\n2\n");
    const query = `SELECT (SELECT count(*) FROM ${first.reference}) + (SELECT count(*) FROM ${second.reference})`;
    expect(await rowsOf(site, query)).toEqual([[4n]]);
    expect(await rowsOf(site, query, { version_id })).toEqual([[2n]]);
  }),
  rule(VALUES, ASKING, "FOR VERSION AS OF overrides the query's version_id", async (site) => {
    const { load, reference } = await loadTable(site, "n\n1\n");
    await more(site, reference, "n\n2\n");
    const [first, second] = await versions(site, load.tables[reference].table_id);
    const query = `SELECT count(*) FROM ${reference} FOR VERSION AS OF ${first?.id}`;
    expect(await rowsOf(site, query, { version_id: second?.id })).toEqual([[1n]]);
  }),
  rule(DETAIL, IDS, "at a version of another table, a table has its state of that time", async (site) => {
    const { reference } = await loadTable(site, "n\n1\n");
    const between = await newTable(site);
    await more(site, reference, "n\n2\n");
    expect(await count(site, reference, between.version_id)).toBe(1n);
    expect(await count(site, reference)).toBe(2n);
  }),
  rule(DETAIL, IDS, "the version of a view is also a version of the workspace", async (site) => {
    const { reference } = await loadTable(site, "n\n1\n");
    const view = await newView(site, `SELECT n FROM ${reference}`);
    await more(site, reference, "n\n2\n");
    const options = { version_id: view.version_id };
    expect(await rowsOf(site, `SELECT count(*) FROM ${view.reference}`, options)).toEqual([[1n]]);
  }),
  rule(
    DETAIL,
    "`AS OF` an id that is no version of this workspace: 404.",
    "an id that is not a version of this workspace is a 404, in SQL and in the body",
    async (site) => {
      const { reference } = await newTable(site);
      for (const id of ["1", "9007199254740991"]) {
        const inSql = { query: `SELECT 1 FROM ${reference} FOR VERSION AS OF ${id}` };
        expectRefused(await site.post("/data:query", inSql), 404, "version_not_found");
        const inBody = { query: `SELECT 1 FROM ${reference}`, version_id: id };
        expectRefused(await site.post("/data:query", inBody), 404, "version_not_found");
      }
      expectInvalid(
        await site.post("/data:query", { query: "SELECT 1", version_id: "0" }),
        "body",
        "version_id",
      );
    },
  ),
  rule(
    DETAIL,
    "Columns added to an existing table are nullable (else 422) and survive the undo of the load that brought them.",
    "a column added by a load stays when the load is undone",
    async (site) => {
      const { reference } = await loadTable(site, "n\n1\n");
      const columns = [...ONE_COLUMN, { name: "added", type: "STRING" }];
      const load = await newLoad(site, { tables: { [reference]: { columns, format: "CSV" } } });
      const done = await ingestBatch(site, load, "n,added\n2,x\n");
      expect(done.state).toBe("COMPLETED");
      await undoLoad(site, load.id);
      expect(await rowsOf(site, `SELECT n, added FROM ${reference}`)).toEqual([[1n, null]]);
    },
  ),
  rule(
    "Specification: Table or view",
    "Rows are immutable: to change values, undo the data load that added the rows and load the corrected rows again.",
    "an undo and a new load replace wrong rows",
    async (site) => {
      const { load, reference } = await loadTable(site, "n\n1\n");
      expectRefused(await site.post("/data:query", { query: `UPDATE ${reference} SET n = 2` }), 400);
      await undoLoad(site, load.id);
      await more(site, reference, "n\n2\n");
      expect(await rowsOf(site, `SELECT n FROM ${reference}`)).toEqual([[2n]]);
    },
  ),
  rule(
    VERSIONING,
    "The workspace-level endpoints are under the path prefix `/v2`; workspace-scoped data operations are under `/v2/workspace/{workspace}`.",
    "paths without the prefix /v2 are not found",
    async (site) => {
      expectRefused(
        await site.platform("GET", `/workspace:getRecord?name=${site.lab.name}`),
        404,
        "path_not_found",
      );
      expectRefused(
        await site.region("GET", `/workspace/${site.lab.name}/project:list`),
        404,
        "path_not_found",
      );
      expectRefused(
        await site.region("GET", `/v1/workspace/${site.lab.name}/project:list`),
        404,
        "path_not_found",
      );
    },
  ),
];

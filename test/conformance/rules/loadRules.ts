import { expect } from "vitest";
import { expectInvalid, expectRefused, expectSuccess, isIdText, isTime, isUser } from "../expectations.ts";
import {
  freshName,
  ingestBatch,
  loadTable,
  newLoad,
  newProject,
  newRound,
  newTable,
  ONE_COLUMN,
  rowsOf,
  UNKNOWN,
  upload,
} from "../given.ts";
import { nightlyRule, operationRule, type Rule, rule, testedRule } from "../rule.ts";
import type { Site } from "../site.ts";

const RESOURCE = "Specification: Data load";
const OPERATIONS = "Specification: Operations of data loads";
const VISIBILITY = "Specification: Context and visibility";
const VALUES = "Decisions: Values";
const DETAIL = "Decisions: More detail";
const CREATE =
  "`context` (required: ContextProject or ContextRound); `tables` (object: table reference to `{columns, format}`) | data load (initially empty)";
const CONTEXT =
  "`{kind: WORKSPACE}`, `{kind: PROJECT, project_id}`, `{kind: ROUND, round_id, project_id}` (`project_id` filled in by the service)";
const LIST =
  "list loads | POST `/v2/workspace/{workspace}/data/load:list` | `project_id` string or null; `round_id` string or null; `limit`; `cursor`; `order` | none | page of data loads";
const SIZES = "20 tables and 1,000 files in a load (422).";
const ADD =
  "register table in a load | | `id`, `table_ref` (required) | `{table_ref: string, config: {columns, format}}` | data load";
const CONFIG = { columns: ONE_COLUMN, format: "CSV" };

function create(site: Site, fields: object) {
  const context = { kind: "PROJECT", project_id: site.lab.projectId };
  return site.post("/data/load:create", { context, ...fields });
}

function manyTables(count: number): object {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`many_${index}`, CONFIG]));
}

async function listLoadIds(site: Site, query: string): Promise<string[]> {
  const { items } = expectSuccess(await site.post(`/data/load:list?limit=1000&${query}`));
  return items.map(({ id }: { id: string }) => id);
}

export const loadRules: readonly Rule[] = [
  operationRule(
    "createLoad",
    OPERATIONS,
    `create load | POST \`/v2/workspace/{workspace}/data/load:create\` | | ${CREATE}`,
    "a new load is empty and PENDING, with exactly the documented fields",
    async (site) => {
      const project_id = site.lab.projectId;
      expect(await newLoad(site, { tables: { fields: CONFIG } })).toStrictEqual({
        errors: [],
        id: isIdText,
        created_at: isTime,
        created_by: isUser,
        updated_at: isTime,
        updated_by: isUser,
        context: { kind: "PROJECT", project_id },
        tables: {
          fields: {
            columns: [expect.objectContaining(ONE_COLUMN[0] ?? {})],
            format: "CSV",
            table_id: null,
            creates: true,
          },
        },
        state: "PENDING",
        expires_at: isTime,
        is_active: true,
        files: [],
      });
    },
  ),
  rule(OPERATIONS, CREATE, "a load without a context is refused", async (site) => {
    expectInvalid(await site.post("/data/load:create", { tables: {} }), "body", "context");
  }),
  rule(OPERATIONS, CREATE, "a load may start without tables", async (site) => {
    for (const fields of [{}, { tables: null }, { tables: {} }]) {
      expect(expectSuccess(await create(site, fields)).tables).toEqual({});
    }
  }),
  rule(OPERATIONS, CREATE, "a load's table needs columns", async (site) => {
    expectInvalid(await create(site, { tables: { t: { format: "CSV" } } }), "body", "tables", "t", "columns");
    expectInvalid(await create(site, { tables: { t: { columns: [] } } }), "body", "tables", "t", "columns");
  }),
  rule(OPERATIONS, CREATE, "the names of a load's tables follow the rules for tables", async (site) => {
    for (const name of ["1a", "a b", "__a", "tasks", "x".repeat(129)]) {
      expectInvalid(await create(site, { tables: { [name]: CONFIG } }), "body", "tables", name);
    }
    expectSuccess(await create(site, { tables: { ["x".repeat(128)]: CONFIG } }));
  }),
  rule(OPERATIONS, CREATE, "a load cannot contain a table twice, ignoring case", async (site) => {
    expectInvalid(await create(site, { tables: { same: CONFIG, Same: CONFIG } }), "body", "tables", "Same");
  }),
  ...["CSV", "TSV", "XLSX", "PARQUET", "NDJSON"].map((format) =>
    rule(
      VALUES,
      "`CSV`, `TSV`, `XLSX`, `PARQUET`, `NDJSON`",
      `a load's table may have the format ${format}`,
      async (site) => {
        const { tables } = expectSuccess(
          await create(site, { tables: { t: { columns: ONE_COLUMN, format } } }),
        );
        expect(tables.t.format).toBe(format);
      },
    ),
  ),
  rule(VALUES, "`CSV`, `TSV`, `XLSX`, `PARQUET`, `NDJSON`", "an unknown format is refused", async (site) => {
    for (const format of ["csv", "JSON", "", 1]) {
      const tables = { t: { columns: ONE_COLUMN, format } };
      expectInvalid(await create(site, { tables }), "body", "tables", "t", "format");
    }
  }),
  rule(VALUES, CONTEXT, "a load of a round includes the round's project", async (site) => {
    const { id, project_id } = await newRound(site);
    const { context } = await newLoad(site, { context: { kind: "ROUND", round_id: id } });
    expect(context).toStrictEqual({ kind: "ROUND", round_id: id, project_id });
  }),
  rule(VALUES, CONTEXT, "a context of another kind, or without its id, is refused", async (site) => {
    expectInvalid(await create(site, { context: { kind: "OTHER" } }), "body", "context", "kind");
    expectInvalid(await create(site, { context: { kind: "PROJECT" } }), "body", "context", "project_id");
    expectInvalid(await create(site, { context: { kind: "ROUND" } }), "body", "context", "round_id");
  }),
  rule(
    DETAIL,
    "`load:create` takes PROJECT and ROUND contexts only (422).",
    "a load with the workspace context is refused",
    async (site) => {
      expectInvalid(await create(site, { context: { kind: "WORKSPACE" } }), "body", "context", "kind");
    },
  ),
  rule(
    DETAIL,
    "Unknown ids are 404 when a task or load is created",
    "a load of an unknown project or round is a 404",
    async (site) => {
      const project = { kind: "PROJECT", project_id: UNKNOWN };
      expectRefused(await create(site, { context: project }), 404, "project_not_found");
      expectRefused(
        await create(site, { context: { kind: "ROUND", round_id: UNKNOWN } }),
        404,
        "round_not_found",
      );
    },
  ),
  rule(DETAIL, SIZES, "a load may have 20 tables", async (site) => {
    expect(Object.keys(expectSuccess(await create(site, { tables: manyTables(20) })).tables)).toHaveLength(
      20,
    );
  }),
  rule(DETAIL, SIZES, "a load of 21 tables is refused", async (site) => {
    expectInvalid(await create(site, { tables: manyTables(21) }), "body", "tables");
  }),
  rule(DETAIL, SIZES, "a load of 19 tables accepts one more, and one of 20 does not", async (site) => {
    const { id } = expectSuccess(await create(site, { tables: manyTables(19) }));
    const add = (name: string) =>
      site.post(`/data/load:addTable?id=${id}&table_ref=${name}`, { config: CONFIG });
    expectSuccess(await add("twentieth"));
    expectInvalid(await add("one_more"), "query", "table_ref");
  }),
  operationRule(
    "getLoad",
    OPERATIONS,
    "get load | | `id` | none | data load",
    "a load is returned with its files; an unknown one is a 404",
    async (site) => {
      const load = await newLoad(site);
      const file = expectSuccess(await upload(site, load.id, "x"));
      expect(expectSuccess(await site.get(`/data/load:get?id=${load.id}`))).toMatchObject({
        id: load.id,
        files: [file],
      });
      expectRefused(await site.get(`/data/load:get?id=${UNKNOWN}`), 404, "load_not_found");
    },
  ),
  operationRule(
    "listLoads",
    OPERATIONS,
    LIST,
    "loads are listed for the workspace, a project, or a round",
    async (site) => {
      const project = await newProject(site);
      const round = await newRound(site, { project_id: project.id });
      const ofProject = await newLoad(site, { context: { kind: "PROJECT", project_id: project.id } });
      const ofRound = await newLoad(site, { context: { kind: "ROUND", round_id: round.id } });
      expect(await listLoadIds(site, `project_id=${project.id}`)).toEqual([ofProject.id, ofRound.id]);
      expect(await listLoadIds(site, `round_id=${round.id}`)).toEqual([ofRound.id]);
      expect(await listLoadIds(site, "order=DESC")).toEqual(
        expect.arrayContaining([ofProject.id, ofRound.id]),
      );
    },
  ),
  rule(
    "Decisions: Errors",
    "both `project_id` and `round_id`",
    "a list of loads of a project and a round is refused",
    async (site) => {
      const { id, project_id } = await newRound(site);
      expectInvalid(
        await site.post(`/data/load:list?project_id=${project_id}&round_id=${id}`),
        "query",
        "round_id",
      );
    },
  ),
  rule(OPERATIONS, LIST, "loads of an unknown project or round are a 404", async (site) => {
    expectRefused(await site.post(`/data/load:list?project_id=${UNKNOWN}`), 404, "project_not_found");
    expectRefused(await site.post(`/data/load:list?round_id=${UNKNOWN}`), 404, "round_not_found");
  }),
  rule(
    DETAIL,
    "The list filter `project_id` includes the project's rounds and excludes the workspace context.",
    "a project's list excludes loads of other projects",
    async (site) => {
      const project = await newProject(site);
      const other = await newLoad(site);
      expect(await listLoadIds(site, `project_id=${project.id}`)).not.toContain(other.id);
    },
  ),
  operationRule(
    "addLoadTable",
    OPERATIONS,
    ADD,
    "a table registered in a load accepts files",
    async (site) => {
      const { id } = await newLoad(site, { tables: {} });
      const reference = freshName("registered_");
      const body = { table_ref: reference, config: CONFIG };
      const load = expectSuccess(
        await site.post(`/data/load:addTable?id=${id}&table_ref=${reference}`, body),
      );
      expect(load.tables[reference]).toMatchObject({ format: "CSV", table_id: null });
      expect((await ingestBatch(site, load, "n\n1\n")).state).toBe("COMPLETED");
      expect(await rowsOf(site, `SELECT n FROM ${reference}`)).toEqual([[1n]]);
    },
  ),
  rule(
    OPERATIONS,
    ADD,
    "a table cannot be registered without its config, or under two names",
    async (site) => {
      const { id } = await newLoad(site);
      const path = `/data/load:addTable?id=${id}`;
      expectInvalid(await site.post(`${path}&table_ref=t`, { table_ref: "t" }), "body", "config");
      expectInvalid(await site.post(path, { config: CONFIG }), "query", "table_ref");
      expectInvalid(
        await site.post(`${path}&table_ref=t`, { table_ref: "u", config: CONFIG }),
        "body",
        "table_ref",
      );
      expect((await site.post(`${path}&table_ref=1a`, { config: CONFIG })).status).toBe(422);
    },
  ),
  rule(OPERATIONS, ADD, "a table of the load cannot be registered again", async (site) => {
    const { id } = await newLoad(site, { tables: { there: CONFIG } });
    expectRefused(
      await site.post(`/data/load:addTable?id=${id}&table_ref=There`, { config: CONFIG }),
      409,
      "load_table_exists",
    );
  }),
  rule(
    VALUES,
    "null until finalize creates the table or finds the existing one",
    "a load uses existing tables and creates missing ones",
    async (site) => {
      const table = await newTable(site);
      const made = freshName("made_");
      const load = await newLoad(site, { tables: { [table.reference]: CONFIG, [made]: CONFIG } });
      expect(load.tables[table.reference].table_id).toBeNull();
      expectSuccess(await upload(site, load.id, "n\n1\n", { table_reference: table.reference }));
      expectSuccess(await upload(site, load.id, "n\n2\n", { table_reference: made }));
      expectSuccess(await site.post(`/data/load:finalize?id=${load.id}`));
      const { tables } = await site.lab.api.settled(load.id);
      expect(tables[table.reference]?.table_id).toBe(table.id);
      expect(tables[made]?.table_id).toBe(
        expectSuccess(await site.get(`/data/table:get?reference=${made}`)).id,
      );
    },
  ),
  testedRule(
    RESOURCE,
    "A data load is a set of one or more inputs ingested atomically.",
    "a load of two tables becomes visible in both, or with one bad cell, in neither",
    "test/journeys/badCell.test.ts",
    "the load fails entirely, reports the file, line, column and value, and adds no version",
  ),
  rule(
    VISIBILITY,
    "Artifacts, table rows (through their data load) and tasks each have a context: workspace, project or round.",
    "rows have the context of their load",
    async (site) => {
      const { reference } = await loadTable(site);
      const other = await newProject(site);
      const count = `SELECT count(*) FROM ${reference}`;
      expect(await rowsOf(site, count, { project_id: other.id })).toEqual([[0n]]);
      expect(await rowsOf(site, count, { project_id: site.lab.projectId })).toEqual([[2n]]);
    },
  ),
  nightlyRule(
    VISIBILITY,
    "A task with project A or one of its rounds sees data of project A and all rounds of A, never data of project B.",
    "a project's query sees rows of all its rounds and of no other project",
    async (site) => {
      const project = await newProject(site);
      const reference = freshName("rounds_");
      const tables = { [reference]: CONFIG };
      for (const value of [1, 2]) {
        const { id } = await newRound(site, { project_id: project.id });
        await ingestBatch(
          site,
          await newLoad(site, { context: { kind: "ROUND", round_id: id }, tables }),
          `n\n${value}\n`,
        );
      }
      await ingestBatch(site, await newLoad(site, { tables }), "n\n100\n");
      const query = `SELECT n FROM ${reference} ORDER BY n`;
      expect(await rowsOf(site, query, { project_id: project.id })).toEqual([[1n], [2n]]);
    },
  ),
  rule(
    DETAIL,
    "SQL with `project_id` reads only rows of that project and its rounds; SQL without it reads all of the workspace.",
    "a view has the visibility of the query that reads it",
    async (site) => {
      const { reference } = await loadTable(site);
      const other = await newProject(site);
      const view = freshName("seen_");
      const query = `SELECT n FROM ${reference}`;
      expectSuccess(await site.post("/data/table:create", { kind: "VIEW", reference: view, query }));
      expect(await rowsOf(site, `SELECT count(*) FROM ${view}`)).toEqual([[2n]]);
      expect(await rowsOf(site, `SELECT count(*) FROM ${view}`, { project_id: other.id })).toEqual([[0n]]);
    },
  ),
  rule(
    DETAIL,
    "A load into an existing table states `columns` again (a subset check against the table; new ones extend it).",
    "a load may omit nullable columns of its table",
    async (site) => {
      const columns = [...ONE_COLUMN, { name: "note", type: "STRING" }];
      const { reference } = await newTable(site, { columns });
      const load = await newLoad(site, { tables: { [reference]: CONFIG } });
      expect((await ingestBatch(site, load, "n\n1\n")).state).toBe("COMPLETED");
      expect(await rowsOf(site, `SELECT n, note FROM ${reference}`)).toEqual([[1n, null]]);
    },
  ),
  rule(
    DETAIL,
    "A load into an existing table states `columns` again (a subset check against the table; new ones extend it).",
    "a load with a different type than its table is refused",
    async (site) => {
      const { reference } = await newTable(site);
      const columns = [{ name: "n", type: "STRING" }];
      const load = await newLoad(site, { tables: { [reference]: { columns } } });
      expectSuccess(await upload(site, load.id, "n\nx\n", { table_reference: reference }));
      expectRefused(await site.post(`/data/load:finalize?id=${load.id}`), 409, "column_type_mismatch");
    },
  ),
  rule(
    DETAIL,
    "A load binds table ids at finalize: a rename does not affect it",
    "undo finds a renamed table",
    async (site) => {
      const { load, reference } = await loadTable(site);
      const new_reference = freshName("renamed_");
      expectSuccess(await site.post(`/data/table:rename?reference=${reference}`, { new_reference }));
      expectSuccess(await site.post(`/data/load:undo?id=${load.id}`));
      await site.lab.api.settled(load.id);
      expect(await rowsOf(site, `SELECT count(*) FROM ${new_reference}`)).toEqual([[0n]]);
    },
  ),
];

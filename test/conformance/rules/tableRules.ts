import { expect } from "vitest";
import {
  expectInvalid,
  expectRefused,
  expectSuccess,
  isIdText,
  isTime,
  isUser,
  storedFields,
} from "../expectations.ts";
import { freshName, loadTable, newTable, newView, ONE_COLUMN, rowsOf, UNKNOWN } from "../given.ts";
import { operationRule, type Rule, rule } from "../rule.ts";
import type { Site } from "../site.ts";

const RESOURCE = "Specification: Table or view";
const OPERATIONS = "Specification: Operations of tables and views";
const ARCHIVE = "Specification: Archive status";
const VALUES = "Decisions: Values";
const REFERENCE = "unique name per workspace; reusable once the table that held it is archived";
const NAME =
  "`[A-Za-z_][A-Za-z0-9_]{0,127}`, unique ignoring case; names starting with `__` and the references `tasks`, `information_schema` are reserved.";
const ARCHIVED = "inaccessible for regular operations, preserved for history; its reference becomes reusable";
const LIST =
  "list tables and views (current base tables and views) | `include_archived` boolean default false; `include_internal` any; `limit`; `cursor`; `order` | none | page of tables";

async function references(site: Site, query = ""): Promise<string[]> {
  const page = expectSuccess(await site.get(`/data/table:list?limit=1000&order=DESC${query}`));
  return page.items.map(({ reference }: { reference: string }) => reference);
}

function create(site: Site, reference: unknown) {
  return site.post("/data/table:create", { reference, columns: ONE_COLUMN });
}

const goodReferences = ["_", "_1", "Mixed_Case_9", "select", "x".repeat(128)].map((reference) =>
  rule(
    VALUES,
    NAME,
    `a table's name may be ${reference.slice(0, 20)} (${reference.length} long)`,
    async (site) => {
      expect(expectSuccess(await create(site, reference)).reference).toBe(reference);
      expect(await rowsOf(site, `SELECT count(*) FROM "${reference}"`)).toEqual([[0n]]);
    },
  ),
);

const badReferences: Record<string, unknown> = {
  "an empty text": "",
  "129 characters": "x".repeat(129),
  "a digit first": "1a",
  "a space": "a b",
  "a dot": "a.b",
  "a hyphen": "a-b",
  "a quote": 'a"b',
  "a letter beyond ASCII": "ä",
  "two underscores first": "__a",
  "the reserved name tasks": "tasks",
  "the reserved name Tasks": "Tasks",
  "the reserved name information_schema": "information_schema",
  "a number": 7,
  null: null,
};

const badReferenceRules = Object.entries(badReferences).map(([what, reference]) =>
  rule(VALUES, NAME, `a table's name cannot be ${what}`, async (site) => {
    expectInvalid(await create(site, reference), "body", "reference");
  }),
);

export const tableRules: readonly Rule[] = [
  rule(
    RESOURCE,
    "version_id | string | current data version",
    "a table has exactly the documented fields",
    async (site) => {
      const table = await newTable(site, { description: "d" });
      expect(table).toStrictEqual({
        ...storedFields,
        kind: "TABLE",
        reference: table.reference,
        description: "d",
        columns: [
          { name: "n", type: "INT64", nullable: true, metadata: { description: null, deprecated: false } },
        ],
        version_id: isIdText,
        rows: 0,
        bytes: 0,
      });
    },
  ),
  rule(
    RESOURCE,
    "kind | string | `TABLE` is the documented value, default `TABLE`",
    "a missing or null kind means TABLE",
    async (site) => {
      expect((await newTable(site)).kind).toBe("TABLE");
      expect((await newTable(site, { kind: null })).kind).toBe("TABLE");
      expectInvalid(await site.post("/data/table:create", { kind: "OTHER", reference: "x" }), "body", "kind");
    },
  ),
  rule(
    RESOURCE,
    "id | string int64 | opaque id, distinct from the reference",
    "a table's id differs from its reference, and survives a rename",
    async (site) => {
      const { id, reference } = await newTable(site);
      const renamed = expectSuccess(
        await site.post(`/data/table:rename?reference=${reference}`, {
          new_reference: freshName("renamed_"),
        }),
      );
      expect(renamed.id).toBe(id);
      expectRefused(await site.get(`/data/table:get?reference=${id}`), 404, "table_not_found");
    },
  ),
  rule(RESOURCE, REFERENCE, "a reference in use is a 409 that names its table", async (site) => {
    const { id, reference } = await newTable(site);
    expect(expectRefused(await create(site, reference), 409, "reference_taken").detail).toContain(id);
  }),
  rule(RESOURCE, REFERENCE, "a reference can be reused once its table is archived", async (site) => {
    const { id, reference } = await newTable(site);
    expectSuccess(await site.post(`/data/table:archive?reference=${reference}`, {}));
    expect(expectSuccess(await create(site, reference)).id).not.toBe(id);
  }),
  rule(
    RESOURCE,
    "columns | array of Column | non-empty on create",
    "a table without columns is refused",
    async (site) => {
      for (const columns of [[], undefined, null]) {
        const body = { reference: freshName("none_"), columns };
        expectInvalid(await site.post("/data/table:create", body), "body", "columns");
      }
    },
  ),
  ...goodReferences,
  ...badReferenceRules,
  rule(VALUES, NAME, "references are unique, and found, ignoring case", async (site) => {
    const { id, reference } = await newTable(site, { reference: freshName("MiXeD_") });
    expectRefused(await create(site, reference.toLowerCase()), 409, "reference_taken");
    expect(expectSuccess(await site.get(`/data/table:get?reference=${reference.toUpperCase()}`)).id).toBe(id);
    expect(await rowsOf(site, `SELECT count(*) FROM ${reference.toLowerCase()}`)).toEqual([[0n]]);
  }),
  operationRule("listTables", OPERATIONS, LIST, "tables and views are listed", async (site) => {
    const table = await newTable(site);
    const view = await newView(site, "SELECT 1 AS x");
    expect(await references(site)).toEqual(expect.arrayContaining([table.reference, view.reference]));
  }),
  rule(OPERATIONS, LIST, "archived tables are listed only with include_archived=true", async (site) => {
    const { reference } = await newTable(site);
    expectSuccess(await site.post(`/data/table:archive?reference=${reference}`, {}));
    expect(await references(site)).not.toContain(reference);
    expect(await references(site, "&include_archived=true")).toContain(reference);
  }),
  rule(OPERATIONS, LIST, "include_internal accepts true and false", async (site) => {
    const { reference } = await newTable(site);
    for (const value of ["true", "false"]) {
      expect(await references(site, `&include_internal=${value}`)).toContain(reference);
    }
  }),
  operationRule(
    "createTable",
    OPERATIONS,
    "create table or view | | `kind` (default `TABLE`), `reference` (required), `description` (string or null), `columns` (required, non-empty array) | table",
    "a created table is empty and can be queried at once",
    async (site) => {
      const { reference } = await newTable(site);
      expect(await rowsOf(site, `SELECT n FROM ${reference}`)).toEqual([]);
    },
  ),
  operationRule(
    "getTable",
    OPERATIONS,
    "get table by reference | `reference` | none | table",
    "a table is found by reference; an unknown one is a 404",
    async (site) => {
      const table = await newTable(site);
      expect(expectSuccess(await site.get(`/data/table:get?reference=${table.reference}`))).toEqual(table);
      expectRefused(await site.get("/data/table:get?reference=nowhere"), 404, "table_not_found");
      expectInvalid(await site.get("/data/table:get"), "query", "reference");
    },
  ),
  operationRule(
    "getTableById",
    OPERATIONS,
    "get table by id | `id` | none | table",
    "a table is found by id, archived or not; an unknown one is a 404",
    async (site) => {
      const table = await newTable(site);
      expect(expectSuccess(await site.get(`/data/table:getById?id=${table.id}`))).toEqual(table);
      expectSuccess(await site.post(`/data/table:archive?reference=${table.reference}`, {}));
      expect(expectSuccess(await site.get(`/data/table:getById?id=${table.id}`)).archived_at).toEqual(isTime);
      expectRefused(await site.get(`/data/table:getById?id=${UNKNOWN}`), 404, "table_not_found");
    },
  ),
  operationRule(
    "renameTable",
    OPERATIONS,
    "rename table | `reference` | `{new_reference: string}` required | table",
    "a renamed table keeps its rows, and its old reference is free",
    async (site) => {
      const { reference } = await loadTable(site);
      const new_reference = freshName("renamed_");
      expectSuccess(await site.post(`/data/table:rename?reference=${reference}`, { new_reference }));
      expect(await rowsOf(site, `SELECT count(*) FROM ${new_reference}`)).toEqual([[2n]]);
      expectRefused(await site.get(`/data/table:get?reference=${reference}`), 404, "table_not_found");
      const old = await site.post("/data:query", { query: `SELECT n FROM ${reference}` });
      expectRefused(old, 400, "unknown_table");
      expectSuccess(await create(site, reference));
    },
  ),
  rule(
    OPERATIONS,
    "rename table | `reference` | `{new_reference: string}` required | table",
    "a rename to an invalid reference or one in use is refused",
    async (site) => {
      const { reference } = await newTable(site);
      const other = await newTable(site);
      const rename = (new_reference?: unknown) =>
        site.post(`/data/table:rename?reference=${reference}`, { new_reference });
      expectRefused(await rename(other.reference), 409, "reference_taken");
      for (const wrong of ["1a", "", undefined, "tasks", "x".repeat(129)]) {
        expectInvalid(await rename(wrong), "body", "new_reference");
      }
      expect(expectSuccess(await rename(reference.toUpperCase())).reference).toBe(reference.toUpperCase());
    },
  ),
  operationRule(
    "archiveTable",
    OPERATIONS,
    "archive table or view | `reference` | empty object | table",
    "a table can be archived with an empty object, or without a body",
    async (site) => {
      for (const body of [{}, undefined]) {
        const { reference } = await newTable(site);
        const archived = expectSuccess(await site.post(`/data/table:archive?reference=${reference}`, body));
        expect(archived).toMatchObject({ archived_at: isTime, archived_by: isUser });
      }
      expectRefused(await site.post("/data/table:archive?reference=nowhere", {}), 404, "table_not_found");
    },
  ),
  rule(
    ARCHIVE,
    ARCHIVED,
    "an archived table cannot be found by reference, queried, changed or renamed",
    async (site) => {
      const { reference } = await newTable(site);
      expectSuccess(await site.post(`/data/table:archive?reference=${reference}`, {}));
      expectRefused(await site.get(`/data/table:get?reference=${reference}`), 404, "table_not_found");
      expectRefused(
        await site.post("/data:query", { query: `SELECT * FROM ${reference}` }),
        400,
        "unknown_table",
      );
      expectRefused(await site.post(`/data/table:update?reference=${reference}`, {}), 404, "table_not_found");
      const new_reference = freshName("renamed_");
      expectRefused(await site.post(`/data/table:rename?reference=${reference}`, { new_reference }), 404);
      expectRefused(
        await site.post(`/data/table:archive?reference=${reference}`, {}),
        404,
        "table_not_found",
      );
    },
  ),
  rule(
    ARCHIVE,
    ARCHIVED,
    "an archived table keeps its versions, and unarchiving restores its rows",
    async (site) => {
      const { load, reference } = await loadTable(site);
      const id = load.tables[reference].table_id;
      expectSuccess(await site.post(`/data/table:archive?reference=${reference}`, {}));
      const { items } = expectSuccess(await site.get(`/data/table:listVersions?id=${id}`));
      expect(items.map(({ kind }: { kind: string }) => kind)).toEqual(["LOAD", "TABLE_ARCHIVE"]);
      expectSuccess(await site.post(`/data/table:unarchive?id=${id}`));
      expect(await rowsOf(site, `SELECT sum(n) FROM ${reference}`)).toEqual([[3n]]);
    },
  ),
  operationRule(
    "unarchiveTable",
    OPERATIONS,
    "unarchive table or view | `id` | none | table; HTTP 409 if an active table has the same reference",
    "an unarchived table is found by its reference again",
    async (site) => {
      const { id, reference } = await newTable(site);
      expectSuccess(await site.post(`/data/table:archive?reference=${reference}`, {}));
      expect(expectSuccess(await site.post(`/data/table:unarchive?id=${id}`))).toMatchObject({
        archived_at: null,
        archived_by: null,
      });
      expect(expectSuccess(await site.get(`/data/table:get?reference=${reference}`)).id).toBe(id);
      expectRefused(await site.post(`/data/table:unarchive?id=${UNKNOWN}`), 404, "table_not_found");
    },
  ),
  rule(
    ARCHIVE,
    "an active table with the same reference must not exist, else HTTP 409",
    "a table whose reference is in use cannot be unarchived",
    async (site) => {
      const { id, reference } = await newTable(site);
      expectSuccess(await site.post(`/data/table:archive?reference=${reference}`, {}));
      const holder = expectSuccess(await create(site, reference));
      const { detail } = expectRefused(
        await site.post(`/data/table:unarchive?id=${id}`),
        409,
        "reference_taken",
      );
      expect(detail).toContain(holder.id);
    },
  ),
  rule(
    ARCHIVE,
    "archived table or view | unarchive |",
    "unarchiving an active table is a 409",
    async (site) => {
      const { id } = await newTable(site);
      expectRefused(await site.post(`/data/table:unarchive?id=${id}`), 409, "table_not_archived");
    },
  ),
  operationRule(
    "listArchivedTables",
    OPERATIONS,
    "list archived tables with a reference | `reference` (required); `limit`; `cursor`; `order` | none | page of tables",
    "the archived tables of a reference are listed without the active one",
    async (site) => {
      const { id, reference } = await newTable(site);
      expectSuccess(await site.post(`/data/table:archive?reference=${reference}`, {}));
      const second = expectSuccess(await create(site, reference));
      const path = `/data/table:listArchived?reference=${reference}`;
      expect(expectSuccess(await site.get(path)).items).toMatchObject([{ id, reference }]);
      expectSuccess(await site.post(`/data/table:archive?reference=${reference}`, {}));
      expect(expectSuccess(await site.get(path)).items).toMatchObject([{ id }, { id: second.id }]);
      expectInvalid(await site.get("/data/table:listArchived"), "query", "reference");
      expect(expectSuccess(await site.get("/data/table:listArchived?reference=never")).items).toEqual([]);
    },
  ),
  rule(
    OPERATIONS,
    "list archived tables with a reference",
    "a renamed and archived table is listed under its last reference",
    async (site) => {
      const { id, reference } = await newTable(site);
      const new_reference = freshName("renamed_");
      expectSuccess(await site.post(`/data/table:rename?reference=${reference}`, { new_reference }));
      expectSuccess(await site.post(`/data/table:archive?reference=${new_reference}`, {}));
      const ids = async (name: string) =>
        expectSuccess(await site.get(`/data/table:listArchived?reference=${name}`)).items;
      expect(await ids(new_reference)).toMatchObject([{ id }]);
      expect(await ids(reference)).toEqual([]);
    },
  ),
];

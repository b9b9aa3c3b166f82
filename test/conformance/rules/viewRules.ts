import { expect } from "vitest";
import { expectInvalid, expectRefused, expectSuccess } from "../expectations.ts";
import { freshName, loadTable, newLoad, newView, rowsOf, upload } from "../given.ts";
import { nightlyRule, type Rule, rule } from "../rule.ts";
import type { Site } from "../site.ts";

const SERVICE = "Specification: What the service does";
const RESOURCE = "Specification: Table or view";
const VALUES = "Decisions: Values";
const DETAIL = "Decisions: More detail";
const KIND = "`TABLE`, `VIEW`. A view has `query` (one `SELECT`); its columns are inferred";
const CREATED = "A view is created by `table:create` with `kind: VIEW` and `query`.";
const TODAY =
  "At a version, a view uses its current query and resolves references in the same way. If another table held one of the names in that query at that version, reading the view results in a 409 with the code `view_outdated`.";
const FREELY = "Views can be updated arbitrarily.";

function create(site: Site, fields: object) {
  return site.post("/data/table:create", { kind: "VIEW", reference: freshName("view_"), ...fields });
}

export const viewRules: readonly Rule[] = [
  nightlyRule(
    SERVICE,
    "**Views** are virtual tables defined by a query.",
    "a view shows its query's current rows",
    async (site) => {
      const { load, reference } = await loadTable(site, "n\n1\n2\n");
      const view = await newView(site, `SELECT n * 10 AS tens FROM ${reference} WHERE n > 1`);
      expect(await rowsOf(site, `SELECT tens FROM ${view.reference}`)).toEqual([[20n]]);
      expectSuccess(await site.post(`/data/load:undo?id=${load.id}`));
      await expect.poll(() => rowsOf(site, `SELECT tens FROM ${view.reference}`)).toEqual([]);
    },
  ),
  rule(VALUES, KIND, "a view's columns are inferred from its query", async (site) => {
    const view = await newView(
      site,
      "SELECT true AS b, 1 AS i, 1.5e0 AS f, 'x' AS s, DATE '2026-01-01' AS d, ARRAY[1, 2] AS a",
    );
    expect(view.columns.map(({ name, type }: { name: string; type: string }) => [name, type])).toEqual([
      ["b", "BOOL"],
      ["i", "INT64"],
      ["f", "FLOAT64"],
      ["s", "STRING"],
      ["d", "DATE"],
      ["a", "ARRAY"],
    ]);
  }),
  rule(VALUES, KIND, "a view has kind VIEW and its query, and a table has none", async (site) => {
    const view = await newView(site, "SELECT 1 AS x");
    expect(expectSuccess(await site.get(`/data/table:get?reference=${view.reference}`))).toMatchObject({
      kind: "VIEW",
      query: "SELECT 1 AS x",
    });
  }),
  rule(DETAIL, CREATED, "a view without a query is refused, and a table with one", async (site) => {
    expectInvalid(await create(site, {}), "body", "query");
    const table = { kind: "TABLE", columns: [{ name: "n", type: "INT64" }], query: "SELECT 1" };
    expectInvalid(await create(site, table), "body", "query");
  }),
  rule(DETAIL, CREATED, "a view with columns that its query lacks is refused", async (site) => {
    expectInvalid(
      await create(site, { query: "SELECT 1 AS x", columns: [{ name: "n", type: "INT64" }] }),
      "body",
      "columns",
      0,
      "name",
    );
  }),
  rule(DETAIL, CREATED, "a view with an invalid query is a 400", async (site) => {
    for (const query of ["SELECT", "SELECT * FROM nowhere", "SELECT nope FROM (SELECT 1 AS x)"]) {
      expectRefused(await create(site, { query }), 400);
    }
  }),
  rule(DETAIL, CREATED, "a view accepts a single SELECT", async (site) => {
    for (const query of ["SELECT 1; SELECT 2", "DROP TABLE x", "INSERT INTO x VALUES (1)"]) {
      expectRefused(await create(site, { query }), 400, "statement_not_allowed");
    }
  }),
  rule(VALUES, KIND, "a view may read views, but not itself", async (site) => {
    const first = await newView(site, "SELECT 1 AS x");
    const second = await newView(site, `SELECT x + 1 AS y FROM ${first.reference}`);
    expect(await rowsOf(site, `SELECT y FROM ${second.reference}`)).toEqual([[2]]);
    const path = `/data/table:update?reference=${first.reference}`;
    const ring = await site.post(path, { query: `SELECT y AS x FROM ${second.reference}` });
    expect(expectRefused(ring, 400).detail).toContain(first.reference);
    const reference = freshName("self_");
    expectRefused(await create(site, { reference, query: `SELECT * FROM ${reference}` }), 400);
  }),
  rule(RESOURCE, FREELY, "a view's query can change its columns in name, type and number", async (site) => {
    const { reference } = await newView(site, "SELECT 1 AS x, 2 AS y");
    const path = `/data/table:update?reference=${reference}`;
    const updated = expectSuccess(await site.post(path, { kind: "VIEW", query: "SELECT 'a' AS z" }));
    expect(updated.columns).toMatchObject([{ name: "z", type: "STRING" }]);
    expect(await rowsOf(site, `SELECT * FROM ${reference}`)).toEqual([["a"]]);
  }),
  rule(RESOURCE, FREELY, "a view's description can change without its query", async (site) => {
    const { reference } = await newView(site, "SELECT 1 AS x");
    const path = `/data/table:update?reference=${reference}`;
    expect(expectSuccess(await site.post(path, { description: "one" }))).toMatchObject({
      description: "one",
      query: "SELECT 1 AS x",
    });
    const columns = [{ name: "y", type: "INT64" }];
    expectInvalid(await site.post(path, { columns }), "body", "columns", 0, "name");
    expectInvalid(await site.post(path, { kind: "TABLE" }), "body", "kind");
  }),
  rule(RESOURCE, FREELY, "a view can be renamed, archived and unarchived", async (site) => {
    const { id, reference } = await newView(site, "SELECT 1 AS x");
    const new_reference = freshName("view_");
    expectSuccess(await site.post(`/data/table:rename?reference=${reference}`, { new_reference }));
    expect(await rowsOf(site, `SELECT x FROM ${new_reference}`)).toEqual([[1]]);
    expectSuccess(await site.post(`/data/table:archive?reference=${new_reference}`, {}));
    expectRefused(
      await site.post("/data:query", { query: `SELECT x FROM ${new_reference}` }),
      400,
      "unknown_table",
    );
    expectSuccess(await site.post(`/data/table:unarchive?id=${id}`));
    expect(await rowsOf(site, `SELECT x FROM ${new_reference}`)).toEqual([[1]]);
  }),
  rule(
    "Clients: Versions and row origins",
    TODAY,
    "a view at a version has the current definition and that version's rows",
    async (site) => {
      const { reference } = await loadTable(site, "n\n1\n");
      const view = await newView(site, `SELECT n AS x FROM ${reference}`);
      const load = await newLoad(site, {
        tables: { [reference]: { columns: [{ name: "n", type: "INT64" }] } },
      });
      expectSuccess(await upload(site, load.id, "n\n5\n", { table_reference: reference }));
      expectSuccess(await site.post(`/data/load:finalize?id=${load.id}`));
      await site.lab.api.settled(load.id);
      const path = `/data/table:update?reference=${view.reference}`;
      expectSuccess(await site.post(path, { query: `SELECT n * 2 AS x FROM ${reference}` }));
      const query = `SELECT sum(x) FROM ${view.reference}`;
      expect(await rowsOf(site, query)).toEqual([[12n]]);
      expect(await rowsOf(site, query, { version_id: view.version_id })).toEqual([[2n]]);
    },
  ),
  rule(VALUES, KIND, "rows cannot be loaded into a view", async (site) => {
    const { reference } = await newView(site, "SELECT 1 AS n");
    const load = await newLoad(site, {
      tables: { [reference]: { columns: [{ name: "n", type: "INT64" }] } },
    });
    expectSuccess(await upload(site, load.id, "n\n1\n", { table_reference: reference }));
    expectRefused(await site.post(`/data/load:finalize?id=${load.id}`), 409, "table_is_view");
  }),
  rule(VALUES, KIND, "a view's query has at most 100,000 characters", async (site) => {
    const query = (length: number): string => `SELECT '${"x".repeat(length - 14)}' AS x`;
    expect(query(100_000)).toHaveLength(100_000);
    expectSuccess(await create(site, { query: query(100_000) }));
    expectInvalid(await create(site, { query: query(100_001) }), "body", "query");
  }),
];

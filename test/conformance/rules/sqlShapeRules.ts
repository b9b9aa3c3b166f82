import { expect } from "vitest";
import { expectInvalid, expectRefused, expectSuccess } from "../expectations.ts";
import { freshName, newTable, rowsOf } from "../given.ts";
import { type Rule, rule } from "../rule.ts";
import type { Site } from "../site.ts";
import { create, PARAMETERS } from "../taskBodies.ts";

const SHAPES = "Decisions of 2026-11-26: Shapes";
const CATALOG =
  "three-part names in SQL | `<catalog>.<schema>.<name>` is accepted where `<catalog>` is the workspace's name or the setting `SQL_CATALOG`; `<catalog>.snapshots.id_<id>` included";
const VIEW =
  "a VIEW with `columns` | accepted at create and update if names and types match the query's; their metadata is kept";

const COLUMNS = [
  { name: "n", type: "INT64", metadata: { description: "a number", deprecated: true } },
  { name: "word", type: "STRING" },
];
const QUERY = "SELECT CAST(1 AS bigint) AS n, 'a' AS word";

function createView(site: Site, columns: object[], query = QUERY) {
  return site.post("/data/table:create", { kind: "VIEW", reference: freshName("view_"), query, columns });
}

export const sqlShapeRules: readonly Rule[] = [
  rule(SHAPES, CATALOG, "a table is found in its workspace's catalog, in any schema name", async (site) => {
    const { reference } = await newTable(site);
    for (const catalog of [site.lab.name, site.lab.name.toUpperCase(), "workspace"]) {
      for (const schema of ["default", "main"])
        expect(await rowsOf(site, `SELECT * FROM "${catalog}".${schema}.${reference}`)).toEqual([]);
    }
    const found = `SELECT table_name FROM "${site.lab.name}".information_schema.tables WHERE table_name = '${reference}'`;
    expect(await rowsOf(site, found)).toEqual([[reference]]);
    const other = await site.post("/data/table:query", { query: `SELECT * FROM other.main.${reference}` });
    expect(expectRefused(other, 400, "unknown_table").detail).toMatch(/There is no catalog other/);
    const snapshot = `SELECT * FROM "${site.lab.name}".snapshots.id_5`;
    const unknown = await site.post("/data/table:query", { query: snapshot });
    expect(expectRefused(unknown, 400, "unknown_table").detail).toMatch(/snapshots\.id_5/);
  }),
  rule(SHAPES, CATALOG, "views and tasks read tables of their workspace's catalog", async (site) => {
    const { reference } = await newTable(site, { columns: [{ name: "sequence", type: "STRING" }] });
    const query = `SELECT sequence FROM "${site.lab.name}".main.${reference}`;
    const view = expectSuccess(
      await site.post("/data/table:create", { kind: "VIEW", reference: freshName("view_"), query }),
    );
    expect(await rowsOf(site, `SELECT * FROM ${view.reference}`)).toEqual([]);
    const whole = PARAMETERS["analyze.data/v1"]({ table: reference, sampler: "5", scorer: "5" });
    const dataset = { kind: "QUERY", query };
    const { id } = expectSuccess(await create(site, "analyze.data/v1", { ...whole, dataset, assays: [] }));
    await site.post(`/task:cancel?id=${id}`);
  }),
  rule(SHAPES, VIEW, "metadata of a view's stated columns is kept, and can be restated", async (site) => {
    const view = expectSuccess(await createView(site, COLUMNS));
    expect(view.columns[0].metadata).toMatchObject(COLUMNS[0]?.metadata ?? {});
    const update = (body: object) => site.post(`/data/table:update?reference=${view.reference}`, body);
    const word = { ...COLUMNS[1], metadata: { description: "a word" } };
    const updated = expectSuccess(await update({ columns: [{ name: "n", type: "INT64" }, word] }));
    const descriptions = (columns: { metadata: { description: string } }[]) =>
      columns.map(({ metadata }) => metadata.description);
    expect(descriptions(updated.columns)).toEqual(["a number", "a word"]);
    const other = expectSuccess(await update({ query: "SELECT 'b' AS word, true AS yes" }));
    expect(descriptions(other.columns)).toEqual(["a word", null]);
  }),
  rule(SHAPES, VIEW, "columns with another number, name or type are refused", async (site) => {
    const [n = {}, word = {}] = COLUMNS;
    expectInvalid(await createView(site, [n]), "body", "columns");
    expectInvalid(await createView(site, [word, n]), "body", "columns", 0, "name");
    expectInvalid(await createView(site, [{ ...n, type: "STRING" }, word]), "body", "columns", 0, "type");
  }),
];

import { SCALAR_TYPES } from "@pdp/basics/columns";
import { expect } from "vitest";
import { expectInvalid, expectRefused, expectSuccess } from "../expectations.ts";
import { freshName, loadTable, newTable, rowsOf } from "../given.ts";
import { operationRule, type Rule, rule } from "../rule.ts";
import type { Site } from "../site.ts";

const RESOURCE = "Specification: Table or view";
const OPERATIONS = "Specification: Operations of tables and views";
const VALUES = "Decisions: Values";
const COLUMN =
  "Column: `type` (enum; `BOOL` is used; primitive number and string types, nested struct columns and arrays exist; the full list of type values: not shown), `name` (string), `metadata` (`{description: string, deprecated: boolean, default false}`), `nullable` (boolean).";
const TYPES =
  "`BOOL`, `INT64`, `FLOAT64`, `STRING`, `DATE`, `TIMESTAMP`, `STRUCT` (has `columns`), `ARRAY` (has `item_type`, a column without name). `nullable` defaults to true";
const NAME =
  "`[A-Za-z_][A-Za-z0-9_]{0,127}`, unique ignoring case; names starting with `__` and the references `tasks`, `information_schema` are reserved.";
const UPDATE =
  "Table update rules: columns can be added, not removed; a column can change from non-nullable to nullable but not back; columns cannot be renamed or retyped.";

function create(site: Site, columns: unknown) {
  return site.post("/data/table:create", { reference: freshName("columns_"), columns });
}

/** Creates a table with the first set of columns and updates it to the second set. */
async function update(site: Site, before: object[], after: object[]) {
  const { reference } = await newTable(site, { columns: before });
  return site.post(`/data/table:update?reference=${reference}`, { columns: after });
}

const A = { name: "a", type: "INT64", nullable: false };
const B = { name: "b", type: "STRING" };

const typeRules = SCALAR_TYPES.map((type) =>
  rule(VALUES, TYPES, `a column may be ${type}`, async (site) => {
    const { columns, reference } = expectSuccess(await create(site, [{ name: "c", type }]));
    expect(columns).toMatchObject([{ name: "c", type, nullable: true }]);
    expect(await rowsOf(site, `SELECT c FROM ${reference}`)).toEqual([]);
  }),
);

const badUpdates: Record<string, [after: object[], ...loc: (string | number)[]]> = {
  removed: [[A]],
  renamed: [[A, { ...B, name: "c" }]],
  "renamed in case alone": [[A, { ...B, name: "B" }], 1, "name"],
  retyped: [[A, { ...B, type: "INT64" }], 1, "type"],
  "made non-nullable": [[A, { ...B, nullable: false }], 1, "nullable"],
};

const badUpdateRules = Object.entries(badUpdates).map(([what, [after, ...loc]]) =>
  rule(OPERATIONS, UPDATE, `a column cannot be ${what}`, async (site) => {
    expectInvalid(await update(site, [A, B], after), "body", "columns", ...loc);
  }),
);

export const columnRules: readonly Rule[] = [
  rule(RESOURCE, COLUMN, "a column has type, name, metadata and nullable, with defaults", async (site) => {
    const { columns } = expectSuccess(await create(site, [{ name: "c", type: "BOOL" }]));
    const metadata = { description: null, deprecated: false };
    expect(columns).toStrictEqual([{ name: "c", type: "BOOL", nullable: true, metadata }]);
  }),
  rule(RESOURCE, COLUMN, "a column's metadata and nullable are kept", async (site) => {
    const column = {
      name: "c",
      type: "BOOL",
      nullable: false,
      metadata: { description: "dead?", deprecated: true },
    };
    expect(expectSuccess(await create(site, [column])).columns).toStrictEqual([column]);
  }),
  rule(RESOURCE, COLUMN, "a column without a type, or of an unknown type, is refused", async (site) => {
    for (const type of [undefined, "TEXT", "bool", 7]) {
      expectInvalid(await create(site, [{ name: "c", type }]), "body", "columns", 0, "type");
    }
  }),
  ...typeRules,
  rule(VALUES, TYPES, "a column may be a STRUCT of columns", async (site) => {
    const inner = [
      { name: "well", type: "STRING" },
      { name: "od", type: "FLOAT64", nullable: false },
    ];
    const { columns } = expectSuccess(await create(site, [{ name: "c", type: "STRUCT", columns: inner }]));
    expect(columns).toMatchObject([{ type: "STRUCT", columns: inner }]);
    expectInvalid(await create(site, [{ name: "c", type: "STRUCT" }]), "body", "columns", 0, "columns");
    expectInvalid(
      await create(site, [{ name: "c", type: "STRUCT", columns: [] }]),
      "body",
      "columns",
      0,
      "columns",
    );
  }),
  rule(
    VALUES,
    TYPES,
    "a column may be an ARRAY of items, which are a column without a name",
    async (site) => {
      const { columns } = expectSuccess(
        await create(site, [{ name: "c", type: "ARRAY", item_type: { type: "FLOAT64" } }]),
      );
      expect(columns).toMatchObject([{ type: "ARRAY", item_type: { type: "FLOAT64", nullable: true } }]);
      expect(columns[0].item_type).not.toHaveProperty("name");
      expectInvalid(await create(site, [{ name: "c", type: "ARRAY" }]), "body", "columns", 0, "item_type");
    },
  ),
  rule(VALUES, TYPES, "arrays and structs nest", async (site) => {
    const item_type = {
      type: "STRUCT",
      columns: [{ name: "x", type: "ARRAY", item_type: { type: "INT64" } }],
    };
    const column = { name: "c", type: "ARRAY", item_type };
    expect(expectSuccess(await create(site, [column])).columns).toMatchObject([column]);
  }),
  rule(VALUES, NAME, "a column's name has at most 128 characters", async (site) => {
    const name = "c".repeat(128);
    expect(expectSuccess(await create(site, [{ name, type: "BOOL" }])).columns[0].name).toBe(name);
    expectInvalid(await create(site, [{ name: `${name}c`, type: "BOOL" }]), "body", "columns", 0, "name");
  }),
  rule(
    VALUES,
    NAME,
    "a column's name with other characters, or a double underscore first, is refused",
    async (site) => {
      for (const name of ["", "1", "a b", "a.b", "ä", "__c", "a\u0000"]) {
        expectInvalid(await create(site, [{ name, type: "BOOL" }]), "body", "columns", 0, "name");
      }
    },
  ),
  rule(VALUES, NAME, "two columns of a table cannot have the same name, ignoring case", async (site) => {
    const columns = [
      { name: "fitness", type: "BOOL" },
      { name: "Fitness", type: "INT64" },
    ];
    expectInvalid(await create(site, columns), "body", "columns", 1, "name");
  }),
  rule(
    VALUES,
    NAME,
    "two fields of a STRUCT need different names, and two structs may share one",
    async (site) => {
      const struct = (name: string, ...names: string[]) => ({
        name,
        type: "STRUCT",
        columns: names.map((field) => ({ name: field, type: "BOOL" })),
      });
      expectSuccess(await create(site, [struct("x", "a", "b"), struct("y", "a", "b")]));
      expectInvalid(await create(site, [struct("x", "a", "A")]), "body", "columns", 0, "columns", 1, "name");
    },
  ),
  operationRule(
    "updateTable",
    OPERATIONS,
    "update table or view | `reference` | `description` (string or null), `kind` (default `TABLE`), `columns` (array or null) | table",
    "a table's description can be changed and cleared, and stays when omitted",
    async (site) => {
      const { reference } = await newTable(site, { description: "old" });
      const change = async (fields: object) =>
        expectSuccess(await site.post(`/data/table:update?reference=${reference}`, fields)).description;
      expect(await change({ kind: "TABLE" })).toBe("old");
      expect(await change({ description: "new", columns: null })).toBe("new");
      expect(await change({ description: null })).toBeNull();
    },
  ),
  rule(OPERATIONS, UPDATE, "a nullable column can be added, and is null in older rows", async (site) => {
    const { reference } = await loadTable(site, "n\n1\n");
    const columns = [{ name: "n", type: "INT64" }, B];
    const updated = expectSuccess(await site.post(`/data/table:update?reference=${reference}`, { columns }));
    expect(updated.columns.map(({ name }: { name: string }) => name)).toEqual(["n", "b"]);
    expect(await rowsOf(site, `SELECT n, b FROM ${reference}`)).toEqual([[1n, null]]);
  }),
  rule(OPERATIONS, UPDATE, "a non-nullable column can be made nullable", async (site) => {
    const { columns } = expectSuccess(await update(site, [A, B], [{ ...A, nullable: true }, B]));
    expect(columns[0].nullable).toBe(true);
  }),
  ...badUpdateRules,
  rule(OPERATIONS, UPDATE, "a non-nullable column cannot be added", async (site) => {
    const added = { name: "c", type: "INT64", nullable: false };
    expectInvalid(await update(site, [A, B], [A, B, added]), "body", "columns", 2, "nullable");
  }),
  rule(OPERATIONS, UPDATE, "a refused update changes nothing", async (site) => {
    const { reference, version_id } = await newTable(site, { columns: [A, B] });
    const body = { description: "new", columns: [A] };
    expectInvalid(await site.post(`/data/table:update?reference=${reference}`, body), "body", "columns");
    const after = expectSuccess(await site.get(`/data/table:get?reference=${reference}`));
    expect(after).toMatchObject({ description: null, version_id, columns: [A, B] });
  }),
  rule(OPERATIONS, UPDATE, "a column that became nullable cannot become non-nullable again", async (site) => {
    const { reference } = await newTable(site, { columns: [A] });
    const path = `/data/table:update?reference=${reference}`;
    expectSuccess(await site.post(path, { columns: [{ ...A, nullable: true }] }));
    expectInvalid(await site.post(path, { columns: [A] }), "body", "columns", 0, "nullable");
  }),
  rule(OPERATIONS, UPDATE, "a field of a STRUCT cannot change its type either", async (site) => {
    const struct = (type: string) => [{ name: "s", type: "STRUCT", columns: [{ name: "x", type }] }];
    expectInvalid(await update(site, struct("INT64"), struct("STRING")), "body", "columns", 0, "type");
  }),
  rule(OPERATIONS, UPDATE, "a column's metadata can be changed", async (site) => {
    const metadata = { description: "Celsius", deprecated: true };
    const { columns } = expectSuccess(await update(site, [A], [{ ...A, metadata }]));
    expect(columns[0].metadata).toEqual(metadata);
  }),
  rule(
    RESOURCE,
    "Rules: a table's schema may be extended but existing columns cannot generally be modified or removed.",
    "every change of columns is a new version, and older ones keep their columns",
    async (site) => {
      const { reference, version_id } = await newTable(site, { columns: [A] });
      const path = `/data/table:update?reference=${reference}`;
      const after = expectSuccess(await site.post(path, { columns: [A, B] }));
      expect(Number(after.version_id)).toBeGreaterThan(Number(version_id));
      const query = `SELECT * FROM ${reference} FOR VERSION AS OF`;
      const names = async (id: string): Promise<string[]> =>
        (await site.lab.api.query(`${query} ${id}`)).schema.fields.map(({ name }) => name);
      expect(await names(version_id)).toEqual(["a"]);
      expect(await names(after.version_id)).toEqual(["a", "b"]);
    },
  ),
  rule(
    "Decisions: More detail",
    "`table:update` takes the whole list of columns.",
    "an update with only the new column is refused",
    async (site) => {
      expectInvalid(await update(site, [A], [B]), "body", "columns");
    },
  ),
  rule(
    OPERATIONS,
    "update table or view | `reference` | `description` (string or null), `kind` (default `TABLE`), `columns` (array or null) | table",
    "a table cannot become a view, and an unknown reference is a 404",
    async (site) => {
      const { reference } = await newTable(site);
      expectInvalid(
        await site.post(`/data/table:update?reference=${reference}`, { kind: "VIEW" }),
        "body",
        "kind",
      );
      expectRefused(await site.post("/data/table:update?reference=nowhere", {}), 404, "table_not_found");
    },
  ),
];

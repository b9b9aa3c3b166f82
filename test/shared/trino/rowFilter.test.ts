import { compileQuery } from "@pdp/trino/compile";
import type { Relation } from "@pdp/trino/relations";
import { describe, expect, it, test } from "vitest";
import { column } from "#test/shared/engines/parquetLake.ts";

const NAMES = ["assays", "main_x", "mainsx", "plates", "plates_2"];

/** Compiles a query of one relation, and returns the names of the rows that are loaded for it. */
async function loadedFor(query: string): Promise<string[]> {
  const columns = [column("table_name", "STRING"), column("table_schema", "STRING")];
  let loads = 0;
  const listed: Relation = {
    kind: "ROWS",
    columns,
    rows: [],
    load: async (mayCount) => {
      loads += 1;
      return NAMES.filter((name) => mayCount({ table_name: name, table_schema: "main" })).map((name) => [
        name,
        "main",
      ]);
    },
  };
  const view: Relation = { kind: "VIEW", query: "SELECT table_name FROM listed WHERE table_name = 'assays'" };
  const { relations } = await compileQuery(query, {
    resolve: async (reference) => (reference === "some" ? view : listed),
  });
  expect(loads).toBe(1);
  return (relations[0]?.rows ?? []).map(([name]) => name ?? "");
}

describe("rows that are read after a query is compiled", () => {
  it.each([
    ["table_name = 'plates'", ["plates"]],
    ["TABLE_NAME = 'plates' AND table_schema = 'main'", ["plates"]],
    ["table_schema = 'other'", []],
    ["table_name IN ('plates', 'nothing')", ["plates"]],
    ["table_name LIKE 'plates%'", ["plates", "plates_2"]],
    ["table_name LIKE 'plates'", ["plates"]],
    ["table_name LIKE 'main_x'", ["main_x", "mainsx"]],
    ["table_name LIKE 'main\\_x' ESCAPE '\\'", ["main_x"]],
    ["table_name LIKE '%s'", NAMES],
    ["table_name NOT LIKE 'plates%'", NAMES],
    ["NOT table_name = 'plates'", NAMES],
    ["lower(table_name) = 'plates'", NAMES],
    ["table_name = 'plates' OR table_name = 'assays'", ["assays", "plates"]],
    ["table_name = 'plates' OR table_schema LIKE 'm%'", NAMES],
  ])("%s", async (where, names) => {
    expect(await loadedFor(`SELECT * FROM listed WHERE ${where}`)).toEqual(names);
  });

  test("are those of every use, also in views, subqueries and outer joins", async () => {
    const plates = "SELECT * FROM listed WHERE table_name = 'plates'";
    expect(await loadedFor(`${plates} UNION ALL SELECT table_name, 'v' FROM some`)).toEqual([
      "assays",
      "plates",
    ]);
    expect(await loadedFor(`${plates} AND EXISTS (SELECT 1 FROM listed)`)).toEqual(NAMES);
    const joined =
      "SELECT 1 FROM (VALUES 1) AS v(x) LEFT JOIN listed AS l ON TRUE WHERE l.table_name = 'plates'";
    expect(await loadedFor(joined)).toEqual(NAMES);
  });
});

import { beforeAll, describe, expect, it } from "vitest";
import { type Lab, newLab, startCsvLoad } from "../support/lab.ts";

let lab: Lab;
/** Version that contains only the table `plates`, with one column. */
let early: string;

interface Table {
  version_id: string;
}

beforeAll(async () => {
  lab = await newLab();
  await lab.api.settled(await startCsvLoad(lab, "plates", [{ name: "well", type: "STRING" }], "well\nA1\n"));
  early = (await lab.api.get<Table>("/data/table:get?reference=plates")).version_id;
  const columns = [
    { name: "well", type: "STRING" },
    { name: "tm", type: "FLOAT64", nullable: true },
  ];
  await lab.api.settled(await startCsvLoad(lab, "plates", columns, "well,tm\nA2,61.5\nA3,60\n"));
  await lab.api.post("/data/table:create", {
    reference: "hot",
    kind: "VIEW",
    query: "SELECT well, tm > 61 AS is_hot FROM plates",
  });
});

async function ask(query: string, more: object = {}, { regionUrl, name, token } = lab): Promise<unknown[][]> {
  const response = await fetch(`${regionUrl}/v2/workspace/${name}/data:query`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ query, format: "NDJSON", ...more }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error((JSON.parse(text) as { detail: string }).detail);
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.map((line) => Object.values(JSON.parse(line) as object));
}

const COLUMNS =
  "SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_schema = 'main' ORDER BY table_name, ordinal_position";

describe("metadata of tables in SQL", () => {
  it("tables are also listed under the workspace name", async () => {
    for (const catalog of [lab.name, "workspace"]) {
      expect(await ask(`SHOW TABLES FROM "${catalog}".default`)).toEqual([["hot"], ["plates"]]);
      expect(await ask(`SHOW TABLES FROM "${catalog}".main LIKE 'p%'`)).toEqual([["plates"]]);
      expect(await ask(`SHOW SCHEMAS FROM "${catalog}"`)).toEqual([["information_schema"], ["main"]]);
    }
    await expect(ask('SHOW TABLES FROM "elsewhere".default')).rejects.toThrow(
      "There is no catalog elsewhere: use the name of the workspace, or workspace (line 1, column 18).",
    );
  });

  it("a condition on the name finds the same tables as without it, before and after a rename", async () => {
    const all = await ask(COLUMNS);
    const where = (condition: string) => ask(COLUMNS.replace(" ORDER", ` AND ${condition} ORDER`));
    const own = (name: string) => all.filter(([table]) => table === name);
    expect(await where("table_name = 'plates'")).toEqual(own("plates"));
    expect(await where("table_name LIKE 'ho_'")).toEqual(own("hot"));
    expect(await where("table_name = 'none'")).toEqual([]);
    const name =
      "SELECT table_name FROM information_schema.tables WHERE table_name = 'Hot' OR table_name = 'hot'";
    await lab.api.post("/data/table:rename?reference=hot", { new_reference: "Hot" });
    expect([await ask(name), await where("table_name = 'hot'")]).toEqual([[["Hot"]], []]);
    await lab.api.post("/data/table:rename?reference=Hot", { new_reference: "hot" });
    expect([await ask(name), await where("table_name = 'hot'")]).toEqual([[["hot"]], own("hot")]);
  });

  it("the catalog is the workspace, and the schema of its tables is main", async () => {
    expect(await ask("SHOW CATALOGS")).toEqual([[lab.name]]);
    expect(await ask("SELECT current_catalog AS c, current_schema AS s")).toEqual([[lab.name, "main"]]);
    expect(
      await ask("SELECT DISTINCT table_catalog, table_schema FROM information_schema.tables ORDER BY 2"),
    ).toEqual([
      [lab.name, "information_schema"],
      [lab.name, "main"],
    ]);
    await expect(ask("SELECT * FROM system.jdbc.tables")).rejects.toThrow("There is no table");
  });

  it("current_user is the id of the user who runs the query, and no view can contain it", async () => {
    const me = await lab.api.get<{ created_by: string }>("/data/table:get?reference=hot");
    expect(await ask("SELECT current_user AS u, typeof(current_user) AS t")).toEqual([
      [me.created_by, "varchar"],
    ]);
    const started = { query: "SELECT current_user AS u", format: "NDJSON" };
    const { id } = await lab.api.post<{ id: string }>("/data/query:start", started);
    await lab.api.get(`/data/query:get?id=${id}&wait_seconds=20`);
    const result = await fetch(`${lab.regionUrl}/v2/workspace/${lab.name}/data/query:result?id=${id}`, {
      headers: { authorization: `Bearer ${lab.token}` },
    });
    expect(await result.json()).toEqual({ u: me.created_by });
    const view = { reference: "mine", kind: "VIEW", query: "SELECT * FROM plates WHERE well = current_user" };
    await expect(lab.api.post("/data/table:create", view)).rejects.toThrow(
      "current_user is only available in a query that a user runs",
    );
  });

  it("SHOW CREATE shows the statement that would create a table", async () => {
    expect(await ask("SHOW CREATE TABLE plates")).toEqual([
      [`CREATE TABLE "${lab.name}".main.plates (\n   well varchar,\n   tm double\n)`],
    ]);
    expect(await ask("SHOW CREATE VIEW hot")).toEqual([
      [`CREATE VIEW "${lab.name}".main.hot AS\nSELECT well, tm > 61 AS is_hot FROM plates`],
    ]);
    await expect(ask("SHOW CREATE TABLE hot")).rejects.toThrow(
      "hot is a view: write SHOW CREATE VIEW (line 1, column 19).",
    );
    await expect(ask("SHOW CREATE VIEW plates")).rejects.toThrow(
      "plates is a table: write SHOW CREATE TABLE",
    );
  });

  it("SHOW STATS shows the number of rows of a table", async () => {
    expect(await ask("SHOW STATS FOR plates")).toEqual([
      ["well", null, null, 0, null, null, null],
      // Unknown, because a file was loaded before the column existed.
      ["tm", null, null, null, null, null, null],
      [null, null, null, null, 3, null, null],
    ]);
    expect((await ask("SHOW STATS FOR hot")).at(-1)).toEqual([null, null, null, null, null, null, null]);
  });

  it("SHOW FUNCTIONS lists the functions that queries may call", async () => {
    expect(await ask("SHOW FUNCTIONS LIKE 'hamming%'")).toEqual([
      ["hamming_distance", "bigint", "varchar, varchar", "scalar", true, ""],
    ]);
    const days = await ask("SHOW FUNCTIONS LIKE 'last_day_of_month'");
    expect(days.at(-1)?.slice(1, 3)).toEqual(["date", "timestamp with time zone"]);
    expect(await ask("SHOW FUNCTIONS FROM main LIKE 'hamming%'")).toEqual([]);
    expect(await ask("SHOW FUNCTIONS LIKE 'row_number'")).toEqual([
      ["row_number", "bigint", "", "window", true, ""],
    ]);
  });

  it("DESCRIBE shows the columns of a table", async () => {
    expect(await ask("SHOW TABLES")).toEqual([["hot"], ["plates"]]);
    expect(await ask("DESCRIBE plates")).toEqual([
      ["well", "varchar", "", ""],
      ["tm", "double", "", ""],
    ]);
    expect(await ask("SHOW COLUMNS FROM hot LIKE 'is%'")).toEqual([["is_hot", "boolean", "", ""]]);
    expect(await ask("SELECT table_name, view_definition FROM information_schema.views")).toEqual([
      ["hot", "SELECT well, tm > 61 AS is_hot FROM plates"],
    ]);
    expect(await ask(COLUMNS)).toEqual([
      ["hot", "well", "varchar"],
      ["hot", "is_hot", "boolean"],
      ["plates", "well", "varchar"],
      ["plates", "tm", "double"],
    ]);
  });

  it("DESCRIBE shows the columns of the requested version", async () => {
    const tables =
      "SELECT table_name FROM information_schema.tables WHERE table_type = 'BASE TABLE' AND table_schema = 'main'";
    const before = { version_id: early };
    expect(await ask(`DESCRIBE plates FOR VERSION AS OF ${early}`)).toHaveLength(1);
    expect(await ask("DESCRIBE plates", before)).toHaveLength(1);
    expect((await ask(COLUMNS, before)).filter(([table]) => table === "plates")).toHaveLength(1);
    await lab.api.post("/data/table:create", { reference: "late", columns: [{ name: "n", type: "INT64" }] });
    expect(await ask(tables, before)).toEqual([["plates"]]);
    expect(await ask(`${tables} ORDER BY 1`)).toEqual([["late"], ["plates"]]);
  });

  it("only tables of the same workspace are listed", async () => {
    const other = await newLab();
    expect(await ask("SHOW TABLES", {}, other)).toEqual([]);
    expect(await ask(COLUMNS, {}, other)).toEqual([]);
    await expect(ask("DESCRIBE plates", {}, other)).rejects.toThrow('There is no table "plates"');
    await expect(ask("SHOW TABLES FROM other", {}, other)).rejects.toThrow("There is no schema other");
  });

  it("metadata can be joined with data and read by views", async () => {
    const query =
      "SELECT p.well, c.data_type FROM plates p CROSS JOIN information_schema.columns c WHERE c.column_name = 'tm' AND p.tm > 61";
    expect(await ask(query)).toEqual([["A2", "double"]]);
    await lab.api.post("/data/table:create", {
      reference: "known",
      kind: "VIEW",
      query: "SELECT table_name FROM information_schema.tables",
    });
    expect(await ask("SELECT count(*) FROM known WHERE table_name = 'plates'")).toEqual([[1]]);
    await expect(
      lab.api.post("/data/table:create", { reference: "shown", kind: "VIEW", query: "SHOW TABLES" }),
    ).rejects.toThrow("Only a SELECT can be run here, not SHOW");
  });
});

describe("EXPLAIN", () => {
  it("EXPLAIN lists the tables, versions, files and columns of a query without reading files", async () => {
    const { version_id } = await lab.api.get<Table>("/data/table:get?reference=plates");
    const plan = async (query: string): Promise<string> => String((await ask(query))[0]?.[0]);
    const text = await plan("EXPLAIN SELECT max(tm) AS top FROM plates WHERE tm > 1");
    expect(text).toMatch(/^Reads 1 table: 2 files, [\d,]+ bytes$/m);
    expect(text).toMatch(
      new RegExp(`^- plates, version ${version_id}: 2 files, 3 rows, [\\d,]+ bytes; columns "tm"$`, "m"),
    );
    expect(text).toMatch(/^Gives 1 column: "top" double$/m);
    expect(await plan(`EXPLAIN SELECT * FROM hot FOR VERSION AS OF ${early}`).catch(String)).toContain("tm");
    expect(await plan("EXPLAIN SELECT is_hot FROM hot")).toMatch(/^Views: hot$/m);
  });
});

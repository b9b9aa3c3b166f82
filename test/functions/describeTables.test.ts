import { beforeAll, describe, expect, it } from "vitest";
import { type Lab, newLab, startCsvLoad } from "../support/lab.ts";

let lab: Lab;
/** Version at which only `plates` existed, with one column. */
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
  "SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_schema = 'default' ORDER BY table_name, ordinal_position";

describe("the tables of a workspace", () => {
  it("are shown with their columns", async () => {
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

  it("have the columns of the version that is asked for", async () => {
    const tables =
      "SELECT table_name FROM information_schema.tables WHERE table_type = 'BASE TABLE' AND table_schema = 'default'";
    const before = { version_id: early };
    expect(await ask(`DESCRIBE plates FOR VERSION AS OF ${early}`)).toHaveLength(1);
    expect(await ask("DESCRIBE plates", before)).toHaveLength(1);
    expect((await ask(COLUMNS, before)).filter(([table]) => table === "plates")).toHaveLength(1);
    await lab.api.post("/data/table:create", { reference: "late", columns: [{ name: "n", type: "INT64" }] });
    expect(await ask(tables, before)).toEqual([["plates"]]);
    expect(await ask(`${tables} ORDER BY 1`)).toEqual([["late"], ["plates"]]);
  });

  it("are those of one workspace only", async () => {
    const other = await newLab();
    expect(await ask("SHOW TABLES", {}, other)).toEqual([]);
    expect(await ask(COLUMNS, {}, other)).toEqual([]);
    await expect(ask("DESCRIBE plates", {}, other)).rejects.toThrow('There is no table "plates"');
    await expect(ask("SHOW TABLES FROM other", {}, other)).rejects.toThrow("There is no schema other");
  });

  it("can be joined with data, and read by views", async () => {
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
  it("tells the tables, versions, files and columns that a query reads, and reads none", async () => {
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

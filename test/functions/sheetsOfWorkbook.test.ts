import { writeXlsx } from "hucre";
import { beforeAll, describe, expect, it, test } from "vitest";
import { request } from "../support/http.ts";
import { type Lab, sharedLab } from "../support/lab.ts";

interface Loaded {
  id: string;
  state: string;
  warnings: string[];
}

let lab: Lab;

beforeAll(async () => {
  lab = await sharedLab();
});

/** Sends a form with the file and other fields. */
async function sendFile(path: string, fields: Record<string, string>, file: File) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("file", file);
  const url = `${lab.regionUrl}/v2/workspace/${lab.name}${path}`;
  const answer = await request("POST", url, { token: lab.token, body: form });
  expect(answer.status).toBe(200);
  return answer.body;
}

test("a preview takes words for missing values, and proposes numbers beside them", async () => {
  const lines = ["clone,kcat", "c1,1.5", "c2,dead", "c3,dead", "c4,2.5"].join("\n");
  const preview = (words: string) =>
    sendFile(
      `/data:preview?${new URLSearchParams({ missing_values: words })}`,
      {},
      new File([lines], "a.csv"),
    );
  const { config } = await preview("dead, n.d.");
  expect(config.columns).toMatchObject([{ type: "STRING" }, { type: "FLOAT64" }]);
  expect(config.missing_values).toEqual(["dead", "n.d."]);
  expect((await preview("")).config.columns[1].type).toBe("STRING");
});

/** Loads a file with this configuration; returns the load, with the warnings that it had after the upload. */
async function load(file: File, reference: string, config: object): Promise<Loaded> {
  const context = { kind: "PROJECT", project_id: lab.projectId };
  const { id } = await lab.api.post<Loaded>("/data/load:create", {
    context,
    tables: { [reference]: config },
  });
  await sendFile(`/data/load:uploadFile?id=${id}`, { table_reference: reference }, file);
  const { warnings = [] } = await lab.api.get<Partial<Loaded>>(`/data/load:get?id=${id}`);
  await lab.api.post(`/data/load:finalize?id=${id}`);
  const done = (await lab.api.settled(id)) as unknown as Partial<Loaded>;
  expect(done.state).toBe("COMPLETED");
  expect(done.warnings ?? []).toEqual(expect.arrayContaining(warnings));
  return { id, state: "COMPLETED", warnings };
}

function plateRows(first: number) {
  const rows = ["A", "B", "C", "D"].map((letter, row) => {
    return [letter, ...[0, 1, 2, 3, 4, 5].map((column) => first + row + column / 8)];
  });
  return [[null, 1, 2, 3, 4, 5, 6], ...rows];
}

describe("parts of one file that are loaded separately", () => {
  test("sheets with plates keep their plates, and only a sheet that is loaded again has a warning", async () => {
    const names = ["Plate 1", "Plate 2"];
    const sheets = names.map((name, index) => ({ name, rows: plateRows(index * 10) }));
    const book = new File([Buffer.from(await writeXlsx({ sheets }))], "screen.xlsx");
    const configOf = async (sheet: string) =>
      (await sendFile(`/data:preview?sheet=${encodeURIComponent(sheet)}`, {}, book)).config;
    const first = await load(book, "wells", await configOf("Plate 1"));
    expect(first.warnings).toEqual([]);
    expect((await load(book, "wells", await configOf("Plate 2"))).warnings).toEqual([]);
    const found = await lab.api.query(
      "SELECT plate, count(*) AS n, min(value) AS least FROM wells GROUP BY plate ORDER BY plate",
    );
    expect(found.toArray().map((row) => [row.plate, Number(row.n), row.least])).toEqual([
      ["1", 24, 0],
      ["2", 24, 10],
    ]);
    const again = await load(book, "wells", { ...(await configOf("Plate 1")), sheet: " plate 1" });
    expect(again.warnings).toEqual([
      expect.stringContaining(`screen.xlsx has the same content as screen.xlsx of the load ${first.id}`),
    ]);
  });

  it("plates on several sheets are joined with the sheet that describes them", async () => {
    const named = ["Plate 1", "Plate 2"].map((name, index) => ({ name, rows: plateRows(index * 10) }));
    const list = ["A", "B", "C", "D"].flatMap((letter) =>
      [1, 2, 3, 4, 5, 6].map((column) => [`${letter}${column}`, `clone ${letter}-${column}`]),
    );
    const sheets = [...named, { name: "Clones", rows: [["Well", "Clone"], ...list] }];
    const book = new File([Buffer.from(await writeXlsx({ sheets }))], "joined.xlsx");
    const { config, warnings } = await sendFile("/data:preview", {}, book);
    expect(config.sheet).toBe("*");
    expect(warnings.join(" ")).toContain('"Plate 1" and "Plate 2" are read together; "Clones" describes');
    await load(book, "joined", config);
    const found = await lab.api.query(
      "SELECT plate, clone, value FROM joined WHERE well = 'B3' ORDER BY plate",
    );
    expect(found.toArray().map((row) => [row.plate, row.clone, row.value])).toEqual([
      ["1", "clone B-3", 1.25],
      ["2", "clone B-3", 11.25],
    ]);
    const single = await sendFile("/data:preview?sheet=Plate%202", {}, book);
    expect(single.config.sheet).toBe("Plate 2");
    // The rows of a sheet that was joined are loaded again.
    const again = await load(book, "joined", { ...single.config, columns: config.columns.slice(0, 6) });
    expect(again.warnings.join(" ")).toContain("joined.xlsx has the same content as joined.xlsx of the load");
  });

  test("sections of a text file have a warning only if they overlap", async () => {
    const file = new File(["n\n1\n2\n\nn\n3\n4\n"], "sections.csv");
    const config = { columns: [{ name: "n", type: "INT64" }], format: "CSV" };
    expect((await load(file, "sections", { ...config, last_row: 3 })).warnings).toEqual([]);
    const second = await load(file, "sections", { ...config, header_row: 5 });
    expect(second.warnings).toEqual([]);
    const last = await load(file, "sections", { ...config, header_row: 5, last_row: 6 });
    expect(last.warnings).toEqual([expect.stringContaining(`of the load ${second.id}`)]);
  });
});

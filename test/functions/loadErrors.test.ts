import { beforeAll, describe, expect, it } from "vitest";
import { request } from "../support/http.ts";
import { type Lab, sharedLab } from "../support/lab.ts";

const COLUMNS = [
  { name: "id", type: "INT64" },
  { name: "activity", type: "FLOAT64" },
  { name: "=mass", type: "FLOAT64" },
].map((column, index) => (index === 2 ? { ...column, name: "mass", source_name: column.name } : column));

interface Load {
  id: string;
  state: string;
  errors: string[];
  problem_count?: number;
  files: { id: string }[];
}

let lab: Lab;

beforeAll(async () => {
  lab = await sharedLab();
});

async function newLoad(reference: string): Promise<string> {
  const { id } = await lab.api.post<Load>("/data/load:create", {
    context: { kind: "PROJECT", project_id: lab.projectId },
    tables: { [reference]: { columns: COLUMNS, format: "CSV" } },
  });
  return id;
}

async function failed(reference: string, ...contents: string[]): Promise<Load> {
  const id = await newLoad(reference);
  for (const [index, content] of contents.entries())
    await lab.api.upload(id, reference, `part${index}.csv`, content);
  await lab.api.post(`/data/load:finalize?id=${id}`);
  const load = (await lab.api.settled(id)) as unknown as Load;
  expect(load.state).toBe("FAILED");
  return load;
}

async function download(id: string): Promise<string> {
  const url = `${lab.regionUrl}/v2/workspace/${lab.name}/data/load:downloadErrors?id=${id}`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${lab.token}` } });
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
  expect(response.headers.get("content-disposition")).toContain(`load-${id}-errors.csv`);
  return response.text();
}

const HEADER = "file,line,column,value,reason";
const NOT_A_NUMBER = "is not a number";

describe("the errors of a load", () => {
  it("wrong cells of a column are one sentence with a count", async () => {
    const rows = Array.from(
      { length: 5_000 },
      (_, index) => `${index},n.d.,${index === 4_000 ? "heavy" : 1}`,
    );
    const load = await failed("grouped", `id,activity,=mass\n${rows.join("\n")}\n`);
    expect(load.errors).toEqual([
      expect.stringMatching(
        /^part0\.csv, column "activity": "n\.d\." is not a number; .*: 5,000 cells, lines 2, 3, 4, 5, 6, …\.$/,
      ),
      'part0.csv, line 4002, column "=mass": "heavy" is not a number.',
    ]);
    expect(load.problem_count).toBe(5_001);
    const lines = (await download(load.id)).trimEnd().split("\n");
    expect(lines).toHaveLength(5_002);
    expect(lines[0]).toBe(HEADER);
    expect(lines[4_001]).toMatch(/^"part0.csv",4002,"activity","n.d.",/);
    expect(lines[4_002]).toBe(`"part0.csv",4002,"'=mass","heavy","${NOT_A_NUMBER}"`);
    expect(lines[5_001]).toMatch(/^"part0.csv",5001,"activity","n.d.",/);
  });

  it("one CSV file lists all problems of a load", async () => {
    const formulas = ['"=1+1"', '"@x"', '"-a"', '"+a"', '"two\nlines"', '"say ""a"""'];
    const content = `id,activity,=mass\n${formulas.map((cell) => `1,${cell},2`).join("\n")}\n`;
    const load = await failed("formulas", content, "id,activity,=mass\n1,x,2\n");
    expect((await download(load.id)).trimEnd().split("\n")).toEqual([
      HEADER,
      `"part0.csv",2,"activity","'=1+1","${NOT_A_NUMBER}"`,
      `"part0.csv",3,"activity","'@x","${NOT_A_NUMBER}"`,
      `"part0.csv",4,"activity","'-a","${NOT_A_NUMBER}"`,
      `"part0.csv",5,"activity","'+a","${NOT_A_NUMBER}"`,
      `"part0.csv",6,"activity","two\\nlines","${NOT_A_NUMBER}"`,
      `"part0.csv",8,"activity","say ""a""","${NOT_A_NUMBER}"`,
      `"part1.csv",2,"activity","x","${NOT_A_NUMBER}"`,
    ]);
  });

  it("errors of a pending load come from the check at upload, and disappear when the file is removed", async () => {
    const id = await newLoad("pending");
    await lab.api.upload(id, "pending", "good.csv", "id,activity,=mass\n1,2,3\n");
    expect(await download(id)).toBe(`${HEADER}\n`);
    const bad = await lab.api.upload<{ id: string }>(id, "pending", "bad.csv", "id,activity\n1,2\n");
    const load = await lab.api.get<Load>(`/data/load:get?id=${id}`);
    expect([load.errors.length, load.problem_count]).toEqual([1, 1]);
    expect((await download(id)).split("\n")[1]).toMatch(
      /^"bad.csv",1,"'=mass",,"this column is missing from the file;/,
    );
    const after = await lab.api.post<Load>(`/data/load:removeFile?id=${id}&file_id=${bad.id}`);
    expect([after.errors, after.problem_count]).toEqual([[], undefined]);
    expect(await download(id)).toBe(`${HEADER}\n`);
  });

  it("reasons for skipped rows survive undo and redo, regardless of other files", async () => {
    const { id } = await lab.api.post<Load>("/data/load:create", {
      context: { kind: "PROJECT", project_id: lab.projectId },
      tables: { partial: { columns: COLUMNS, format: "CSV", bad_rows: "SKIP" } },
    });
    const names = ["one", "two", "three"];
    for (const [index, word] of names.entries()) {
      const rows = [`${index},1,1`, `x${index},${word},1`, `${index},2,2`];
      await lab.api.upload(id, "partial", `${word}.csv`, `id,activity,=mass\n${rows.join("\n")}\n`);
    }
    // A row with too few cells at the start of the file is not an error either.
    await lab.api.upload(id, "partial", "short.csv", "id,activity,=mass\n1,2\n1,2,3\n");
    expect(await lab.api.get(`/data/load:get?id=${id}`)).toMatchObject({ errors: [] });
    await lab.api.post(`/data/load:finalize?id=${id}`);
    expect(await lab.api.settled(id)).toMatchObject({ state: "COMPLETED", errors: [], rows_left_out: 4 });
    const all = (await download(id)).trimEnd().split("\n");
    expect(all).toHaveLength(1 + 2 * names.length + 1);
    expect(all.filter((line) => line.startsWith('"two.csv",3,'))).toHaveLength(2);
    for (const action of ["undo", "redo"]) {
      await lab.api.post(`/data/load:${action}?id=${id}`);
      expect(await lab.api.settled(id)).toMatchObject({ state: "COMPLETED", rows_left_out: 4 });
      expect((await download(id)).trimEnd().split("\n")).toEqual(all);
    }
    const result = await lab.api.query("SELECT count(*) AS n FROM partial");
    expect(Number(result.toArray()[0]?.n)).toBe(7);
  });

  it("a load that fails for another reason reports the errors of all its files", async () => {
    const { id } = await lab.api.post<Load>("/data/load:create", {
      context: { kind: "PROJECT", project_id: lab.projectId },
      tables: { none: { columns: COLUMNS, format: "CSV", bad_rows: "SKIP" } },
    });
    await lab.api.upload(id, "none", "some.csv", "id,activity,=mass\n1,1,1\nx,1,1\n");
    await lab.api.upload(id, "none", "all.csv", "id,activity,=mass\ny,1,1\n");
    await lab.api.post(`/data/load:finalize?id=${id}`);
    const load = (await lab.api.settled(id)) as unknown as Load;
    expect(load.errors).toEqual([
      expect.stringContaining('all.csv, line 2, column "id": "y"'),
      "all.csv: every row has a problem, so none was skipped.",
    ]);
    const lines = (await download(id)).trimEnd().split("\n");
    expect(lines.map((line) => line.split(",")[0])).toEqual(["file", '"some.csv"', '"all.csv"', '"all.csv"']);
  });

  it("an error without a file is a row with a reason", async () => {
    const create = async (type: string): Promise<string> => {
      const tables = { contested: { columns: [{ name: "n", type }], format: "CSV" } };
      const context = { kind: "PROJECT", project_id: lab.projectId };
      const { id } = await lab.api.post<Load>("/data/load:create", { context, tables });
      await lab.api.upload(id, "contested", "a.csv", "n\n1\n");
      return id;
    };
    // Both loads would create the table: the later load then no longer matches it.
    const ids = [await create("INT64"), await create("STRING")];
    await Promise.all(ids.map((id) => lab.api.post(`/data/load:finalize?id=${id}`)));
    const loads = (await Promise.all(ids.map((id) => lab.api.settled(id)))) as unknown as Load[];
    const late = loads.find(({ state }) => state === "FAILED");
    if (!late) throw new Error("Both loads made the same table");
    expect(late).toMatchObject({ errors: [expect.stringContaining('"contested" is')], problem_count: 1 });
    const [sentence = ""] = late.errors;
    expect(await download(late.id)).toBe(`${HEADER}\n"",,,,"${sentence.replaceAll('"', '""')}"\n`);
  });

  it("requesting the errors of an unknown load returns 404", async () => {
    const url = `${lab.regionUrl}/v2/workspace/${lab.name}/data/load:downloadErrors?id=5`;
    const unknown = await request("GET", url, { token: lab.token });
    expect([unknown.status, unknown.body.code]).toEqual([404, "load_not_found"]);
  });
});

import { beforeAll, describe, expect, it } from "vitest";
import { type Answer, request } from "../support/http.ts";
import { type Lab, otherLab, scalar, sharedLab } from "../support/lab.ts";

interface Load {
  id: string;
  state: string;
  errors: string[];
  warnings?: string[];
  description?: string;
  progress?: {
    phase: string;
    files_done: number;
    files: number;
    bytes_done: number;
    bytes: number;
    rows_done: number;
  };
  problem_count?: number;
  tables: Record<string, { table_id: string | null; creates?: true; rows?: number }>;
  files: { id: string; filepath: string; rows?: number }[];
}

const NUMBERS = [{ name: "n", type: "INT64" }];

let lab: Lab;

beforeAll(async () => {
  lab = await sharedLab();
});

function send(method: string, path: string, body?: unknown, by: Lab = lab): Promise<Answer> {
  return request(method, `${by.regionUrl}/v2/workspace/${by.name}${path}`, { token: by.token, body });
}

async function newLoad(references: string[], fields: object = {}, by: Lab = lab): Promise<Load> {
  const tables = Object.fromEntries(references.map((name) => [name, { columns: NUMBERS, format: "CSV" }]));
  const context = { kind: "PROJECT", project_id: by.projectId };
  return by.api.post<Load>("/data/load:create", { context, tables, ...fields });
}

async function upload(
  id: string,
  fields: Record<string, string>,
  content: string,
  by: Lab = lab,
): Promise<string> {
  const form = new FormData();
  const { name: filename = "file.csv", ...others } = fields;
  for (const [name, value] of Object.entries(others)) form.set(name, value);
  form.set("file", new File([content], filename));
  const answer = await send("POST", `/data/load:uploadFile?id=${id}`, form, by);
  expect(answer.status).toBe(200);
  return answer.body.id;
}

const get = (id: string, by: Lab = lab): Promise<Load> => by.api.get<Load>(`/data/load:get?id=${id}`);

async function finished(id: string, verb = "finalize", by: Lab = lab): Promise<Load> {
  await by.api.post(`/data/load:${verb}?id=${id}`);
  return (await by.api.settled(id)) as unknown as Load;
}

describe("a file of a pending load", () => {
  it("a removed file does not appear in any list, and its rows are not loaded", async () => {
    const load = await newLoad(["removed"]);
    const wrong = await upload(load.id, { table_reference: "removed" }, "n\n1\n2\n");
    const right = await upload(load.id, { table_reference: "removed" }, "n\n3\n");
    await lab.api.post<Load>(`/data/load:removeFile?id=${load.id}&file_id=${wrong}`);
    expect((await send("GET", `/data/load:downloadFile?file_id=${wrong}`)).status).toBe(404);
    // The number of files is the same as before, but readers must not see the earlier files.
    const third = await upload(load.id, { table_reference: "removed" }, "n\n4\n");
    expect((await get(load.id)).files.map(({ id }) => id)).toEqual([right, third]);
    expect((await finished(load.id)).state).toBe("COMPLETED");
    expect(await scalar(lab, "SELECT sum(n) AS n FROM removed")).toBe(7n);
  });

  it("a file cannot be removed through another load or workspace", async () => {
    const [one, other] = [await newLoad(["mine"]), await newLoad(["yours"])];
    const file = await upload(one.id, {}, "x");
    const refused = await send("POST", `/data/load:removeFile?id=${other.id}&file_id=${file}`);
    expect([refused.status, refused.body.code]).toEqual([404, "file_not_found"]);
    const stranger = await otherLab();
    const outside = await send(
      "POST",
      `/data/load:removeFile?id=${one.id}&file_id=${file}`,
      undefined,
      stranger,
    );
    expect([outside.status, outside.body.code]).toEqual([404, "load_not_found"]);
    expect((await get(one.id)).files).toHaveLength(1);
  });
});

describe("a load", () => {
  it("a load shows its progress while it is LOADING", async () => {
    const description = "Plates 1 and 2";
    const load = await newLoad(["counted", "other_counted"], { description });
    expect(load).toMatchObject({ description, tables: { counted: { creates: true } } });
    expect(load).not.toHaveProperty("progress");
    await upload(load.id, {}, "raw");
    await upload(load.id, { table_reference: "counted" }, "n\n1\n2\n");
    await upload(load.id, { table_reference: "counted" }, "n\n3\n");
    await upload(load.id, { table_reference: "other_counted" }, "n\n");
    const loading = await lab.api.post<Load>(`/data/load:finalize?id=${load.id}`);
    expect(loading.progress).toEqual({
      phase: "WAITING",
      files_done: 0,
      files: 3,
      bytes_done: 0,
      bytes: 12,
      rows_done: 0,
    });
    const seen: Load["progress"][] = [];
    for (let current = loading; current.state === "LOADING"; current = await get(load.id))
      seen.push(current.progress);
    for (const [index, progress] of seen.entries()) {
      const before = seen[index - 1];
      expect(progress?.files_done).toBeGreaterThanOrEqual(before?.files_done ?? 0);
      expect(progress?.bytes_done).toBeGreaterThanOrEqual(before?.bytes_done ?? 0);
      if (progress?.phase === "COMMITTING") expect(progress).toMatchObject({ files_done: 3, rows_done: 3 });
    }
    const done = await get(load.id);
    expect(done.state).toBe("COMPLETED");
    expect(done).not.toHaveProperty("progress");
    expect(done.tables).toMatchObject({ counted: { rows: 3 }, other_counted: { rows: 0 } });
    expect(done.tables.counted).not.toHaveProperty("creates");
    expect(done.files.map(({ rows }) => rows)).toEqual([undefined, 2, 1, 0]);
    const { items } = await lab.api.post<{ items: Load[] }>("/data/load:list?order=DESC&limit=1");
    expect(items).toEqual([done]);
  });

  it("a failed load is ingested again", async () => {
    const columns = [
      { name: "n", type: "INT64", nullable: false },
      { name: "note", type: "STRING" },
    ];
    await lab.api.post("/data/table:create", { reference: "strict", columns });
    const tables = { strict: { columns: columns.map((one) => ({ ...one, nullable: true })), format: "CSV" } };
    const load = await newLoad([], { tables });
    await upload(load.id, { table_reference: "strict" }, "n,note\n,a\n2,b\n");
    const early = await send("POST", `/data/load:retry?id=${load.id}`);
    expect([early.status, early.body.code]).toEqual([409, "load_state"]);
    const first = await finished(load.id);
    expect(first).toMatchObject({ state: "FAILED", problem_count: 1 });
    const again = await lab.api.post(`/data/load:retry?id=${load.id}`);
    expect(again).toMatchObject({ state: "LOADING", errors: [] });
    expect(await lab.api.settled(load.id)).toMatchObject({ state: "FAILED", errors: first.errors });
    await lab.api.post("/data/table:update?reference=strict", {
      columns: columns.map((one) => ({ ...one, nullable: true })),
    });
    const done = await finished(load.id, "retry");
    expect(done).toMatchObject({ state: "COMPLETED", errors: [], tables: { strict: { rows: 2 } } });
    expect(done).not.toHaveProperty("problem_count");
    expect(await scalar(lab, "SELECT count(*) AS n FROM strict")).toBe(2n);
    const late = await send("POST", `/data/load:retry?id=${load.id}`);
    expect([late.status, late.body.code]).toEqual([409, "load_state"]);
  });

  it("a retry follows the rules of finalize: no views, no archived projects", async () => {
    const load = await newLoad(["given_up"]);
    await upload(load.id, { table_reference: "given_up" }, "n\nx\n");
    expect((await finished(load.id)).state).toBe("FAILED");
    await lab.api.post("/data/table:create", { kind: "VIEW", reference: "given_up", query: "SELECT 1 AS n" });
    const refused = await send("POST", `/data/load:retry?id=${load.id}`);
    expect([refused.status, refused.body.code]).toEqual([409, "table_is_view"]);
    const project = await lab.api.post<{ id: string }>("/project:create", { name: "ended" });
    const other = await newLoad(["ended"], { context: { kind: "PROJECT", project_id: project.id } });
    const file = await upload(other.id, { table_reference: "ended" }, "n\nx\n");
    expect((await finished(other.id)).state).toBe("FAILED");
    await lab.api.post(`/project:archive?id=${project.id}`, {});
    for (const verb of [`retry?id=${other.id}`, `removeFile?id=${other.id}&file_id=${file}`]) {
      const archived = await send("POST", `/data/load:${verb}`);
      expect([verb, archived.status]).toEqual([verb, 409]);
    }
    expect((await get(other.id)).state).toBe("FAILED");
  });
});

describe("the warnings of a load", () => {
  it("a pending load has warnings", async () => {
    const load = await newLoad(["assigned"]);
    const raw = await upload(load.id, { name: "raw.xlsx" }, "raw");
    expect((await get(load.id)).warnings).toEqual([
      "raw.xlsx: no table_reference: it is stored, but its rows are not loaded into any table.",
    ]);
    await upload(load.id, { table_reference: "assigned", source_file_id: raw }, "n\n1\n");
    expect(await get(load.id)).not.toHaveProperty("warnings");
  });

  it("a warning names a file that has the same content as another in the load or in an active load of the table", async () => {
    const [first, second] = [await newLoad(["repeated"]), await newLoad(["repeated", "elsewhere"])];
    await upload(first.id, { table_reference: "repeated", name: "a.csv" }, "n\n1\n");
    expect(await get(first.id)).not.toHaveProperty("warnings");
    // A pending load has not added anything yet.
    const copy = await upload(second.id, { table_reference: "repeated", name: "b.csv" }, "n\n1\n");
    await upload(second.id, { table_reference: "elsewhere", name: "c.csv" }, "n\n1\n");
    expect(await get(second.id)).not.toHaveProperty("warnings");
    await upload(second.id, { table_reference: "repeated", name: "d.csv" }, "n\n1\n");
    const twice = expect.stringContaining("has the same content as b.csv in this load");
    expect((await get(second.id)).warnings).toEqual([twice]);

    expect((await finished(first.id)).state).toBe("COMPLETED");
    // The table has been renamed in the meantime but is the same.
    await lab.api.post("/data/table:rename?reference=repeated", { new_reference: "renamed_repeated" });
    const third = await newLoad(["renamed_repeated"]);
    await upload(third.id, { table_reference: "renamed_repeated", name: "e.csv" }, "n\n1\n");
    const before = expect.stringContaining(`e.csv has the same content as a.csv of the load ${first.id}`);
    expect((await get(third.id)).warnings).toEqual([before]);
    const done = await finished(third.id);
    expect(done).toMatchObject({ state: "COMPLETED", warnings: [before] });

    for (const id of [first.id, third.id]) expect((await finished(id, "undo")).state).toBe("COMPLETED");
    const fourth = await newLoad(["renamed_repeated"]);
    await upload(fourth.id, { table_reference: "renamed_repeated" }, "n\n1\n");
    expect(await get(fourth.id)).not.toHaveProperty("warnings");
    await finished(third.id, "redo");
    // Earlier uploads are compared again when the load is finalized.
    expect((await finished(fourth.id)).warnings).toEqual([
      expect.stringContaining(`of the load ${third.id}`),
    ]);
    await lab.api.post(`/data/load:removeFile?id=${second.id}&file_id=${copy}`);
    expect(await get(second.id)).not.toHaveProperty("warnings");
  });

  it("files in other workspaces cause no warning", async () => {
    const other = await otherLab();
    const theirs = await newLoad(["shared_name"], {}, other);
    await upload(theirs.id, { table_reference: "shared_name" }, "n\n77\n", other);
    expect((await finished(theirs.id, "finalize", other)).state).toBe("COMPLETED");
    const mine = await newLoad(["shared_name"]);
    await upload(mine.id, { table_reference: "shared_name" }, "n\n77\n");
    expect(await get(mine.id)).not.toHaveProperty("warnings");
  });

  it("a load marks the tables that it will create", async () => {
    for (const reference of ["thermostability", "plate_1"])
      await lab.api.post("/data/table:create", { reference, columns: NUMBERS });
    const load = await newLoad(["thermostabilty", "Plate_1", "plate_2"]);
    expect(load.warnings).toEqual([
      'The table "thermostabilty" does not exist, so the load will create it. If you meant the existing table "thermostability", create the load again with that reference.',
      '"Plate_1" refers to the existing table "plate_1" because references are case-insensitive.',
    ]);
    const marks = Object.entries(load.tables).map(([name, { creates }]) => [name, creates]);
    expect(marks).toEqual([
      ["thermostabilty", true],
      ["Plate_1", undefined],
      ["plate_2", true],
    ]);
    await lab.api.post("/data/table:create", { reference: "plate_2", columns: NUMBERS });
    expect((await get(load.id)).tables.plate_2).not.toHaveProperty("creates");
    const added = await lab.api.post<Load>(`/data/load:addTable?id=${load.id}&table_ref=THERMOSTABILITY`, {
      config: { columns: NUMBERS },
    });
    expect(added.warnings).toHaveLength(3);
  });
});

import { join } from "node:path";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compactTable } from "#shared/history/compactTable.ts";
import { resultKey } from "#shared/objects/keys.ts";
import { putBytes } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { findTable } from "#shared/store/tables.ts";
import { filesWith } from "#test/support/decodeEverything.ts";
import { type ErasureView, erase, eraser } from "#test/support/erasing.ts";
import { type Lab, memberToken, newLab, scalar, sharedPlatform } from "#test/support/lab.ts";
import {
  analysis,
  labScope,
  REFERENCE,
  type TaskView,
  variantsCsv,
  waitForTask,
} from "#test/support/taskLab.ts";
import { ApiClient, ApiError } from "../../examples/apiClient.ts";

const RULES = { minFiles: 2, minAgeMs: 0, targetBytes: 1 << 20 };
const COLUMNS = [
  { name: "sequence", type: "STRING" },
  { name: "activity", type: "FLOAT64" },
  { name: "batch_id", type: "STRING" },
];

let connection: DuckDBConnection;

beforeAll(async () => {
  connection = await (await DuckDBInstance.create(":memory:", { threads: "1" })).connect();
});

afterAll(() => connection.closeSync());

/** Loads a file into the table; `config` contains additional options. */
async function load(
  lab: Lab,
  name: string,
  csv: string,
  config: object = {},
  fields: object = {},
): Promise<string> {
  const { id } = await lab.api.post<{ id: string }>("/data/load:create", {
    context: { kind: "PROJECT", project_id: lab.projectId },
    tables: { variants: { columns: COLUMNS, format: "CSV", ...config } },
    ...fields,
  });
  await lab.api.upload(id, "variants", name, csv);
  await lab.api.post(`/data/load:finalize?id=${id}`);
  await lab.api.settled(id);
  return id;
}

/** CSV rows in which the batch is the marker followed by the row index. */
function markedCsv(marker: string, rows: number): string {
  const [header = "", ...lines] = variantsCsv(rows).trimEnd().split("\n");
  const marked = lines.map((line, index) => line.replace(/,B\d$/, `,${marker}${index}`));
  return [header, ...marked, ""].join("\n");
}

const count = async (lab: Lab, query: string): Promise<number> => Number(await scalar(lab, query));

async function codeOf(work: Promise<unknown>): Promise<unknown> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof ApiError ? ((error.body as { code?: string }).code ?? error.status) : error;
}

async function run(lab: Lab, type: string, body: object): Promise<TaskView> {
  const { id } = await lab.api.post<TaskView>(`/task/${type}:create`, body);
  return waitForTask(lab, id);
}

/** Runs a query as a resource, which keeps its SQL, error and result. */
async function stored(lab: Lab, query: string): Promise<{ state: string }> {
  const { id } = await lab.api.post<{ id: string }>("/data/query:start", { query });
  for (;;) {
    const found = await lab.api.get<{ state: string }>(`/data/query:get?id=${id}&wait_seconds=5`);
    if (found.state !== "QUEUED" && found.state !== "RUNNING") return found;
  }
}

/** Returns whether a path on the shared platform may contain data of a workspace. */
function isOf({ id }: WorkspaceScope): (path: string) => boolean {
  const objects = join(sharedPlatform().dataDirectory, "s3");
  return (path) => !path.startsWith(objects) || path.includes(`/${id}~/`);
}

describe("erasure of one load", () => {
  it("erasing a load removes its values from every object and record and keeps all other rows of every version", async () => {
    const lab = await newLab();
    const scope = await labScope(lab);
    const marker = `zqmark${lab.name.replace(/\W/g, "")}`;
    const kept = await load(lab, "kept.csv", variantsCsv(40));
    const erased = await load(
      lab,
      "erased.csv",
      `${markedCsv(marker, 30)}${REFERENCE},${marker}badcell,${marker}bad\n`,
      {
        bad_rows: "SKIP",
        corrections: [
          { line: 2, column: "batch_id", was: `${marker}0`, value: `${marker}corrected`, reason: "typo" },
        ],
      },
      { description: `The rows of ${marker}description` },
    );
    const later = await load(lab, "later.csv", variantsCsv(25));
    const before = await lab.api.get<{ version_id: string }>("/data/table:get?reference=variants");
    const table = await findTable(scope, "variants");
    expect((await compactTable(scope, table?.id ?? "", RULES, Date.now() + 60_000)).merged).toBe(1);
    await lab.api.post(`/data/load:undo?id=${later}`);
    await lab.api.settled(later);

    const affected = await run(lab, "analyze.data/v2", analysis(lab));
    const trained = await run(lab, "train/v2", {
      context: { kind: "PROJECT", project_id: lab.projectId },
      parameters: {
        dataset: { kind: "TABLE", table: "variants" },
        reference: { monomer: REFERENCE },
        assays: [{ assay_id: "activity" }],
        seed: 1,
      },
    });
    expect(trained.errors).toEqual([]);
    const rows = Array.from({ length: 12 }, (_, index) => ({
      sequence: `${REFERENCE.slice(0, index)}${"ACDEFGHIKLMN"[index]}${REFERENCE.slice(index + 1)}`,
      activity: index,
      batch_id: index === 3 ? `${marker}5` : "B0",
    }));
    const literal = await run(lab, "analyze.data/v2", analysis(lab, { dataset: { kind: "LITERAL", rows } }));
    const failed = await run(
      lab,
      "analyze.data/v2",
      analysis(lab, {
        dataset: {
          kind: "QUERY",
          query: `SELECT * FROM variants WHERE batch_id <> '${marker}29' ORDER BY batch_id DESC`,
          mutations: "batch_id",
        },
      }),
    );
    expect(failed.errors.join(" ")).toContain(marker);
    const other = await run(
      lab,
      "analyze.data/v2",
      analysis(lab, { dataset: { kind: "LITERAL", rows: rows.filter(({ batch_id }) => batch_id === "B0") } }),
    );
    await putBytes(scope, resultKey(scope.id, "stored"), `sequence,batch\nM,${marker}1\n`);
    const view = await lab.api.post<{ id: string }>("/data/table:create", {
      kind: "VIEW",
      reference: "naming",
      query: `SELECT * FROM variants WHERE batch_id = '${marker}7'`,
    });
    const wanted = isOf(scope);
    const planted = await filesWith(sharedPlatform().dataDirectory, [marker], connection, wanted);
    // Verifies that there is data to erase; otherwise, the test would prove nothing.
    const places = planted.map(({ path }) => path.split(`/${scope.id}~/`)[1]?.split("~")[0]);
    expect(new Set(planted.map(({ decoded }) => decoded))).toEqual(new Set(["bytes", "gzip", "sqlite"]));
    const expected = ["artifacts", "loads", "tables", "tasks", "uploads"];
    expect([...new Set(places)]).toEqual(expect.arrayContaining(expected));

    const api = await eraser(lab);
    const prepared = await api.post<ErasureView>("/data:prepareErasure", { load_id: erased, reason: "Test" });
    expect(prepared.plan.tables).toMatchObject([{ table_id: table?.id, rows: 30 }]);
    expect(prepared.plan.tables[0]?.versions.map((one) => one.rows)).toEqual([30, 30, 30]);
    expect(prepared.plan.tasks.toSorted()).toEqual([affected.id, trained.id, literal.id].toSorted());
    expect(prepared.plan.views).toEqual([view.id]);
    expect(prepared.plan.uploads).toHaveLength(1);
    expect(prepared.plan.result_count).toBe(1);
    const certificateOf = (id: string) => `/data:downloadErasureCertificate?id=${id}`;
    expect(await codeOf(api.get(certificateOf(prepared.id)))).toBe("erasure_not_completed");
    // An erasure does not change a view's query; that is left to the view's owner.
    await lab.api.post("/data/table:update?reference=naming", { query: "SELECT * FROM variants" });
    const done = await erase(api, { load_id: erased, reason: "Test" });
    expect(done.state).toBe("COMPLETED");

    const sentence = `SELECT count(*) FROM variants FOR VERSION AS OF ${before.version_id}`;
    expect(await count(lab, sentence)).toBe(65);
    expect(await count(lab, "SELECT count(*) FROM variants")).toBe(40);
    expect(await count(lab, `SELECT count(*) FROM variants WHERE "$load_id" = ${kept}`)).toBe(40);
    await lab.api.post(`/data/load:redo?id=${later}`);
    await lab.api.settled(later);
    expect(await count(lab, "SELECT count(*) FROM variants")).toBe(65);

    const list = await lab.api.get<{
      items: { kind: string; tables: { rows?: number; rows_added?: number }[] }[];
    }>("/data/version:list?order=ASC");
    expect(list.items.filter(({ kind }) => kind === "ERASURE")).toHaveLength(1);
    const rowsOf = list.items.flatMap(({ tables }) => tables.flatMap(({ rows: of }) => of ?? []));
    expect(rowsOf).toEqual([40, 40, 65, 40, 40, 65]);
    const added = list.items.flatMap(({ tables }) => tables.map((table) => table.rows_added));
    expect(added.slice(0, 3)).toEqual([40, 0, 25]);
    for (const verb of ["undo", "redo"])
      expect(await codeOf(lab.api.post(`/data/load:${verb}?id=${erased}`))).toBe("load_erased");
    expect(await codeOf(lab.api.post(`/task:recover?id=${affected.id}`))).toBe("task_erased");
    const [upload = ""] = prepared.plan.uploads;
    expect(await codeOf(lab.api.get(`/data/load:downloadFile?file_id=${upload}`))).toBe("file_erased");
    const [artifact = ""] = prepared.plan.artifacts;
    expect(await codeOf(lab.api.get(`/data/artifact:download?id=${artifact}`))).toBe("artifact_erased");
    expect(await lab.api.get(`/data/artifact:get?id=${artifact}`)).toMatchObject({ data: {} });
    expect((await lab.api.get<TaskView>(`/task:get?id=${other.id}`)).result).toEqual(other.result);

    const certificate = await api.get<Record<string, unknown>>(certificateOf(done.id));
    expect(certificate).toMatchObject({
      erasure_id: done.id,
      target: { load_id: erased },
      reason: "Test",
      tables: [{ rows: 30 }],
    });
    expect(JSON.stringify(certificate)).not.toContain(marker);
    expect(await filesWith(sharedPlatform().dataDirectory, [marker], connection, wanted)).toEqual([]);

    const again = await load(lab, "erased.csv", markedCsv(marker, 30));
    const { warnings = [] } = await lab.api.get<{ warnings?: string[] }>(`/data/load:get?id=${again}`);
    expect(warnings.filter((warning) => warning.includes("erased.csv"))).toEqual([]);
    expect(await count(lab, `SELECT count(*) FROM variants WHERE batch_id LIKE '${marker}%'`)).toBe(30);
  });
});

describe("erasure of rows that meet a condition", () => {
  it("erasing by a condition removes the rows from the files, records and database pages of all loads, and nothing else", async () => {
    const lab = await newLab();
    const scope = await labScope(lab);
    const marker = `zqcond${lab.name.replace(/\W/g, "")}`;
    const mixed = (rows: number): string => variantsCsv(rows).replaceAll(/,B1$/gm, `,${marker}`);
    const one = await load(lab, "one.csv", mixed(20), {}, { description: `Has ${marker} in it` });
    const value = `${mixed(10)}${REFERENCE},731.48259,${marker}\n`;
    const two = await load(lab, "two.csv", value, {}, { description: "Its best value, 731.482590, is high" });
    const three = await load(
      lab,
      "three.csv",
      "sequence,activity,batch_id\n",
      {},
      { description: "10 of 20" },
    );
    await lab.api.post(`/data/load:undo?id=${one}`);
    await lab.api.settled(one);
    const pending = await lab.api.post<{ id: string }>("/data/load:create", {
      context: { kind: "PROJECT", project_id: lab.projectId },
      tables: { variants: { columns: COLUMNS, format: "CSV" } },
    });
    const reads = `FROM variants WHERE batch_id = '${marker}'`;
    expect((await stored(lab, `SELECT batch_id ${reads}`)).state).toBe("COMPLETED");
    expect((await stored(lab, `SELECT CAST(batch_id AS BIGINT) ${reads}`)).state).toBe("FAILED");
    const api = await eraser(lab);
    const [first, second] = await Promise.all([
      erase(api, { reference: "variants", where: `batch_id = '${marker}'` }),
      erase(api, { reference: "VARIANTS", where: "activity < -100" }),
    ]);
    expect([first.state, second.state]).toEqual(["COMPLETED", "COMPLETED"]);
    expect(first.where).toBeNull();
    expect(first.plan.tables).toMatchObject([{ rows: 16 }]);
    const descriptionOf = async (id: string) =>
      (await lab.api.get<{ description: string }>(`/data/load:get?id=${id}`)).description;
    expect([await descriptionOf(two), await descriptionOf(three)]).toEqual(["(erased)", "10 of 20"]);
    expect(first.plan.unread_loads).toEqual([pending.id]);
    expect(second.plan.tables).toEqual([]);
    await lab.api.post(`/data/load:redo?id=${one}`);
    await lab.api.settled(one);
    expect(await count(lab, "SELECT count(*) FROM variants")).toBe(15);
    expect(await count(lab, `SELECT count(*) FROM variants WHERE "$load_id" = ${one}`)).toBe(10);
    const wanted = isOf(scope);
    expect(await filesWith(sharedPlatform().dataDirectory, [marker], connection, wanted)).toEqual([]);
  });

  it("a condition is rejected if it reads other rows, is not deterministic, or is not Boolean", async () => {
    const lab = await newLab();
    await load(lab, "one.csv", variantsCsv(5));
    const api = await eraser(lab);
    const refusal = (where: string) =>
      codeOf(api.post("/data:prepareErasure", { reference: "variants", where }));
    for (const where of [
      "random() < 0.5",
      "activity = (SELECT max(activity) FROM variants)",
      "row_number() OVER () = 1",
      "activity + 1",
      "true) AS a, (false",
    ]) {
      expect([where, await refusal(where)]).toEqual([where, 422]);
    }
    expect(await refusal("no_such_column = 1")).toBe("invalid_sql");
    expect(await codeOf(api.post("/data:prepareErasure", {}))).toBe(422);
  });
});

describe("the permission", () => {
  it("members need the permission for every operation", async () => {
    const lab = await newLab();
    expect(await codeOf(lab.api.post("/data:prepareErasure", { load_id: "1" }))).toBe("permission_missing");
    await expect(lab.api.get("/data:listErasures")).rejects.toMatchObject({
      status: 403,
      body: { code: "permission_missing" },
    });
    const email = `${lab.name}-officer@example.org`;
    const token = await memberToken(sharedPlatform(), lab.orgId, email, ["data:erase"], "manager");
    const officer = new ApiClient(`${lab.regionUrl}/v2/workspace/${lab.name}`, token);
    const id = await load(lab, "one.csv", variantsCsv(3));
    const request = { load_id: id, reason: "asked for" };
    expect(await codeOf(lab.api.post("/data:prepareErasure", request))).toBe("permission_missing");
    expect((await erase(officer, request)).state).toBe("COMPLETED");
    expect(await codeOf(lab.api.post("/data:prepareErasure", request))).toBe("permission_missing");
  });
});

import { beforeAll, describe, expect, it } from "vitest";
import { request } from "../support/http.ts";
import { type Lab, memberToken, sharedLab, sharedPlatform, staffToken, uniqueName } from "../support/lab.ts";
import { addVariants, REFERENCE } from "../support/taskLab.ts";

/** Requests and responses that existing clients depend on. */

let lab: Lab;

beforeAll(async () => {
  lab = await sharedLab();
  await addVariants(lab, 20);
});

function call(method: string, path: string, body?: unknown) {
  return request(method, `${lab.regionUrl}/v2/workspace/${lab.name}${path}`, {
    ...lab,
    ...(body !== undefined && { body }),
  });
}

const create = (type: string, parameters: object) =>
  call("POST", `/task/${type}:create`, {
    context: { kind: "PROJECT", project_id: lab.projectId },
    parameters,
  });

const PAIR = { vh: REFERENCE, vl: REFERENCE };
const DATASET = { kind: "TABLE", table: "variants" };
const ASSAYS = [{ assay_id: "activity" }];

describe("rows of a request", () => {
  it("rows of a request may have columns vh and vl, which are text like any other", async () => {
    const rows = [{ sequence: REFERENCE, activity: 1, ...PAIR }];
    const dataset = { kind: "LITERAL", rows };
    const answer = await create("analyze.data/v2", {
      dataset,
      reference: { monomer: REFERENCE },
      assays: ASSAYS,
    });
    expect(answer.status).toBe(200);
  });
});

describe("columns of files", () => {
  it("a load may name its columns as in the file; the response proposes names for SQL, which the rows have", async () => {
    const columns = [
      { name: "variant", type: "STRING" },
      { name: "Tm (C)", type: "FLOAT64", metadata: { description: "melting point" } },
      { name: "tm_c", type: "FLOAT64" },
      { name: "1", type: "INT64" },
    ];
    const context = { kind: "PROJECT", project_id: lab.projectId };
    const tables = { melted: { columns, format: "CSV" } };
    const { body: load } = await call("POST", "/data/load:create", { context, tables });
    const named = [
      { name: "variant" },
      { name: "tm_c_2", source_name: "Tm (C)", metadata: { description: "melting point" } },
      { name: "tm_c" },
      { name: "c_1", source_name: "1", metadata: { description: "1" } },
    ];
    expect(load.tables.melted.columns).toMatchObject(named);
    expect(load.tables.melted.columns[0].source_name).toBeUndefined();
    const added = { table_ref: "melted_too", config: { columns } };
    const { body: more } = await call("POST", `/data/load:addTable?id=${load.id}`, added);
    expect(more.tables.melted_too.columns).toMatchObject(named);
    await lab.api.upload(load.id, "melted", "a.csv", "variant,Tm (C),tm_c,1\nA2G,61.5,62,3\n");
    await lab.api.post(`/data/load:finalize?id=${load.id}`);
    await lab.api.settled(load.id);
    const rows = await lab.api.query("SELECT tm_c_2, tm_c, c_1 FROM melted");
    expect(rows.toArray().map((row: object) => ({ ...row }))).toEqual([{ tm_c_2: 61.5, tm_c: 62, c_1: 3n }]);
  });

  it("a table without a file needs valid column names", async () => {
    const columns = [{ name: "Tm (C)", type: "FLOAT64" }];
    const answer = await call("POST", "/data/table:create", { reference: "no_file", columns });
    expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ["body", "columns", 0, "name"]]);
  });
});

describe("parameters of a task", () => {
  it("parameters are returned as they were sent", async () => {
    const rows = [{ sequence: REFERENCE, activity: 1 }];
    const sent = [
      { dataset: DATASET, reference: { monomer: REFERENCE }, assays: ASSAYS },
      {
        dataset: { ...DATASET, version_id: null },
        reference: { monomer: REFERENCE },
        assays: ASSAYS,
        seed: 3,
      },
      { dataset: [DATASET, { kind: "LITERAL", rows }], reference: { monomer: REFERENCE }, assays: ASSAYS },
    ];
    for (const parameters of sent) {
      const { body } = await create("analyze.data/v2", parameters);
      expect(body.parameters).toStrictEqual(parameters);
      const { body: found } = await call("GET", `/task:get?id=${body.id}&wait_seconds=20`);
      expect([found.state, found.parameters]).toStrictEqual(["COMPLETED", parameters]);
    }
  });
});

describe("versions and results", () => {
  it("a version_id may be a tag, wherever a version is accepted", async () => {
    const columns = [
      { name: "sequence", type: "STRING" },
      { name: "activity", type: "FLOAT64" },
    ];
    const table = await lab.api.post<{ id: string }>("/data/table:create", { reference: "tagged", columns });
    const load = async (content: string) => {
      const context = { kind: "PROJECT", project_id: lab.projectId };
      const { id } = await lab.api.post<{ id: string }>("/data/load:create", {
        context,
        tables: { tagged: { columns, format: "CSV" } },
      });
      await lab.api.upload(id, "tagged", "a.csv", `sequence,activity\n${content}`);
      await lab.api.post(`/data/load:finalize?id=${id}`);
      await lab.api.settled(id);
    };
    await load(`${REFERENCE},1\n`);
    const { version_id } = await lab.api.get<{ version_id: string }>(`/data/table:getById?id=${table.id}`);
    await call("POST", "/data/version:tag", { version_id, name: "First-Plate" });
    await load(`${REFERENCE},2\n`);
    const tag = "first-plate";
    const sql = { query: "SELECT count(*) AS n FROM tagged", version_id: tag, format: "CSV" };
    expect((await call("POST", "/data:query", sql)).body).toBe("n\n1\n");
    const { body: query } = await call("POST", "/data/query:start", sql);
    expect(query.version_id).toBe(version_id);
    expect((await call("GET", `/data/table:download?id=${table.id}&version_id=${tag}`)).body).toContain(",1");
    expect((await call("GET", `/data/table:diff?id=${table.id}&from=${tag}`)).body.from.version_id).toBe(
      version_id,
    );
    const rows = await call("GET", `/data/table:rowDiff?id=${table.id}&from=${tag}&format=CSV`);
    expect(rows.body).toContain("ADDED");
    const dataset = { kind: "TABLE", table: "tagged", version_id: tag };
    const parameters = { dataset, reference: { monomer: REFERENCE }, assays: ASSAYS };
    const { body: created } = await create("analyze.data/v2", parameters);
    const { body: task } = await call("GET", `/task:get?id=${created.id}&wait_seconds=20`);
    expect([task.parameters, task.data_versions]).toEqual([parameters, { tagged: version_id }]);
    expect((await call("POST", "/data:query", { ...sql, version_id: "no-such-tag" })).body.code).toBe(
      "tag_not_found",
    );
    expect((await call("POST", "/data:query", { ...sql, version_id: "1 2" })).status).toBe(422);
  });

  it("the result of a query has any format, with the rows that the query read", async () => {
    const columns = [{ name: "n", type: "INT64" }];
    await call("POST", "/data/table:create", { reference: "counted_later", columns });
    const load = await lab.api.post<{ id: string }>("/data/load:create", {
      context: { kind: "PROJECT", project_id: lab.projectId },
      tables: { counted_later: { columns, format: "CSV" } },
    });
    const { body: query } = await call("POST", "/data/query:start", {
      query: "SELECT count(*) AS n FROM counted_later",
    });
    const { body: done } = await call("GET", `/data/query:get?id=${query.id}&wait_seconds=20`);
    expect(done.state).toBe("COMPLETED");
    await lab.api.upload(load.id, "counted_later", "a.csv", "n\n1\n");
    await lab.api.post(`/data/load:finalize?id=${load.id}`);
    await lab.api.settled(load.id);
    const result = (format: string) => call("GET", `/data/query:result?id=${query.id}&format=${format}`);
    expect((await result("CSV")).body).toBe("n\n0\n");
    expect((await result("NDJSON")).body).toBe('{"n":0}\n');
    for (const format of ["ARROW", "PARQUET", "XLSX"]) {
      const { status, headers } = await result(format);
      expect([status, headers.get("content-type")]).toEqual([
        200,
        expect.stringMatching(/arrow|parquet|sheet/),
      ]);
    }
  });
});

describe("workspaces and paths", () => {
  it("a workspace cannot have a picture, and a sentence says so", async () => {
    const { platformUrl } = sharedPlatform();
    const token = await staffToken(sharedPlatform());
    const workspace = { name: uniqueName(), display_name: "A picture", picture_file_id: "5" };
    const created = await request("POST", `${platformUrl}/v2/workspace:create`, { token, body: workspace });
    expect([created.status, created.body.detail[0].msg]).toEqual([
      422,
      "A workspace cannot have a picture: omit picture_file_id",
    ]);
  });

  it("a 404 never contains a placeholder", async () => {
    const token = await memberToken(sharedPlatform(), lab.orgId);
    const { platformUrl } = sharedPlatform();
    for (const url of [
      `${lab.regionUrl}/`,
      `${lab.regionUrl}/v2/nothing`,
      `${lab.regionUrl}/v2/workspace/${lab.name}/nothing:get`,
      `${lab.regionUrl}/v2/workspace/${lab.name}/project:get?id=5`,
      `${platformUrl}/v2/nothing`,
      `${platformUrl}/v2/workspace/${lab.name}/project:list`,
    ]) {
      const { status, body } = await request("GET", url, { token });
      expect([status, url, JSON.stringify(body)]).toEqual([
        404,
        url,
        expect.not.stringContaining("{workspace}"),
      ]);
    }
  });
});

describe("names of projects", () => {
  it("a project with a name that exists is created, and warnings name the other project", async () => {
    const name = uniqueName("twice");
    const { body: first } = await call("POST", "/project:create", { name });
    expect(first.warnings).toBeUndefined();
    const { status, body: second } = await call("POST", "/project:create", { name });
    expect([status, second.name, second.warnings]).toEqual([
      200,
      name,
      [expect.stringContaining(`Another project is named "${name}" (${first.id})`)],
    ]);
    await call("POST", `/project:archive?id=${first.id}`);
    await call("POST", `/project:archive?id=${second.id}`);
    expect((await call("POST", "/project:create", { name })).body.warnings).toBeUndefined();
  });
});

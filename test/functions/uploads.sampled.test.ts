import { beforeAll, describe, expect, it } from "vitest";
import { byNight } from "#test/support/byNight.ts";
import { request } from "../support/http.ts";
import { type Lab, newLab, scalar } from "../support/lab.ts";

const LIMIT = 100 * 1024 * 1024;
const columns = [{ name: "a", type: "STRING" }];

let lab: Lab;

beforeAll(async () => {
  lab = await newLab();
});

async function newLoad(): Promise<string> {
  const { id } = await lab.api.post<{ id: string }>("/data/load:create", {
    context: { kind: "PROJECT", project_id: lab.projectId },
    tables: { t: { columns, format: "CSV" } },
  });
  return id;
}

function upload(id: string, form: FormData) {
  const url = `${lab.regionUrl}/v2/workspace/${lab.name}/data/load:uploadFile?id=${id}`;
  return request("POST", url, { token: lab.token, body: form });
}

function formOf(fields: Record<string, string | Blob>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value as string);
  return form;
}

async function files(id: string): Promise<{ size: number }[]> {
  return (await lab.api.get<{ files: { size: number }[] }>(`/data/load:get?id=${id}`)).files;
}

describe("an upload", () => {
  it("a file name has at most 4,000 characters, because every problem repeats it", async () => {
    const id = await newLoad();
    const file = new File(["a\nx\n"], "b.csv");
    const refused = await upload(id, formOf({ filepath: "n".repeat(4_001), file }));
    expect([refused.status, refused.body.detail?.[0]?.loc]).toEqual([422, ["body", "filepath"]]);
    expect(await files(id)).toEqual([]);
    expect((await upload(id, formOf({ filepath: "n".repeat(4_000), file }))).status).toBe(200);
  });

  it("an upload is stored with its description, and can be downloaded byte for byte", async () => {
    const id = await newLoad();
    const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => (index * 7919) % 256);
    const raw = await upload(id, formOf({ file: new File([bytes], "gel ü.tif"), description: "the gel" }));
    expect(raw.body).toMatchObject({
      filepath: "gel ü.tif",
      size: 100_000,
      table_reference: null,
      description: "the gel",
    });
    const processed = await upload(
      id,
      formOf({
        filepath: "day 1/plate.csv",
        source_file_id: raw.body.id,
        file: new File(["a\nx\n"], "b.csv"),
        table_reference: "T",
      }),
    );
    expect(processed.body).toMatchObject({
      filepath: "day 1/plate.csv",
      table_reference: "t",
      source_file_id: raw.body.id,
    });
    const url = `${lab.regionUrl}/v2/workspace/${lab.name}/data/load:downloadFile?file_id=${raw.body.id}`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${lab.token}` } });
    expect(response.headers.get("content-type")).toBe("application/octet-stream");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    expect(response.headers.get("content-disposition")).toContain("filename*=UTF-8''gel%20%C3%BC.tif");
    expect(Buffer.compare(Buffer.from(await response.arrayBuffer()), Buffer.from(bytes))).toBe(0);
  });

  it("an upload reports problems with the header and the shape before the load is finalized", async () => {
    const id = await newLoad();
    await upload(id, formOf({ table_reference: "t", file: new File(["b\n1\n"], "wrong.csv") }));
    const { items } = await lab.api.post<{ items: { id: string; state: string; errors: string[] }[] }>(
      "/data/load:list",
    );
    const load = items.find((one) => one.id === id);
    expect(load?.state).toBe("PENDING");
    expect(load?.errors.join(" ")).toContain("wrong.csv");
  });

  byNight(
    "an upload of exactly 100 MB is accepted, and one more byte is a 413 that leaves nothing",
    async () => {
      const id = await newLoad();
      const content = (size: number) => new Blob([new Uint8Array(size).fill(65)]);
      const exact = await upload(id, formOf({ file: content(LIMIT) }));
      expect([exact.status, exact.body.size]).toEqual([200, LIMIT]);
      const larger = await upload(id, formOf({ file: content(LIMIT + 1) }));
      expect([larger.status, larger.body.code]).toEqual([413, "file_too_large"]);
      expect(await files(id)).toHaveLength(1);
    },
  );

  it.each([
    ["an unknown table", { table_reference: "nope", file: new Blob(["a"]) }, 422],
    ["no file", { table_reference: "t" }, 422],
    ["a source that is not an id", { file: new Blob(["a"]), source_file_id: "x" }, 422],
    ["a source that is not a file of the load", { file: new Blob(["a"]), source_file_id: "5" }, 404],
    ["a file under another name", { data: new File(["a"], "a.csv") }, 422],
  ])("an upload with %s is refused and leaves no data", async (_, fields, status) => {
    const id = await newLoad();
    expect((await upload(id, formOf(fields))).status).toBe(status);
    expect(await files(id)).toEqual([]);
  });

  it("an upload that is refused before it is read still gets a response, whatever its size", async () => {
    const id = await newLoad();
    await upload(id, formOf({ table_reference: "t", file: new File(["a\nx\n"], "a.csv") }));
    await lab.api.post(`/data/load:finalize?id=${id}`);
    await lab.api.settled(id);
    for (const size of [10, 1_000_000, 30_000_000]) {
      const late = await upload(id, formOf({ file: new Blob([new Uint8Array(size)]) }));
      expect([late.status, late.body.code]).toEqual([409, "load_state"]);
    }
    const url = `${lab.regionUrl}/v2/workspace/${lab.name}/data/load:uploadFile?id=${id}`;
    const anonymous = await request("POST", url, {
      body: formOf({ file: new Blob([new Uint8Array(5_000_000)]) }),
    });
    expect(anonymous.status).toBe(401);
  });

  it("an upload without a form gets a 415, and an aborted upload gets a 400", async () => {
    const id = await newLoad();
    const url = `${lab.regionUrl}/v2/workspace/${lab.name}/data/load:uploadFile?id=${id}`;
    expect((await request("POST", url, { token: lab.token, body: {} })).status).toBe(415);
    const headers = { "content-type": "multipart/form-data; boundary=x" };
    const broken = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nabc';
    expect((await request("POST", url, { token: lab.token, body: broken, headers })).status).toBe(400);
    const unbounded = { "content-type": "multipart/form-data" };
    expect((await request("POST", url, { token: lab.token, body: broken, headers: unbounded })).status).toBe(
      400,
    );
    expect(await files(id)).toEqual([]);
  });

  it("several files for one table become one version", async () => {
    const id = await newLoad();
    for (let part = 0; part < 5; part += 1) {
      await upload(id, formOf({ table_reference: "t", file: new File([`a\n${part}\n`], `${part}.csv`) }));
    }
    await lab.api.post(`/data/load:finalize?id=${id}`);
    expect(await lab.api.settled(id)).toMatchObject({ state: "COMPLETED" });
    expect(await scalar(lab, "SELECT array_join(array_sort(array_agg(a)), '') FROM t WHERE a <> 'x'")).toBe(
      "01234",
    );
  });
});

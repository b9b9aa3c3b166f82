import { beforeAll, describe, expect, it } from "vitest";
import { request } from "../support/http.ts";
import { type Lab, newLab } from "../support/lab.ts";

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
});

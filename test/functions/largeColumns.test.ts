import type { Column } from "@pdp/basics/columns";
import { beforeAll, describe, expect, it } from "vitest";
import { type Lab, newLab } from "../support/lab.ts";
import { manyColumns } from "../support/manyColumns.ts";

let lab: Lab;

beforeAll(async () => {
  lab = await newLab();
});

const TOO_LARGE = manyColumns(2000, 150);
const refusal = (loc: (string | number)[]) => ({ status: 422, body: { detail: [{ loc }] } });

function newLoad(tables: Record<string, { columns: Column[] }>): Promise<{ id: string }> {
  return lab.api.post("/data/load:create", {
    context: { kind: "PROJECT", project_id: lab.projectId },
    tables,
  });
}

describe("columns that exceed the size limit are rejected with a proposal", () => {
  it("a table with columns of the maximum size is created, and a larger one is rejected", async () => {
    const table = (reference: string, list: Column[]) =>
      lab.api.post("/data/table:create", { reference, columns: list, description: "𝄞".repeat(10_000) });
    await expect(table("wide", TOO_LARGE)).rejects.toMatchObject(refusal(["body", "columns"]));
    await expect(table("wide", TOO_LARGE)).rejects.toThrow("shorten the column descriptions");
    await table("wide", manyColumns(2000, 70));
  });

  it("a refused update leaves the table unchanged", async () => {
    await lab.api.post("/data/table:create", { reference: "grown", columns: manyColumns(2000, 0) });
    const grown = () => lab.api.get<{ columns: unknown[] }>("/data/table:get?reference=grown");
    const before = await grown();
    const update = lab.api.post("/data/table:update?reference=grown", { columns: TOO_LARGE });
    await expect(update).rejects.toMatchObject(refusal(["body", "columns"]));
    expect(await grown()).toEqual(before);
    await lab.api.post("/data/table:update?reference=grown", { columns: manyColumns(2000, 70) });
  });

  it("a view with too many columns is refused when it is created or updated", async () => {
    await lab.api.post("/data/table:create", { reference: "source", columns: manyColumns(2000, 0) });
    const query = (length: number) => `SELECT * FROM source -- ${"é".repeat(length)}`;
    const view = (length: number) =>
      lab.api.post("/data/table:create", { kind: "VIEW", reference: "seen", query: query(length) });
    await expect(view(95_000)).rejects.toMatchObject(refusal(["body", "query"]));
    await view(10);
    const update = lab.api.post("/data/table:update?reference=seen", { query: query(95_000) });
    await expect(update).rejects.toMatchObject(refusal(["body", "query"]));
  });

  it("a load with too many columns is refused when it is created or extended", async () => {
    const some = { columns: manyColumns(1200, 60) };
    const both = newLoad({ one: some, other: some });
    await expect(both).rejects.toMatchObject(refusal(["body", "tables"]));
    const { id } = await newLoad({ one: some });
    const add = lab.api.post(`/data/load:addTable?id=${id}&table_ref=other`, { config: some });
    await expect(add).rejects.toMatchObject(refusal(["body", "config", "columns"]));
    await lab.api.post(`/data/load:addTable?id=${id}&table_ref=other`, {
      config: { columns: manyColumns(9, 0) },
    });
  });

  it("a load that would extend a table beyond the limit is rejected when it is finalized", async () => {
    await lab.api.post("/data/table:create", { reference: "full", columns: manyColumns(1900, 75) });
    const { id } = await newLoad({ full: { columns: manyColumns(200, 75, "new") } });
    await lab.api.upload(id, "full", "more.csv", `${manyColumns(200, 0, "new").map(({ name }) => name)}\n`);
    const finalized = lab.api.post(`/data/load:finalize?id=${id}`);
    await expect(finalized).rejects.toMatchObject({ status: 409, body: { code: "columns_too_large" } });
  });
});

describe("errors of a load with very long file names", () => {
  it("a load with errors above the size limit is FAILED with truncated errors", async () => {
    const columns = manyColumns(100, 0);
    const { id } = await newLoad({ named: { columns } });
    const form = new FormData();
    form.set("table_reference", "named");
    form.set("filepath", `${"long/".repeat(400)}plate.csv`);
    form.set(
      "file",
      new Blob([`${columns.map(({ name }) => name)}\n${columns.map(() => "high")}\n`]),
      "plate.csv",
    );
    const address = `${lab.regionUrl}/v2/workspace/${lab.name}/data/load:uploadFile?id=${id}`;
    const headers = { authorization: `Bearer ${lab.token}` };
    const answer = await fetch(address, { method: "POST", headers, body: form });
    expect([answer.status, await answer.json()]).toMatchObject([200, { table_reference: "named" }]);
    await lab.api.post(`/data/load:finalize?id=${id}`);
    const { state, errors } = await lab.api.settled(id);
    expect(state).toBe("FAILED");
    expect(errors[0]).toContain('"high" is not a number');
    expect(errors.at(-1)).toBe("… and more; the list was truncated.");
  });
});

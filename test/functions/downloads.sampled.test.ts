import { beforeAll, describe, expect, it } from "vitest";
import { type Lab, newLab, startCsvLoad } from "../support/lab.ts";

const ROWS = 300_000;

let lab: Lab;

beforeAll(async () => {
  lab = await newLab();
  const lines = Array.from({ length: ROWS }, (_, row) => `${row},text ${row}`);
  const columns = [
    { name: "n", type: "INT64" },
    { name: "s", type: "STRING" },
  ];
  await lab.api.settled(await startCsvLoad(lab, "big", columns, ["n,s", ...lines, ""].join("\n")));
});

function send(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${lab.regionUrl}/v2/workspace/${lab.name}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${lab.token}`, "content-type": "application/json" },
  });
}

function query(body: object): Promise<Response> {
  return send("/data:query", { method: "POST", body: JSON.stringify(body) });
}

describe("a download", () => {
  it("a download of many rows is complete and in file order", async () => {
    const { id } = await lab.api.get<{ id: string }>("/data/table:get?reference=big");
    const text = await (await send(`/data/table:download?id=${id}`)).text();
    const lines = text.split("\n");
    expect(lines).toHaveLength(ROWS + 2);
    expect([lines[0], lines[1], lines[ROWS]]).toEqual(["n,s", "0,text 0", `${ROWS - 1},text ${ROWS - 1}`]);
  });

  it.each(["PARQUET"])(
    "a download as %s with a failing query is rejected with a message before it starts",
    async (format) => {
      const response = await query({ query: `SELECT n, 1 / (${ROWS - 1} - n) AS q FROM big`, format });
      expect(response.status).toBe(400);
      expect(await response.text()).toContain("zero");
    },
  );

  it("a client can abort a download at any time", async () => {
    for (const format of ["CSV", "PARQUET", "XLSX"]) {
      const controller = new AbortController();
      const response = await fetch(`${lab.regionUrl}/v2/workspace/${lab.name}/data:query`, {
        method: "POST",
        headers: { authorization: `Bearer ${lab.token}`, "content-type": "application/json" },
        body: JSON.stringify({ query: "SELECT * FROM big", format }),
        signal: controller.signal,
      });
      expect(response.status).toBe(200);
      controller.abort();
    }
    expect(await (await query({ query: "SELECT count(*) AS n FROM big", format: "CSV" })).text()).toBe(
      `n\n${ROWS}\n`,
    );
  });
});

import { beforeAll, describe, expect, it } from "vitest";
import { checkedArrow } from "#client/arrowStream.ts";
import { IncompleteResult } from "#client/errors.ts";
import { readWithApache, readWithFlechette } from "../shared/formats/arrowReaders.ts";
import { type Lab, newLab, sharedLab, startCsvLoad } from "../support/lab.ts";

let lab: Lab;

beforeAll(async () => {
  lab = await sharedLab();
  const rows = Array.from({ length: 200_000 }, (_, row) => `${row},text ${row}`);
  const columns = [
    { name: "n", type: "INT64" },
    { name: "s", type: "STRING" },
  ];
  await lab.api.settled(await startCsvLoad(lab, "big", columns, ["n,s", ...rows, ""].join("\n")));
});

function send(body: object, { regionUrl, name, token } = lab): Promise<Response> {
  return fetch(`${regionUrl}/v2/workspace/${name}/data/table:query`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** Reads a response and returns whether the transfer ended properly. */
async function readUntilCut(response: Response): Promise<{ bytes: Buffer; isWhole: boolean }> {
  expect(response.status).toBe(200);
  const parts: Uint8Array[] = [];
  try {
    for await (const part of response.body ?? []) parts.push(part);
    return { bytes: Buffer.concat(parts), isWhole: true };
  } catch {
    return { bytes: Buffer.concat(parts), isWhole: false };
  }
}

/** Returns the total size of the complete messages at the start of an Arrow stream, in bytes. */
async function bytesOfMessages(bytes: Uint8Array): Promise<number> {
  let whole = 0;
  try {
    for await (const message of checkedArrow(new Blob([Buffer.from(bytes)]).stream()))
      whole += message.byteLength;
  } catch (error) {
    expect(error).toBeInstanceOf(IncompleteResult);
  }
  return whole;
}

describe("a query", () => {
  it("an unknown table is reported with a similar name, or with the newest tables", async () => {
    const own = await newLab();
    const ask = async (table: string): Promise<string> => {
      const response = await send({ query: `SELECT *\nFROM ${table}` }, own);
      return ((await response.json()) as { detail: string }).detail;
    };
    expect(await ask("small")).toBe('There is no table "small"; the workspace has none (line 2, column 6).');
    for (const reference of ["plates", "smalls"]) {
      await own.api.post("/data/table:create", { reference, columns: [{ name: "n", type: "INT64" }] });
    }
    expect(await ask("small")).toBe('There is no table "small". Did you mean smalls? (line 2, column 6).');
    expect(await ask("wells_of_may")).toBe(
      'There is no table "wells_of_may"; the newest tables are "smalls", "plates" (line 2, column 6).',
    );
  });

  it("an empty result has its columns and one batch of zero rows", async () => {
    for (const arrow_compression of ["zstd", "lz4", null]) {
      const response = await send({ query: "SELECT n, s FROM big WHERE n < 0", arrow_compression });
      const stream = await response.bytes();
      for (const { names, batchRows } of [readWithApache(stream), readWithFlechette(stream)]) {
        expect(names).toEqual(["n", "s"]);
        expect(batchRows).toEqual([0]);
      }
    }
  });

  it("a query's cost is stated in the headers of its result and of a redirect to the result", async () => {
    const costOf = ({ headers }: Response): number[] =>
      ["x-query-files", "x-query-bytes-read"].map((name) => Number(headers.get(name) ?? Number.NaN));
    const [files, bytes] = costOf(await send({ query: "SELECT max(n) FROM big" }));
    expect(files).toBe(1);
    expect(bytes).toBeGreaterThan(100_000);
    const redirected = await fetch(`${lab.regionUrl}/v2/workspace/${lab.name}/data:query?redirect=true`, {
      method: "POST",
      redirect: "manual",
      headers: { authorization: `Bearer ${lab.token}`, "content-type": "application/json" },
      body: JSON.stringify({ query: "SELECT n, s, s AS t FROM big", format: "CSV" }),
    });
    expect(redirected.status).toBe(303);
    expect(costOf(redirected)).toEqual([1, bytes]);
    expect(costOf(await send({ query: "SELECT 1" }))).toEqual([0, 0]);
  });

  it("a result whose last row fails is an aborted transfer", async () => {
    for (const format of ["ARROW", "CSV", "NDJSON", "XLSX"]) {
      const query = "SELECT n, s, 1 / (199999 - n) AS q FROM big";
      const { bytes, isWhole } = await readUntilCut(await send({ query, format }));
      expect([format, isWhole]).toEqual([format, false]);
      if (format !== "XLSX") expect(bytes.length).toBeGreaterThan(10_000);
      if (format === "ARROW") expect(bytes.length).toBeGreaterThan(await bytesOfMessages(bytes));
    }
  });

  it("a query stops when its client disconnects", async () => {
    const controller = new AbortController();
    const endless = "SELECT count(*) FROM big a, big b, big c WHERE a.n + b.n + c.n = 1";
    const call = fetch(`${lab.regionUrl}/v2/workspace/${lab.name}/data:query`, {
      method: "POST",
      headers: { authorization: `Bearer ${lab.token}`, "content-type": "application/json" },
      body: JSON.stringify({ query: endless }),
      signal: controller.signal,
    });
    setTimeout(() => controller.abort(), 200);
    await expect(call).rejects.toThrow();
    // The slot is free again: all slots can run queries.
    const next = await Promise.all(
      Array.from({ length: 4 }, () => send({ query: "SELECT count(*) FROM big" })),
    );
    expect(next.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });
});

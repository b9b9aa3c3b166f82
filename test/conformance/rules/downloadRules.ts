import { expect } from "vitest";
import { expectInvalid, expectRefused, expectSuccess } from "../expectations.ts";
import { loadTable, newView, UNKNOWN, undoLoad } from "../given.ts";
import { operationRule, type Rule, rule, testedRule } from "../rule.ts";
import type { Site } from "../site.ts";

const DOWNLOADS = "Clients: Downloads and result formats";
const FORMATS =
  "`table:download` returns all rows of a table or view, even if archived, as `CSV` (the default), `NDJSON`, `PARQUET`, `XLSX` or `ARROW`, at the latest version or at `version_id`.";
const QUERY =
  "The format of a query's result is `format` in the body, or else the first supported format in the `Accept` header. It defaults to `ARROW`.";
const VALUES =
  'Values are exact in every format. In CSV, an empty cell is a missing value and `""` is an empty string. Nested values are JSON in CSV and XLSX. Strings that begin with `=`, `+`, `-` or `@` are not prefixed.';
const SHEET =
  "As `XLSX`, a result with more than 1,048,575 rows, more than 16,384 columns or a string of more than 32,767 characters results in a 400 with the code `result_too_large_for_xlsx`.";
const REDIRECT =
  "With `redirect=true`, the response for a file, an artifact, or more than 4 MB of rows from a query or table is a 303 to a signed URL in the object store. A download from this URL does not require a token, but must start within a minute. Smaller results are in the response itself.";
const BROKEN =
  "A response that fails after its first byte never looks complete: the transfer is aborted, and an Arrow stream ends in the middle of a message, which readers reject.";

const COLUMNS = [
  { name: "n", type: "INT64" },
  { name: "s", type: "STRING" },
];
const CONTENT = 'n,s\n9007199254740993,=1+1\n7,""\n3,"a,b"\n';

interface Answer {
  status: number;
  type: string | null;
  disposition: string | null;
  bytes: Buffer;
}

async function ask(site: Site, path: string, init: RequestInit = {}): Promise<Answer> {
  const { regionUrl, name, token } = site.lab;
  const response = await fetch(`${regionUrl}/v2/workspace/${name}${path}`, {
    ...init,
    headers: { ...init.headers, authorization: `Bearer ${token}` },
  });
  return {
    status: response.status,
    type: response.headers.get("content-type"),
    disposition: response.headers.get("content-disposition"),
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

async function query(site: Site, body: object, accept?: string): Promise<Answer> {
  const headers = { "content-type": "application/json", ...(accept !== undefined && { accept }) };
  return ask(site, "/data:query", { method: "POST", headers, body: JSON.stringify(body) });
}

async function idOf(site: Site, reference: string): Promise<string> {
  return expectSuccess(await site.get(`/data/table:get?reference=${reference}`)).id;
}

export const downloadRules: readonly Rule[] = [
  operationRule(
    "downloadTable",
    DOWNLOADS,
    FORMATS,
    "a table is downloaded in each format, with its name",
    async (site) => {
      const { reference } = await loadTable(site, CONTENT, COLUMNS);
      const id = await idOf(site, reference);
      const csv = await ask(site, `/data/table:download?id=${id}`);
      expect(csv).toMatchObject({ status: 200, type: "text/csv; charset=utf-8" });
      expect(csv.disposition).toContain(`filename="${reference}.csv"`);
      expect(csv.bytes.toString()).toBe(CONTENT);
      const starts = { PARQUET: "PAR1", XLSX: "PK", ARROW: "\u00ff\u00ff\u00ff\u00ff", NDJSON: '{"n":' };
      for (const [format, start] of Object.entries(starts)) {
        const { status, bytes } = await ask(site, `/data/table:download?id=${id}&format=${format}`);
        expect([status, bytes.toString("latin1", 0, start.length)]).toEqual([200, start]);
      }
      expectInvalid(await site.get(`/data/table:download?id=${id}&format=XLS`), "query", "format");
      expectRefused(await site.get(`/data/table:download?id=${UNKNOWN}`), 404, "table_not_found");
      expectSuccess(await site.post(`/data/table:archive?reference=${reference}`, {}));
      expect((await ask(site, `/data/table:download?id=${id}`)).bytes.toString()).toBe(CONTENT);
    },
  ),
  rule(DOWNLOADS, FORMATS, "a table is downloaded at a version", async (site) => {
    const { load, reference } = await loadTable(site, CONTENT, COLUMNS);
    const id = await idOf(site, reference);
    const { version_id } = expectSuccess(await site.get(`/data/table:getById?id=${id}`));
    await undoLoad(site, load.id);
    const path = `/data/table:download?id=${id}`;
    expect((await ask(site, path)).bytes.toString()).toBe("n,s\n");
    expect((await ask(site, `${path}&version_id=${version_id}`)).bytes.toString()).toBe(CONTENT);
    expectRefused(await site.get(`${path}&version_id=${UNKNOWN}`), 404, "version_not_found");
    const first = expectSuccess(await site.get("/data/version:list?limit=1&order=ASC")).items[0].id;
    expectRefused(await site.get(`${path}&version_id=${first}`), 404, "version_not_found");
  }),
  rule(DOWNLOADS, FORMATS, "a view is downloaded like a table", async (site) => {
    const { reference } = await loadTable(site, CONTENT, COLUMNS);
    const view = await newView(site, `SELECT n AS m FROM ${reference} WHERE n = 3`);
    expect((await ask(site, `/data/table:download?id=${view.id}`)).bytes.toString()).toBe("m\n3\n");
  }),
  rule(DOWNLOADS, QUERY, "a query's format comes from the body, or else from the header", async (site) => {
    const text = "SELECT 1 AS n";
    const csv = await query(site, { query: text, format: "CSV" }, "application/x-ndjson");
    expect(csv).toMatchObject({ type: "text/csv; charset=utf-8", bytes: Buffer.from("n\n1\n") });
    expect(csv.disposition).toContain('filename="result.csv"');
    const json = await query(site, { query: text }, "text/html, application/x-ndjson;q=0.5, */*");
    expect(json).toMatchObject({ type: "application/x-ndjson", bytes: Buffer.from('{"n":1}\n') });
    for (const accept of [undefined, "*/*", "application/json", "text/csv;q=0"]) {
      const { type, disposition } = await query(site, { query: text }, accept);
      expect([type, disposition]).toEqual(["application/vnd.apache.arrow.stream", null]);
    }
    expectInvalid(await site.post("/data:query", { query: text, format: "csv" }), "body", "format");
  }),
  rule(DOWNLOADS, VALUES, "a query's values are exact as CSV", async (site) => {
    const { reference } = await loadTable(site, CONTENT, COLUMNS);
    const text = `SELECT n, s, ARRAY[n, NULL] AS l FROM ${reference} ORDER BY n`;
    const { bytes } = await query(site, { query: text, format: "CSV" });
    expect(bytes.toString()).toBe(
      'n,s,l\n3,"a,b","[3,null]"\n7,"","[7,null]"\n9007199254740993,=1+1,"[9007199254740993,null]"\n',
    );
  }),
  testedRule(
    DOWNLOADS,
    REDIRECT,
    "a file and a large result are read at a URL without a token",
    "test/functions/redirects.sampled.test.ts",
  ),
  testedRule(
    DOWNLOADS,
    BROKEN,
    "a result whose last row fails is an aborted transfer",
    "test/functions/query.test.ts",
  ),
  rule(DOWNLOADS, SHEET, "a result of 1,048,576 rows is refused as XLSX", async (site) => {
    const rows = (count: number) => `UNNEST(sequence(1, ${count})) AS t${count}(n${count})`;
    const text = `SELECT 1 AS x FROM ${rows(1024)}, ${rows(1025)}`;
    expectRefused(
      await site.post("/data:query", { query: text, format: "XLSX" }),
      400,
      "result_too_large_for_xlsx",
    );
  }),
];

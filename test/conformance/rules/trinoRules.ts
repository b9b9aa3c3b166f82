import { expect } from "vitest";
import { trinoClient } from "../../support/trinoClient.ts";
import { expectRefused, expectSuccess } from "../expectations.ts";
import { operationRule, type Rule, rule, testedRule } from "../rule.ts";
import type { Site } from "../site.ts";

const TRINO = "Clients: Trino's protocol";
const START =
  "`POST /v1/statement` at a regional address accepts SQL as text. `X-Trino-Catalog` contains the workspace's name; the access token is the bearer token, or the password with any user name. The response is sent before the statement runs; rows and errors are at `nextUri`.";
const PAGES =
  "`GET` on a `nextUri` runs the statement, or waits for it to end, and returns its rows in pages, which can be read again for a day. It requires a token for the same workspace.";
const SEGMENTS =
  "A client that sends `json+zstd` or `json` in `X-Trino-Query-Data-Encoding` reads a large result as segments, from presigned object store URLs and without its token.";
const CANCEL =
  "`DELETE` on a `nextUri` cancels the statement and returns a 204. A statement that has ended does not change.";
const INFO =
  "`GET /v1/info` does not require a token. It returns the Trino release that the SQL dialect follows.";
const ERRORS =
  "An error in a statement results in a 200 with `error` in Trino's format, with line and column. Statements that write fail with `NOT_SUPPORTED`.";
const NAMES =
  "Clients of this protocol see the workspace's name as the catalog and `main` as the schema of its tables; `system.jdbc` and `information_schema` list them.";

/** Result with several 4 MB pages. */
const LONG =
  "SELECT x, rpad('', 100, 'x') FROM UNNEST(sequence(1, 10000)) t (x), UNNEST(sequence(1, 8)) s (y)";

/** Sends a statement through the site, which records the call. */
function statement(site: Site, sql: string, headers: Record<string, string> = {}) {
  return site.region("POST", "/v1/statement", {
    body: sql,
    headers: { "content-type": "text/plain", "x-trino-catalog": site.lab.name, ...headers },
  });
}

/** Path of a URL in the region. */
const pathOf = (uri: string): string => new URL(uri).pathname;

/** Sends a statement, and requests its rows once. */
async function firstAnswer(site: Site, sql: string, headers: Record<string, string> = {}) {
  const started = expectSuccess(await statement(site, sql, headers));
  return expectSuccess(await site.region("GET", pathOf(started.nextUri)));
}

export const trinoRules: readonly Rule[] = [
  operationRule(
    "startStatement",
    TRINO,
    START,
    "a quick statement is answered by the second request",
    async (site) => {
      const started = expectSuccess(await statement(site, "SELECT 1 AS n, 'a' AS t, nan() AS x;"));
      expect(started).toMatchObject({ stats: { state: "QUEUED" }, nextUri: expect.any(String) });
      expect(started.data).toBeUndefined();
      const answer = expectSuccess(await site.region("GET", pathOf(started.nextUri)));
      expect(answer).toMatchObject({
        columns: [
          { name: "n", type: "integer", typeSignature: { rawType: "integer", arguments: [] } },
          { name: "t", type: "varchar(1)", typeSignature: { arguments: [{ kind: "LONG", value: 1 }] } },
          { name: "x", type: "double" },
        ],
        data: [[1, "a", "NaN"]],
        stats: { state: "FINISHED" },
      });
      expect(answer.nextUri).toBeUndefined();
      expect(expectSuccess(await site.region("GET", pathOf(started.nextUri)))).toMatchObject({
        data: answer.data,
        stats: { state: "FINISHED" },
      });
      const basic = Buffer.from(`anybody:${site.lab.token}`).toString("base64");
      const { token: _, ...lab } = site.lab;
      const url = `${lab.regionUrl}/v1/statement`;
      const asPassword = await fetch(url, {
        method: "POST",
        body: "SELECT 2",
        headers: { authorization: `Basic ${basic}` },
      });
      const next = await fetch((await asPassword.json()).nextUri, {
        headers: { authorization: `Basic ${basic}` },
      });
      expect((await next.json()).data).toEqual([[2]]);
    },
  ),
  operationRule("getStatementPage", TRINO, PAGES, "a large result is read in pages", async (site) => {
    const started = expectSuccess(await statement(site, LONG));
    expect(started.data).toBeUndefined();
    const page = async (uri: string) => expectSuccess(await site.region("GET", pathOf(uri)));
    const data = await trinoClient(site.lab).rows(LONG);
    expect(data).toHaveLength(80_000);
    let first = await page(started.nextUri);
    while (!first.data) first = await page(first.nextUri);
    const second = await page(first.nextUri);
    expect(first.data.length + second.data.length).toBeLessThanOrEqual(80_000);
    expect((await page(started.nextUri)).data).toEqual(first.data);
    const beyond = await site.region("GET", pathOf(started.nextUri).replace(/0$/, "99"));
    expectRefused(beyond, 404, "query_not_found");
  }),
  testedRule(
    TRINO,
    SEGMENTS,
    "a large result is read as segments",
    "test/functions/trinoSegments.test.ts",
    "the client gets all rows of a large result compressed from the object store and acknowledges them",
  ),
  operationRule("cancelStatement", TRINO, CANCEL, "a cancelled statement is an error", async (site) => {
    const { nextUri } = expectSuccess(await statement(site, LONG));
    expect((await site.region("DELETE", pathOf(nextUri))).status).toBe(204);
    expect((await site.region("DELETE", pathOf(nextUri))).status).toBe(204);
    const after = expectSuccess(await site.region("GET", pathOf(nextUri)));
    // It may have finished earlier.
    if (after.error) expect(after.error.errorName).toBe("USER_CANCELED");
    else expect(after.stats.state).toMatch(/^FINISH/);
  }),
  operationRule("getServerInfo", TRINO, INFO, "the server says which Trino it speaks", async (site) => {
    const info = expectSuccess(await site.region("GET", "/v1/info", { token: null }));
    expect(info).toMatchObject({ nodeVersion: { version: "435" }, coordinator: true, starting: false });
    expect(await trinoClient(site.lab).rows("SELECT version()")).toEqual([["435"]]);
  }),
  rule(TRINO, ERRORS, "errors and refusals have Trino's names", async (site) => {
    const errorOf = async (sql: string) => (await firstAnswer(site, sql)).error;
    expect(await errorOf("SELECT 1,\n  FROM")).toMatchObject({
      errorName: "SYNTAX_ERROR",
      errorType: "USER_ERROR",
      errorLocation: { lineNumber: 2, columnNumber: 3 },
    });
    expect(await errorOf("SELECT * FROM nowhere")).toMatchObject({ errorName: "TABLE_NOT_FOUND" });
    for (const sql of ["DROP TABLE t", "INSERT INTO t VALUES (1)", "SET ROLE x", "CREATE SCHEMA s"])
      expect(await errorOf(sql), sql).toMatchObject({ errorName: "NOT_SUPPORTED" });
  }),
  rule(TRINO, NAMES, "catalog, schema and tables have the names that clients show", async (site) => {
    const { rows } = trinoClient(site.lab);
    const { name } = site.lab;
    expect(await rows("SHOW CATALOGS")).toEqual([[name]]);
    expect(await rows(`SHOW SCHEMAS FROM "${name}"`)).toEqual([["information_schema"], ["main"]]);
    const table = expectSuccess(
      await site.post("/data/table:create", {
        reference: "seen_by_clients",
        columns: [{ name: "n", type: "INT64", metadata: { description: "A number" } }],
      }),
    );
    expect(await rows("SHOW TABLES FROM main LIKE 'seen_by%'")).toEqual([[table.reference]]);
    expect(await rows(`SELECT n FROM "${name}".main.seen_by_clients`)).toEqual([]);
    expect(await rows("SELECT n FROM main.seen_by_clients")).toEqual([]);
    const jdbc = `SELECT table_cat, table_schem, column_name, data_type, type_name, is_nullable FROM system.jdbc.columns WHERE table_name = 'seen_by_clients'`;
    expect(await rows(jdbc)).toEqual([[name, "main", "n", -5, "bigint", "YES"]]);
    const reflected = `SELECT column_name, data_type, comment FROM information_schema.columns WHERE table_schema = 'main' AND table_name = 'seen_by_clients'`;
    expect(await rows(reflected)).toEqual([["n", "bigint", expect.toBeOneOf(["A number", null])]]);
  }),
];

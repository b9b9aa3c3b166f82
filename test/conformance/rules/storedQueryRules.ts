import { expect } from "vitest";
import { expectInvalid, expectRefused, expectSuccess, isIdText, isTime, isUser } from "../expectations.ts";
import { loadTable, UNKNOWN } from "../given.ts";
import { operationRule, type Rule, rule, testedRule } from "../rule.ts";
import type { Site } from "../site.ts";

const FILES =
  "`POST table:startDownload` and `POST table:startRowDiff` take the query parameters of `table:download` and `table:rowDiff`, and store files of any size like results of queries. A download contains the version that was the latest at its start.";
const DOWNLOADS = "Decisions of 2026-11-28: Other operations";
const STARTED =
  "`POST data/table:startDownload`, `data/table:startRowDiff`, with the parameters of their direct forms | → a query resource (`query:get`, `query:result`, `query:cancel`)";
const STARTED_FILE = "test/functions/startedDownloads.test.ts";
const QUERIES = "Clients: Long-running queries";
const START =
  "`data/query:start` accepts the same body as `data:query` and runs the query independently of the request, by default for up to 14 minutes. The query continues if the client disconnects, and starts over if the platform restarts.";
const GET =
  "`data/query:get` returns `state` (`QUEUED`, `RUNNING`, `COMPLETED`, `FAILED` or `CANCELLED`) and `progress`, which never decreases. With `wait_seconds`, it waits for the query to end. A completed query reports its `cost`: the number of files and bytes read.";
const LIST = "`data/query:list` lists the queries started in the last 24 hours, by default oldest first.";
const RESULT =
  "`data/query:result` returns the stored result with its length, in the format requested at the start. With `redirect=true`, it returns a 303 to a signed URL. The result is kept for a day; a query without a result returns a 409 with the code `query_has_no_result`.";
const CANCEL =
  "`data/query:cancel` stops a query immediately. Repeating it changes nothing; if the query has completed or failed, the response is a 409 with the code `query_ended`.";
const FAILURE =
  "A query with an SQL error still starts. It becomes `FAILED`, and `error` contains the code, message and position that `data:query` would return.";

// biome-ignore lint/suspicious/noExplicitAny: rows look into whatever came back
type Json = any;

function start(site: Site, query: string, options: object = {}) {
  return site.post("/data/query:start", { query, ...options });
}

/** Starts a query and waits for it to finish. */
async function ended(site: Site, query: string, options: object = {}): Promise<Json> {
  const { id } = expectSuccess(await start(site, query, options));
  for (;;) {
    const found = expectSuccess(await site.get(`/data/query:get?id=${id}&wait_seconds=20`));
    if (found.state !== "QUEUED" && found.state !== "RUNNING") return found;
  }
}

export const storedQueryRules: readonly Rule[] = [
  operationRule(
    "startTableDownload",
    DOWNLOADS,
    STARTED,
    "the download of an unknown table cannot be started",
    async (site) => {
      expectRefused(await site.post(`/data/table:startDownload?id=${UNKNOWN}`), 404, "table_not_found");
    },
  ),
  operationRule(
    "startTableRowDiff",
    DOWNLOADS,
    STARTED,
    "the comparison of an unknown table cannot be started",
    async (site) => {
      const { load } = await loadTable(site);
      const { id } = expectSuccess(await site.get("/data/version:list?limit=1&order=DESC")).items[0];
      expectRefused(
        await site.post(`/data/table:startRowDiff?id=${load.id}&from=${id}`),
        404,
        "table_not_found",
      );
    },
  ),
  ...[
    "a started download stores the file of a direct download, at the version of its start",
    "a started comparison stores the file of a direct comparison",
    "a started download is listed and cancelled like a query",
  ].map((behavior) => testedRule(DOWNLOADS, STARTED, behavior, STARTED_FILE)),
  testedRule(
    QUERIES,
    FILES,
    "what cannot be read is refused at the start, or fails with a reason",
    STARTED_FILE,
  ),
  operationRule("startQuery", QUERIES, START, "a query is started and completes by itself", async (site) => {
    const { reference } = await loadTable(site, "n\n1\n2\n");
    const query = `SELECT n FROM ${reference} ORDER BY n`;
    const started = expectSuccess(await start(site, query, { format: "CSV" }));
    expect(started).toStrictEqual({
      id: isIdText,
      state: "QUEUED",
      query,
      format: "CSV",
      arrow_compression: null,
      project_id: null,
      version_id: null,
      created_at: isTime,
      created_by: isUser,
      started_at: null,
      ended_at: null,
      expires_at: isTime,
      progress: { bytes_read: 0, bytes_total: 0, bytes_written: 0 },
      cost: null,
      result: null,
      error: null,
    });
    expect(Date.parse(started.expires_at) - Date.parse(started.created_at)).toBe(86_400_000);
    expectRefused(await start(site, "SELECT 1", { project_id: UNKNOWN }), 404, "project_not_found");
    expectRefused(await start(site, "SELECT 1", { version_id: UNKNOWN }), 404, "version_not_found");
    expectInvalid(await start(site, "SELECT 1", { format: "TRINO" }), "body", "format");
  }),
  operationRule("getQuery", QUERIES, GET, "a completed query shows its times and its cost", async (site) => {
    const { reference } = await loadTable(site, "n\n1\n2\n");
    const query = await ended(site, `SELECT count(*) FROM ${reference}`, { format: "NDJSON" });
    expect(query).toMatchObject({ state: "COMPLETED", started_at: isTime, ended_at: isTime, error: null });
    expect(query.cost).toEqual({ files: 1, bytes_read: expect.any(Number) });
    const { bytes_read: total } = query.cost;
    expect(total).toBeGreaterThan(0);
    expect(query.result).toEqual({ bytes: '{"_col0":2}\n'.length });
    expect(query.progress).toEqual({ bytes_read: total, bytes_total: total, bytes_written: 12 });
    expectRefused(await site.get(`/data/query:get?id=${UNKNOWN}`), 404, "query_not_found");
  }),
  operationRule("listQueries", QUERIES, LIST, "the queries of a day are listed by state", async (site) => {
    const { id } = await ended(site, "SELECT 1");
    const { id: failed } = await ended(site, "SELECT nothing");
    const idsOf = async (filter: string): Promise<string[]> =>
      expectSuccess(await site.get(`/data/query:list?limit=1000${filter}`)).items.map((one: Json) => one.id);
    const all = await idsOf("");
    expect(all.indexOf(id)).toBeLessThan(all.indexOf(failed));
    expect(await idsOf("&state=FAILED")).toContain(failed);
    expect(await idsOf("&state=FAILED")).not.toContain(id);
    expect(await idsOf("&state=DONE")).toEqual([]);
  }),
  operationRule("getQueryResult", QUERIES, RESULT, "a result is sent in its format", async (site) => {
    const query = await ended(site, "SELECT 1 AS n, 'a' AS t", { format: "CSV" });
    const sent = await site.get(`/data/query:result?id=${query.id}&format=CSV`);
    expect(sent.headers.get("content-length")).toBe("8");
    expect(sent.body).toBe("n,t\n1,a\n");
    expectRefused(await site.get(`/data/query:result?id=${UNKNOWN}`), 404, "query_not_found");
  }),
  operationRule("cancelQuery", QUERIES, CANCEL, "a query that is cancelled has no result", async (site) => {
    const endless =
      "SELECT count(*) FROM UNNEST(sequence(1, 10000)) a (x), UNNEST(sequence(1, 10000)) b (y) WHERE sqrt(x) * y = 0.5";
    const { id } = expectSuccess(await start(site, `${endless} OR sin(x + y) > 2`));
    const cancelled = expectSuccess(await site.post(`/data/query:cancel?id=${id}`));
    expect(cancelled).toMatchObject({ id, state: "CANCELLED", ended_at: isTime, result: null });
    expect(expectSuccess(await site.post(`/data/query:cancel?id=${id}`))).toEqual(cancelled);
    expectRefused(await site.get(`/data/query:result?id=${id}`), 409, "query_has_no_result");
    const { id: completed } = await ended(site, "SELECT 1");
    expectRefused(await site.post(`/data/query:cancel?id=${completed}`), 409, "query_ended");
    expectRefused(await site.post(`/data/query:cancel?id=${UNKNOWN}`), 404, "query_not_found");
  }),
  rule(QUERIES, FAILURE, "a query with an error says what data:query would say", async (site) => {
    const sql = "SELECT n\nFROM nowhere_at_all";
    const query = await ended(site, sql);
    const { detail, code, position } = (await site.post("/data:query", { query: sql })).body;
    expect(query).toMatchObject({ state: "FAILED", cost: null, error: { detail, code, position } });
    expect(position).toEqual({ line: 2, column: 6 });
    const refused = expectRefused(
      await site.get(`/data/query:result?id=${query.id}`),
      409,
      "query_has_no_result",
    );
    expect(refused.detail).toContain(detail);
  }),
];

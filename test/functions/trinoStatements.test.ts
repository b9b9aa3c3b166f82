import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, request } from "../support/http.ts";
import { type Lab, newLab } from "../support/lab.ts";
import { type OwnPlatform, startOwnPlatform } from "../support/ownPlatform.ts";
import { trinoClient } from "../support/trinoClient.ts";

/** Query that does not end by itself within any test. */
const ENDLESS =
  "SELECT count(*) FROM UNNEST(sequence(1, 9000)) a (x), UNNEST(sequence(1, 9000)) b (y), UNNEST(sequence(1, 9000)) c (z), UNNEST(sequence(1, 9000)) d (w) WHERE x + y + z + w = 3";
const TIMEOUT_SECONDS = 3;

interface ListedQuery {
  id: string;
  state: string;
  error: { code: string; detail: string } | null;
}

let own: OwnPlatform;
let lab: Lab;

beforeAll(async () => {
  own = await startOwnPlatform({ QUERY_CLIENT_TIMEOUT_SECONDS: String(TIMEOUT_SECONDS) });
  lab = await newLab(own.addresses);
});

afterAll(() => own.close());

/** Requests the rows of a statement until it ends, and returns the last response. */
async function ended(
  uri: string,
): Promise<{ error?: { errorName: string; message: string }; data?: unknown }> {
  let { body } = await trinoClient(lab).get(uri);
  while (body.nextUri !== undefined) ({ body } = await trinoClient(lab).get(body.nextUri));
  return body;
}

async function listed(): Promise<ListedQuery[]> {
  return (await lab.api.get<{ items: ListedQuery[] }>("/data/query:list")).items;
}

describe("the life of a statement", () => {
  it("the first response names the next URL and has neither rows nor columns, and the statement runs when the client requests its rows", async () => {
    const { start, get } = trinoClient(lab);
    const { body } = await start("SELECT n + 1 FROM not_yet");
    expect(body).toMatchObject({ stats: { state: "QUEUED" }, nextUri: expect.any(String) });
    expect([body.data, body.columns, body.error]).toEqual([undefined, undefined, undefined]);
    await lab.api.post("/data/table:create", {
      reference: "not_yet",
      columns: [{ name: "n", type: "INT64" }],
    });
    const answer = await get(body.nextUri);
    expect(answer.body).toMatchObject({ columns: [{ type: "bigint" }], stats: { state: "FINISHED" } });
    expect(answer.body.nextUri).toBeUndefined();
  });

  it.each([
    ["SELECT FROM", "SYNTAX_ERROR"],
    ["SELECT * FROM nowhere", "TABLE_NOT_FOUND"],
    [`SELECT '${"x".repeat(100_001)}'`, "QUERY_TEXT_TOO_LARGE"],
    ["SELECT 1 / 0", "DIVISION_BY_ZERO"],
    ["SELECT nothing FROM (VALUES 1) t(x)", "COLUMN_NOT_FOUND"],
    ["SELECT CAST('x' AS integer)", "INVALID_CAST_ARGUMENT"],
    ["SELECT no_such_function(1)", "FUNCTION_NOT_FOUND"],
    ["SELECT 1 = 'a'", "TYPE_MISMATCH"],
    ["EXECUTE nothing", "NOT_FOUND"],
    ["SELECT json_object('a': 1, 'a': 2 WITH UNIQUE KEYS)", "INVALID_FUNCTION_ARGUMENT"],
  ])("the error of a statement is in the second response: %.30s", async (sql, errorName) => {
    const { start, get } = trinoClient(lab);
    const { body } = await start(sql);
    expect([body.stats.state, body.error]).toEqual(["QUEUED", undefined]);
    expect((await get(body.nextUri)).body).toMatchObject({
      stats: { state: "FAILED" },
      error: { errorName },
    });
  });

  it("a statement that was answered immediately is not listed as a query", async () => {
    const { body } = await trinoClient(lab).first("SELECT 123");
    expect(body.data).toEqual([[123]]);
    expect((await listed()).map(({ id }) => id)).not.toContain(body.id);
  });
});

describe("cancelling a statement", () => {
  it("a statement can be cancelled before its rows are requested", async () => {
    const { start, cancel } = trinoClient(lab);
    const { body } = await start(ENDLESS);
    expect((await cancel(body.nextUri)).status).toBe(204);
    expect(await ended(body.nextUri)).toMatchObject({ error: { errorName: "USER_CANCELED" } });
  });

  it("a statement can be cancelled while the first request for its rows waits", async () => {
    const { start, get, cancel } = trinoClient(lab);
    const { body } = await start(ENDLESS);
    const waiting = get(body.nextUri);
    expect((await cancel(body.nextUri)).status).toBe(204);
    expect((await waiting).body).toMatchObject({ error: { errorName: "USER_CANCELED" } });
    expect((await listed()).map(({ id }) => id)).not.toContain(body.id);
  });

  it("a statement can be cancelled while it is executed", async () => {
    const { start, get, cancel } = trinoClient(lab);
    let { body } = await start(ENDLESS);
    while (body.stats.state !== "RUNNING") ({ body } = await get(body.nextUri));
    expect((await cancel(body.nextUri)).status).toBe(204);
    expect(await ended(body.nextUri)).toMatchObject({ error: { errorName: "USER_CANCELED" } });
  });
});

it("a user's long statements do not delay short ones in the same workspace", async () => {
  const { start, cancel, rows } = trinoClient(lab);
  const long = await Promise.all(Array.from({ length: 6 }, () => start(ENDLESS)));
  const ends = long.map(({ body }) => ended(body.nextUri));
  expect(await rows("SELECT 40 + 2")).toEqual([[42]]);
  await Promise.all(long.map(({ body }) => cancel(body.nextUri)));
  for (const end of await Promise.all(ends)) expect(end.error?.errorName).toBe("USER_CANCELED");
});

describe("cancelling a statement by its id", () => {
  const cancelById = (id: string, token = lab.token): Promise<Answer> =>
    request("DELETE", `${lab.regionUrl}/v1/query/${id}`, { token, headers: { "x-trino-catalog": lab.name } });

  it("a statement can be cancelled while the first request for its rows waits", async () => {
    const { start, get } = trinoClient(lab);
    const { body } = await start(ENDLESS);
    const waiting = get(body.nextUri);
    expect((await cancelById(body.id)).status).toBe(204);
    expect((await waiting).body).toMatchObject({ error: { errorName: "USER_CANCELED" } });
  });

  it("a statement that has ended keeps its rows", async () => {
    const { first, start, get } = trinoClient(lab);
    const { body } = await start("SELECT 7");
    await get(body.nextUri);
    expect((await cancelById((await first("SELECT 8")).body.id)).status).toBe(204);
    expect((await get(body.nextUri)).body.data).toEqual([[7]]);
  });

  it("an unknown id, a query of another kind and a member of another workspace get no access", async () => {
    const { id } = await lab.api.post<{ id: string }>("/data/query:start", { query: "SELECT 1" });
    for (const unknown of ["1", "x", "..", id]) expect((await cancelById(unknown)).status).toBe(404);
    const { body } = await trinoClient(lab).start("SELECT 9");
    const other = await newLab(own.addresses);
    expect((await cancelById(body.id, other.token)).status).toBe(403);
    expect((await trinoClient(lab).get(body.nextUri)).body.data).toEqual([[9]]);
  });
});

describe("the time of a statement", () => {
  it.each([
    ["query_max_run_time=1s", "within the first request"],
    ["x=1,query_max_run_time=4000.0ms", "during its execution"],
    ["query_max_execution_time=0.05m", "under its other name"],
  ])("the client's limit %s ends a statement %s", async (session) => {
    const { body } = await trinoClient(lab).start(ENDLESS, { "x-trino-session": session });
    const { error } = await ended(body.nextUri);
    expect(error?.errorName).toBe("EXCEEDED_TIME_LIMIT");
    expect(error?.message).toContain("maximum run time");
  });

  it("SET SESSION and RESET SESSION change the client's limit", async () => {
    const { first } = trinoClient(lab);
    const set = await first("SET SESSION query_max_run_time = '2.5m'");
    expect(set.body.updateType).toBe("SET SESSION");
    expect(set.headers.get("x-trino-set-session")).toBe("query_max_run_time=2.5m");
    const reset = await first("RESET SESSION query_max_run_time;");
    expect(reset.headers.get("x-trino-clear-session")).toBe("query_max_run_time");
    for (const sql of ["SET SESSION query_max_run_time = 'soon'", "SET SESSION no_such_property = 1"])
      expect((await first(sql)).body.error.errorName, sql).toBe("INVALID_SESSION_PROPERTY");
    const { body } = await first("SELECT 1", { "x-trino-session": "query_max_run_time=soon" });
    expect(body.error).toMatchObject({
      errorName: "INVALID_SESSION_PROPERTY",
      errorCode: 14,
      failureInfo: { type: "invalid_session_property" },
    });
  });

  it("a statement whose client requests nothing ends after the client timeout", async () => {
    const { start, get } = trinoClient(lab);
    let { body } = await start(ENDLESS);
    while (body.stats.state !== "RUNNING") ({ body } = await get(body.nextUri));
    const state = async () => (await listed()).find(({ id }) => id === body.id);
    let found = await state();
    while (found?.state === "RUNNING") found = await state();
    expect(found).toMatchObject({ state: "FAILED", error: { code: "query_abandoned" } });
    expect(await ended(body.nextUri)).toMatchObject({ error: { errorName: "ABANDONED_QUERY" } });
  });
});

it.each(["TINYINT '-100'", "SMALLINT '-20000'", "INTEGER '-2000000000'"])(
  "random accepts bounds whose difference exceeds their type: %s",
  async (low) => {
    const high = low.replace("-", "");
    const sql = `SELECT random(${low}, ${high}) BETWEEN ${low} AND ${high}`;
    expect(await trinoClient(lab).rows(sql)).toEqual([[true]]);
  },
);

import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { resultsPrefix } from "#shared/objects/keys.ts";
import { eraseVersions } from "#shared/objects/objectVersions.ts";
import { request } from "../support/http.ts";
import { type Lab, otherLab, sharedLab } from "../support/lab.ts";
import { labScope } from "../support/taskLab.ts";
import { trinoClient } from "../support/trinoClient.ts";

const LONG =
  "SELECT x, rpad('', 100, 'x') FROM UNNEST(sequence(1, 10000)) t (x), UNNEST(sequence(1, 2)) s (y)";

let lab: Lab;
let other: Lab;

beforeAll(async () => {
  [lab, other] = await Promise.all([sharedLab(), otherLab()]);
});

it("a statement has the user, the catalog and the schema of its client", async () => {
  const project = await lab.api.get<{ created_by: string }>(`/project:get?id=${lab.projectId}`);
  const { body } = await trinoClient(lab).first("SELECT current_user, current_catalog, current_schema");
  expect(body.data).toEqual([[project.created_by, lab.name, "main"]]);
});

describe("the URL of a page", () => {
  it("the URL of a page gives no access to another workspace, no matter which part of it is replaced", async () => {
    const { body } = await trinoClient(lab).start(LONG);
    const uri: string = body.nextUri;
    const foreign = trinoClient(other);
    expect((await foreign.get(uri)).status).toBe(403);
    expect((await foreign.cancel(uri)).status).toBe(403);
    const renamed = uri.replace(`/${lab.name}/`, `/${other.name}/`);
    expect(await foreign.get(renamed)).toMatchObject({ status: 404, body: { code: "query_not_found" } });
    expect((await foreign.cancel(renamed)).status).toBe(404);
    expect((await request("GET", uri)).status).toBe(401);
    expect((await trinoClient(lab).get(uri)).status).toBe(200);
  });

  it("the URL of a page is signed, and changing its page, query or signature neither gives access nor cancels anything", async () => {
    const { get, cancel, start } = trinoClient(lab);
    const [one, another] = [(await start(LONG)).body.nextUri, (await start(LONG)).body.nextUri];
    const [, id = "", slug = ""] = /\/([0-9]+)\/([^/]+)\/0$/.exec(one) ?? [];
    const [, otherId = "", otherSlug = ""] = /\/([0-9]+)\/([^/]+)\/0$/.exec(another) ?? [];
    const last = slug.endsWith("A") ? "E" : "A";
    const forged = [
      one.replace(/0$/, "1"),
      one.replace(/0$/, "00"),
      one.replace(/0$/, "-0"),
      one.replace(id, otherId),
      one.replace(slug, otherSlug),
      one.replace(slug, `${slug.slice(0, -1)}${last}`),
      one.replace(slug, slug.slice(0, -1)),
      one.replace(slug, "AAAA"),
    ];
    for (const uri of forged) {
      expect(await get(uri), uri).toMatchObject({ status: 404, body: { code: "query_not_found" } });
      expect((await cancel(uri)).status, uri).toBe(404);
    }
    expect((await get(one)).body.error).toBeUndefined();
  });

  it("a query resource has no page URLs, and a query started through this protocol has no result resource", async () => {
    const { id } = await lab.api.post<{ id: string }>("/data/query:start", { query: "SELECT 1" });
    const uri = `${lab.regionUrl}/v1/statement/${lab.name}/${id}/x/0`;
    expect((await trinoClient(lab).get(uri)).status).toBe(404);
    const { body } = await trinoClient(lab).start(LONG);
    while ((await trinoClient(lab).get(body.nextUri)).body.data === undefined);
    const result = await request(
      "GET",
      `${lab.regionUrl}/v2/workspace/${lab.name}/data/query:result?id=${body.id}`,
      { token: lab.token },
    );
    expect(result).toMatchObject({ status: 409, body: { code: "query_has_no_result" } });
  });

  it("the URL of a page is unknown once its rows are deleted, so that no client mistakes partial rows for the whole result", async () => {
    const { body } = await trinoClient(lab).start(LONG);
    while ((await trinoClient(lab).get(body.nextUri)).body.data === undefined);
    const { id } = await lab.api.post<{ id: string }>("/data/query:start", { query: "SELECT 1" });
    while ((await lab.api.get<{ state: string }>(`/data/query:get?id=${id}`)).state !== "COMPLETED");
    const scope = await labScope(lab);
    const isPage = (key: string): boolean => !key.endsWith("/columns.json");
    await eraseVersions(scope, resultsPrefix(scope.id), { matches: isPage });
    const unknown = { status: 404, body: { code: "query_not_found" } };
    expect(await trinoClient(lab).get(body.nextUri)).toMatchObject(unknown);
    const result = `${lab.regionUrl}/v2/workspace/${lab.name}/data/query:result?id=${id}`;
    expect(await request("GET", result, { token: lab.token })).toMatchObject(unknown);
  });
});

describe("the catalog of a connection", () => {
  it("the catalog defaults to the organization's only workspace", async () => {
    const { first } = trinoClient(lab);
    const shown = async (catalog: string) =>
      (await first("SHOW CATALOGS", { "x-trino-catalog": catalog })).body.data;
    expect(await shown("")).toEqual([[lab.name]]);
    expect(await shown("system")).toEqual([[lab.name]]);
    expect(await shown(lab.name.toUpperCase())).toEqual([[lab.name]]);
  });

  it("a catalog in another organization is rejected", async () => {
    const { first } = trinoClient(lab);
    expect((await first("SELECT 1", { "x-trino-catalog": other.name })).status).toBe(403);
    const { body } = await first(`SELECT * FROM "${other.name}".main.t`);
    expect(body.error.errorName).toBe("CATALOG_NOT_FOUND");
  });

  it("USE changes the catalog and informs the client", async () => {
    const used = await trinoClient(lab).first(`USE "${lab.name}".main`);
    expect(used.headers.get("x-trino-set-catalog")).toBe(lab.name);
    expect(used.headers.get("x-trino-set-schema")).toBe("main");
    const refused = await trinoClient(lab).first(`USE "${other.name}".main`);
    expect(refused.body.error.message).toContain(`There is no catalog "${other.name}"`);
    const misspelt = await trinoClient(lab).first(`USE "${lab.name}".mian`);
    expect(misspelt.body.error.message).toContain('There is no schema "mian"');
  });
});

describe("prepared statements", () => {
  it("prepared statements are stored by the client and run with values", async () => {
    const { first, rows } = trinoClient(lab);
    const text = "SELECT ? AS a, '?' AS b";
    const prepared = await first(`PREPARE mine FROM ${text}`);
    const header = prepared.headers.get("x-trino-added-prepare") ?? "";
    expect(decodeURIComponent(header)).toBe(`mine=${text}`);
    const headers = { "x-trino-prepared-statement": header };
    expect(await rows("EXECUTE mine USING 'it''s'", headers)).toEqual([["it's", "?"]]);
    expect(await rows("DESCRIBE INPUT mine", headers)).toEqual([[0, "unknown"]]);
    expect(await rows("DESCRIBE OUTPUT mine", headers)).toEqual([
      ["a", "", "", "", "unknown", 0, false],
      ["b", "", "", "", "varchar(1)", 0, false],
    ]);
    const dropped = await first("DEALLOCATE PREPARE mine", headers);
    expect(dropped.headers.get("x-trino-deallocated-prepare")).toBe("mine");
    expect((await first("EXECUTE mine")).body.error.message).toContain("no prepared statement");
  });

  it("prepared statements run with the wrong number of values are rejected", async () => {
    const { body } = await trinoClient(lab).first("EXECUTE IMMEDIATE 'SELECT ?' USING 1, 2");
    expect(body.error.message).toContain("1 parameters, but 2 values");
  });

  it("prepared statements are rejected if they do not fit in a header", async () => {
    const { headers, body } = await trinoClient(lab).first(`PREPARE a FROM SELECT '${"x".repeat(6_000)}'`);
    expect(headers.get("x-trino-added-prepare")).toBeNull();
    expect(body.error.message).toContain("Use EXECUTE IMMEDIATE");
  });
});

describe("an unreadable statement", () => {
  const post = async (body: Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) => {
    const all = { authorization: `Bearer ${lab.token}`, "x-trino-catalog": lab.name, ...headers };
    const answer = await fetch(`${lab.regionUrl}/v1/statement`, { method: "POST", body, headers: all });
    return trinoClient(lab).get((await answer.json()).nextUri);
  };
  const bytes = (text: string, encoding: BufferEncoding = "utf8") =>
    new Uint8Array(Buffer.from(text, encoding));

  it.each([
    ["in another encoding", bytes("SELECT 'caf\u00e9'", "latin1"), {}, "not valid UTF-8"],
    [
      "marked as another encoding",
      bytes("SELECT 1"),
      { "content-type": "text/plain; charset=utf-16" },
      "utf-16",
    ],
    ["of more than 1 MB", bytes(`SELECT '${"x".repeat(2 ** 20)}'`), {}, "must not exceed 1 MB"],
    ["without a text", bytes(""), {}, ""],
  ])("a statement %s is refused with an error in Trino's format", async (_, body, headers, message) => {
    const answer = await post(body, headers);
    expect(answer).toMatchObject({
      status: 200,
      body: { stats: { state: "FAILED" }, error: { errorType: "USER_ERROR" } },
    });
    expect(answer.body.error.message).toContain(message);
  });

  it("a compressed statement can be read", async () => {
    const { body } = await post(new Uint8Array(gzipSync("SELECT 'é'")), { "content-encoding": "gzip" });
    expect(body.data).toEqual([["é"]]);
  });
});

import { gzipSync } from "node:zlib";
import { expect } from "vitest";
import { americanLab, newLab } from "../../support/lab.ts";
import { expectInvalid, expectRefused, expectSuccess } from "../expectations.ts";
import { freshName } from "../given.ts";
import { type Rule, rule } from "../rule.ts";
import { sendBytes } from "../sendBytes.ts";

const REQUESTS = "Clients: Requests";
const ADDRESSES = "Clients: Addresses";

const HEAD =
  "Every `GET` operation also accepts `HEAD`, which returns the same status and headers without a body.";
const SLASH = "A trailing slash in a path is ignored.";
const EMPTY = "An empty query parameter (`cursor=`, `limit=`, `project_id=`) is treated as absent.";
const TWICE = "A repeated query parameter results in a 422 that names it.";
const LARGE_ID = "An id of 2^53 or above is treated as unknown: 404.";
const UTF8 =
  "A body must be JSON in UTF-8. Invalid bytes or another charset result in a 400; characters are never replaced.";
const BOM = "A byte order mark before the JSON is skipped.";
const GZIP =
  "A body may be sent with `Content-Encoding: gzip`; its size limit applies after decompression. Any other encoding results in a 415 that names it.";
const UNKNOWN =
  "An unknown field in a body or a form results in a 422 that names it, unless its value is null. This also applies to operations without a body. Unknown query parameters are ignored.";
const PROTO = "A field named `__proto__` is treated like any other unknown field.";
const TOO_LARGE = "Without a token, a body that is too large results in a 401, like any other request.";
const ORIGINS =
  "Browser pages can call the API only from the origin `APP_URL`. In a local deployment, `APP_URL` defaults to every origin on that machine.";
const REGIONAL = "Regional addresses also serve `GET /v2/workspace:get`, `/docs` and `/openapi.json`.";
const OTHER_REGION =
  "A member who requests a workspace at another region's address gets a 403 with the code `workspace_in_other_region`, which names the right address.";

const OWN_CODE =
  "If the caller has access to the workspace, every 403 has a specific code, never `workspace_forbidden`.";

const LISTS = ["/project:list", "/round:list", "/task:list", "/data/load:list", "/data/table:list"] as const;
const OTHER_LISTS = ["/data/artifact:list", "/data/version:list"] as const;

const bytesOf = (text: string): Buffer<ArrayBuffer> => Buffer.from(text);
const projectText = (): string => JSON.stringify({ name: freshName("project-") });

const emptyRules = [...LISTS, ...OTHER_LISTS].map((path) =>
  rule(REQUESTS, EMPTY, `empty parameters of ${path} count as absent`, async (site) => {
    const all = expectSuccess(await site.get(path));
    const query = "limit=&cursor=&order=&project_id=&round_id=&type=&state=&include_archived=";
    expect(expectSuccess(await site.get(`${path}?${query}`))).toEqual(all);
  }),
);

export const requestRules: readonly Rule[] = [
  rule(REQUESTS, HEAD, "HEAD of a list, a page and the document has no body", async (site) => {
    const below = `/v2/workspace/${site.lab.name}`;
    for (const path of [`${below}/project:list`, "/docs", "/openapi.json"]) {
      const asked = await site.region("GET", path);
      const answer = await site.region("HEAD", path);
      expect([answer.status, answer.body]).toEqual([200, ""]);
      expect(answer.headers.get("content-type")).toBe(asked.headers.get("content-type"));
    }
    expect((await site.region("HEAD", `${below}/project:list`, { token: null })).status).toBe(401);
    expect((await site.region("HEAD", `${below}/project:create`)).status).toBe(405);
  }),
  rule(REQUESTS, SLASH, "a list path may end with a slash", async (site) => {
    expectSuccess(await site.get("/project:list/"));
  }),
  ...emptyRules,
  rule(REQUESTS, EMPTY, "an empty required id counts as missing", async (site) => {
    expectInvalid(await site.get("/project:get?id="), "query", "id");
  }),
  rule(REQUESTS, TWICE, "a repeated id is a 422, even if both are the same", async (site) => {
    expectInvalid(
      await site.get(`/project:get?id=${site.lab.projectId}&id=${site.lab.projectId}`),
      "query",
      "id",
    );
    expectSuccess(await site.get(`/project:get?id=${site.lab.projectId}&unknown=1&unknown=2`));
  }),
  rule(REQUESTS, LARGE_ID, "ids of 2^53, of 2^63 and of twenty digits are unknown", async (site) => {
    for (const id of ["9007199254740992", "9223372036854775808", "12345678901234567890"]) {
      expectRefused(await site.get(`/project:get?id=${id}`), 404, "project_not_found");
      expectRefused(await site.get(`/data/table:getById?id=${id}`), 404, "table_not_found");
      const body = { name: freshName("round "), project_id: id };
      expectRefused(await site.post("/round:create", body), 404, "project_not_found");
    }
  }),
  rule(REQUESTS, UTF8, "a byte that is not UTF-8 is a 400, and no project is created", async (site) => {
    const newest = async () => expectSuccess(await site.get("/project:list?limit=1&order=DESC")).items;
    const before = await newest();
    const bytes = bytesOf('{"name":"broken-?"}').map((byte) => (byte === 0x3f ? 0xff : byte));
    expectRefused(await sendBytes(site, Buffer.from(bytes)), 400, "invalid_utf8");
    expect(await newest()).toEqual(before);
  }),
  rule(REQUESTS, UTF8, "another charset is a 400 that names it, and UTF-8 may be stated", async (site) => {
    const type = (charset: string) => ({ "content-type": `application/json; charset=${charset}` });
    const latin = await sendBytes(site, bytesOf(projectText()), type("iso-8859-1"));
    expect(expectRefused(latin, 400, "unsupported_charset").detail).toContain("iso-8859-1");
    expectSuccess(await sendBytes(site, bytesOf(projectText()), type('"UTF-8"')));
  }),
  rule(REQUESTS, BOM, "a body with a byte order mark creates a project", async (site) => {
    expectSuccess(await sendBytes(site, bytesOf(`\uFEFF${projectText()}`)));
  }),
  rule(REQUESTS, GZIP, "a compressed body creates a project", async (site) => {
    expectSuccess(
      await sendBytes(site, Buffer.from(gzipSync(projectText())), { "content-encoding": "gzip" }),
    );
  }),
  rule(REQUESTS, GZIP, "a body that decompresses to more than 1 MB is a 413", async (site) => {
    const large = gzipSync(JSON.stringify({ name: "a", description: "b".repeat(2_000_000) }));
    expectRefused(
      await sendBytes(site, Buffer.from(large), { "content-encoding": "gzip" }),
      413,
      "body_too_large",
    );
  }),
  rule(REQUESTS, GZIP, "a body with invalid gzip is a 400", async (site) => {
    const answer = await sendBytes(site, bytesOf(projectText()), { "content-encoding": "gzip" });
    expectRefused(answer, 400, "invalid_gzip");
  }),
  rule(REQUESTS, GZIP, "another encoding is a 415 that names it", async (site) => {
    const answer = await sendBytes(site, bytesOf(projectText()), { "content-encoding": "br" });
    expect(expectRefused(answer, 415, "unsupported_content_encoding").detail).toContain("br");
  }),
  rule(REQUESTS, UNKNOWN, "a field for an operation without a body is refused", async (site) => {
    const { id } = expectSuccess(await site.post("/project:create", { name: freshName("project-") }));
    const refused = await site.post(`/project:archive?id=${id}`, { archive_rounds: false });
    expectInvalid(refused, "body", "archive_rounds");
    expectSuccess(await site.post(`/project:archive?id=${id}&nonsense=1`, { archive_rounds: null }));
  }),
  rule(REQUESTS, PROTO, "a body with __proto__ is refused, or accepted if it is null", async (site) => {
    const textWith = (value: string) => `{"name":"${freshName("project-")}","__proto__":${value}}`;
    const refused = await sendBytes(site, bytesOf(textWith('{"name":"x"}')));
    expectInvalid(refused, "body", "__proto__");
    expect(refused.body.detail).toHaveLength(1);
    const odd = await sendBytes(site, bytesOf('{"name":"a","constructor":{"prototype":{"x":1}}}'));
    expectInvalid(odd, "body", "constructor");
    expect(Object.prototype).not.toHaveProperty("x");
    expect(Object.keys(expectSuccess(await sendBytes(site, bytesOf(textWith("null")))))).not.toContain(
      "__proto__",
    );
  }),
  rule(REQUESTS, TOO_LARGE, "two megabytes without a token are a 401", async (site) => {
    const answer = await site.post("/project:create", { name: "a".repeat(2_000_000) }, { token: null });
    expectRefused(answer, 401, "token_missing");
    expectRefused(await site.post("/project:create", { name: "a".repeat(2_000_000) }), 413, "body_too_large");
  }),
  rule(REQUESTS, ORIGINS, "only pages of this machine may read responses", async (site) => {
    const path = `/v2/workspace/${site.lab.name}/project:list`;
    const allowed = async (origin: string): Promise<string | null> => {
      const answer = await site.region("GET", path, { headers: { origin } });
      return answer.headers.get("access-control-allow-origin");
    };
    for (const origin of ["http://localhost:5173", "http://127.0.0.1:4000", "http://[::1]:8080"]) {
      expect(await allowed(origin)).toBe(origin);
    }
    for (const origin of ["https://example.org", "http://localhost.example.org", "null"]) {
      expect(await allowed(origin)).toBeNull();
    }
  }),
  rule(REQUESTS, ORIGINS, "a preflight lists the allowed methods and headers", async (site) => {
    const headers = { origin: "http://localhost:5173", "access-control-request-method": "POST" };
    const path = `/v2/workspace/${site.lab.name}/project:create`;
    const answer = await site.region("OPTIONS", path, { token: null, headers });
    expect(answer.status).toBe(204);
    expect(answer.headers.get("access-control-allow-methods")).toContain("POST");
    expect(answer.headers.get("access-control-allow-headers")).toContain("authorization");
  }),
  rule(
    ADDRESSES,
    REGIONAL,
    "a regional address serves the workspace's state and the API document",
    async (site) => {
      const workspace = expectSuccess(await site.region("GET", `/v2/workspace:get?name=${site.lab.name}`));
      expect(workspace).toMatchObject({ name: site.lab.name, state: "READY" });
      expect(expectSuccess(await site.region("GET", "/openapi.json", { token: null })).openapi).toBe("3.1.0");
      expectSuccess(await site.region("GET", "/docs", { token: null }));
      expectSuccess(await site.region("GET", "/docs/explorer.js", { token: null }));
    },
  ),
  rule(ADDRESSES, OWN_CODE, "staff operations are refused with staff_only", async (site) => {
    const path = `/v2/workspace:updateCapabilities?name=${site.lab.name}`;
    expectRefused(await site.platform("POST", path, { body: {} }), 403, "staff_only");
  }),
  rule(
    ADDRESSES,
    OWN_CODE,
    "designs without the capability are refused with capability_disabled",
    async (site) => {
      const lab = await newLab();
      const path = `/v2/workspace:updateCapabilities?name=${lab.name}`;
      const body = { can_generate_variants: false };
      expectSuccess(await site.platform("POST", path, { token: site.staff, body }));
      const create = `/v2/workspace/${lab.name}/task/engineer/v2:create`;
      const answer = await site.region("POST", create, { token: lab.token, body: {} });
      expectRefused(answer, 403, "capability_disabled");
    },
  ),
  rule(ADDRESSES, OTHER_REGION, "a member of a US workspace is sent to its address", async (site) => {
    const american = await americanLab();
    const path = `/v2/workspace/${american.name}/project:list`;
    const answer = await site.region("GET", path, { token: american.token });
    expect(expectRefused(answer, 403, "workspace_in_other_region").detail).toContain(american.regionUrl);
  }),
];

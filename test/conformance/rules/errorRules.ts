import { expect } from "vitest";
import { uniqueName } from "../../support/lab.ts";
import { expectInvalid, expectRefused, expectSuccess } from "../expectations.ts";
import { newProject, newTable, ONE_COLUMN } from "../given.ts";
import { operationRule, type Rule, rule } from "../rule.ts";
import type { Site } from "../site.ts";

const ERRORS = "Decisions: Errors";
const TABLE = "Specification: Errors";
const LIMITS = "Specification: Limits";
const SHAPE =
  '`{"detail": "<sentence a person can act on>", "code": "<stable_snake_case>", "error_id": "<request id, also in the log>"}`.';
const NOT_JSON = "the body is not JSON, not multipart, or the SQL cannot be run";
const METHOD = "path exists with another method / media type not accepted";
const UNKNOWN_PATH = "unknown id, reference or path";
const SIZE = "file above 100 MB, picture above 4 MB, body above the gateway's limit";
const BODIES = "JSON bodies at most 1 MB";
const INTERNAL = "never shows internals; `error_id` finds the log line";
const CONFLICT = "a taken reference, name or idempotency key); `detail` names the state or the holder's id";
const MB = 1024 * 1024;

/** Body of exactly this many bytes. */
function bodyOfSize(bytes: number): string {
  const frame = JSON.stringify({ name: "sized" });
  return frame + " ".repeat(bytes - frame.length);
}

function createProject(site: Site, body: unknown, headers: Record<string, string> = {}) {
  return site.post("/project:create", body, { headers });
}

const notJson: Record<string, string> = {
  "no JSON": "{name: 1}",
  "JSON that breaks off": '{"name": "x"',
  "two values": '{"name": "x"}{}',
};

const notJsonRules = Object.entries(notJson).map(([what, body]) =>
  rule(ERRORS, NOT_JSON, `a body of ${what} is a 400`, async (site) => {
    expectRefused(await createProject(site, body), 400, "invalid_json");
  }),
);

const notObjects = ["[]", '"text"', "7", "null", "true"].map((body) =>
  rule(
    TABLE,
    "request fails validation (any operation with declared parameters or body) | 422 | HTTPValidationError",
    `a body of ${body} instead of an object is a 422`,
    async (site) => {
      expectInvalid(await createProject(site, body), "body");
    },
  ),
);

const types = [
  "application/x-www-form-urlencoded",
  "text/plain",
  "multipart/form-data; boundary=x",
  "application/xml",
].map((type) =>
  rule(ERRORS, METHOD, `a JSON body sent as ${type} is a 415`, async (site) => {
    expectRefused(
      await createProject(site, '{"name": "x"}', { "content-type": type }),
      415,
      "unsupported_media_type",
    );
  }),
);

const emptyBodies = rule(
  TABLE,
  "request fails validation (any operation with declared parameters or body) | 422 | HTTPValidationError",
  "an array is not an object with all fields omitted",
  async (site) => {
    const { id } = await newProject(site);
    expectInvalid(await site.post(`/project:update?id=${id}`, []), "body");
  },
);

/** Array instead of an optional object, or of an object with only optional fields. */
const arrays: Record<string, (site: Site) => Promise<void>> = {
  "a workspace's capabilities": async (site) => {
    const body = { name: uniqueName("c"), display_name: "x", capabilities: [] };
    const answer = await site.platform("POST", "/v2/workspace:create", { token: site.staff, body });
    expectInvalid(answer, "body", "capabilities");
  },
  "a column's metadata": async (site) => {
    const columns = [...ONE_COLUMN, { name: "b", type: "STRING", metadata: [] }];
    expectInvalid(
      await site.post("/data/table:create", { reference: "x", columns }),
      "body",
      "columns",
      1,
      "metadata",
    );
  },
  "the metadata of a column within a column": async (site) => {
    const columns = [{ name: "s", type: "STRUCT", columns: [{ ...ONE_COLUMN[0], metadata: [{}] }] }];
    const answer = await site.post("/data/table:create", { reference: "x", columns });
    expectInvalid(answer, "body", "columns", 0, "columns", 0, "metadata");
  },
  "a load's tables": async (site) => {
    const context = { kind: "PROJECT", project_id: site.lab.projectId };
    for (const tables of [[], [{ columns: ONE_COLUMN, format: "CSV" }]]) {
      const { status, body } = await site.post("/data/load:create", { context, tables });
      expect([status, body.detail[0].loc.slice(0, 2)]).toEqual([422, ["body", "tables"]]);
    }
  },
  "a project's modality": async (site) => {
    const { status, body } = await createProject(site, { name: "x", modality: [] });
    expect([status, body.detail[0].loc.slice(0, 2)]).toEqual([422, ["body", "modality"]]);
  },
};

const arrayRules = Object.entries(arrays).map(([what, check]) =>
  rule(
    TABLE,
    "request fails validation (any operation with declared parameters or body) | 422 | HTTPValidationError",
    `an array in the place of ${what} is a 422`,
    check,
  ),
);

/** Table with columns nested to this depth. */
function deepTable(depth: number): string {
  const columns = `${'[{"name":"a","type":"STRUCT","columns":'.repeat(depth)}[]${"}]".repeat(depth)}`;
  return `{"reference":"deep","columns":${columns}}`;
}

const depthRules = [
  rule(
    TABLE,
    "request fails validation (any operation with declared parameters or body) | 422 | HTTPValidationError",
    "a body nested a thousand levels deep is a 422 that names the field",
    async (site) => {
      expectInvalid(await site.post("/data/table:create", deepTable(1_000)), "body", "columns");
    },
  ),
  rule(ERRORS, INTERNAL, "a body of any depth causes no internal error", async (site) => {
    for (const depth of [2_000, 5_000, 10_000, 20_000]) {
      const { status, body } = await site.post("/data/table:create", deepTable(depth));
      expect([400, 422], JSON.stringify(body)).toContain(status);
      expect(JSON.stringify(body)).not.toMatch(/stack/);
    }
    const half = MB / 2 - 100;
    const nested = `{"name":"deep","ignored":${"[".repeat(half)}${"]".repeat(half)}}`;
    expectInvalid(await createProject(site, nested), "body", "ignored");
  }),
];

export const errorRules: readonly Rule[] = [
  operationRule(
    "raiseError",
    "Specification: Platform and identity endpoints",
    "GET `/500` (internal) | none | none | always raises an HTTP 500 error; test endpoint",
    "GET /500 is a 500, without a token",
    async (site) => {
      expectRefused(await site.platform("GET", "/500", { token: null }), 500, "internal_error");
    },
  ),
  rule(
    TABLE,
    "`GET /500` | 500 | deliberate error for verifying error handling",
    "GET /500 is a 500 with a token, too",
    async (site) => {
      expectRefused(await site.platform("GET", "/500"), 500, "internal_error");
    },
  ),
  rule(ERRORS, INTERNAL, "a 500 contains only an error_id, which is the request's id", async (site) => {
    const { body, headers } = await site.platform("GET", "/500", { token: null });
    expect(body.error_id).toBe(headers.get("x-request-id"));
    expect(body.error_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(JSON.stringify(body)).not.toMatch(/purpose|\.ts|stack|Error:/);
  }),
  rule(
    ERRORS,
    SHAPE,
    "an error contains a message, a code in snake_case and the request's id",
    async (site) => {
      const { body, headers } = await site.get("/project:get?id=5");
      expect(body).toStrictEqual({
        detail: expect.stringMatching(/^[A-Z].*\.$/),
        code: expect.stringMatching(/^[a-z]+(_[a-z]+)*$/),
        error_id: headers.get("x-request-id"),
      });
    },
  ),
  rule(ERRORS, SHAPE, "two requests have different error ids", async (site) => {
    const first = await site.get("/project:get?id=5");
    const second = await site.get("/project:get?id=5");
    expect(first.body.error_id).not.toBe(second.body.error_id);
  }),
  ...notJsonRules,
  ...notObjects,
  emptyBodies,
  ...types,
  ...arrayRules,
  ...depthRules,
  rule(
    ERRORS,
    METHOD,
    "JSON may be sent with a charset, as a +json type, or without a type",
    async (site) => {
      for (const type of [
        "application/json; charset=utf-8",
        "application/vnd.api+json",
        "APPLICATION/JSON",
      ]) {
        expectSuccess(await createProject(site, '{"name": "x"}', { "content-type": type }));
      }
    },
  ),
  rule(ERRORS, METHOD, "GET on a POST path is a 405 with the allowed methods", async (site) => {
    const answer = await site.get("/project:create");
    expectRefused(answer, 405, "method_not_allowed");
    expect(answer.headers.get("allow")).toBe("POST");
  }),
  rule(ERRORS, METHOD, "POST and DELETE on a GET path are a 405", async (site) => {
    for (const method of ["POST", "DELETE", "PATCH", "PUT"]) {
      const path = `/v2/workspace/${site.lab.name}/project:list`;
      const answer = await site.region(method, path);
      expectRefused(answer, 405, "method_not_allowed");
      expect(answer.headers.get("allow")?.split(", ").toSorted()).toEqual(["GET", "HEAD"]);
    }
  }),
  rule(ERRORS, METHOD, "a path with several methods lists all", async (site) => {
    const path = `/v2/workspace/${site.lab.name}/data/load:list`;
    const { status, headers } = await site.region("DELETE", path);
    expect([status, headers.get("allow")?.split(", ").toSorted()]).toEqual([405, ["GET", "HEAD", "POST"]]);
  }),
  ...["/", "/v2", "/v2/workspace", "/nowhere", "/v2/workspace/x/project:nothing", "/project:list"].map(
    (path) =>
      rule(ERRORS, UNKNOWN_PATH, `${path} is not found: 404`, async (site) => {
        expectRefused(await site.region("GET", path), 404, "path_not_found");
      }),
  ),
  rule(ERRORS, UNKNOWN_PATH, "an undecodable path is a 404", async (site) => {
    expectRefused(await site.region("GET", "/v2/workspace/%ff/project:list"), 404, "path_not_found");
  }),
  rule(ERRORS, UNKNOWN_PATH, "workspace operations exist only at the regional address", async (site) => {
    const path = `/v2/workspace/${site.lab.name}/project:list`;
    expectRefused(await site.platform("GET", path), 404, "path_not_found");
    expectRefused(await site.region("GET", "/v2/workspace:listRecords"), 404, "path_not_found");
  }),
  rule("Decisions: More detail", BODIES, "a JSON body of exactly 1 MB is read", async (site) => {
    expectSuccess(await createProject(site, bodyOfSize(MB)));
  }),
  rule("Decisions: More detail", BODIES, "a JSON body of 1 MB and one byte is a 413", async (site) => {
    expectRefused(await createProject(site, bodyOfSize(MB + 1)), 413, "body_too_large");
  }),
  rule(
    ERRORS,
    SIZE,
    "a body above the gateway's limit is a 413, and the connection stays open",
    async (site) => {
      expectRefused(await createProject(site, bodyOfSize(11 * MB)), 413, "body_too_large");
      expectSuccess(await createProject(site, { name: "after" }));
    },
  ),
  rule(ERRORS, SIZE, "a body is measured in bytes, not in characters", async (site) => {
    expectRefused(
      await createProject(site, { name: "x", ignored: "é".repeat(MB / 2) }),
      413,
      "body_too_large",
    );
  }),
  rule(
    TABLE,
    "unarchive of a project or round that is not archived | 422 | body not shown beyond the status",
    "unarchiving an active resource is a 422 in the shape of a validation error",
    async (site) => {
      const { id } = await newProject(site);
      expectInvalid(await site.post(`/project:unarchive?id=${id}`), "query", "id");
    },
  ),
  rule(
    TABLE,
    "unarchive of a table or view while an active table has the same reference | 409 |",
    "unarchiving a table whose reference is in use is a 409",
    async (site) => {
      const { id, reference } = await newTable(site);
      expectSuccess(await site.post(`/data/table:archive?reference=${reference}`, {}));
      await newTable(site, { reference });
      expectRefused(await site.post(`/data/table:unarchive?id=${id}`), 409, "reference_taken");
    },
  ),
  rule(ERRORS, CONFLICT, "a workspace name in use is a 409", async (site) => {
    const body = { name: site.lab.name, display_name: "x" };
    expectRefused(await site.platform("POST", "/v2/workspace:create", { token: site.staff, body }), 409);
  }),
  rule(ERRORS, CONFLICT, "of ten concurrent requests for a workspace name, one succeeds", async (site) => {
    const body = { name: uniqueName("race"), display_name: "x" };
    const send = () => site.platform("POST", "/v2/workspace:create", { token: site.staff, body });
    const statuses = (await Promise.all(Array.from({ length: 10 }, send))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, ...Array(9).fill(409)]);
  }),
  rule(ERRORS, CONFLICT, "of ten concurrent requests for a table reference, one succeeds", async (site) => {
    const body = { reference: "raced", columns: ONE_COLUMN };
    const send = () => site.post("/data/table:create", body);
    const statuses = (await Promise.all(Array.from({ length: 10 }, send))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, ...Array(9).fill(409)]);
  }),
  rule(
    LIMITS,
    "workspace name | 1 to 64 characters, DNS label pattern",
    "the longest workspace name works in every URL",
    async (site) => {
      const name = uniqueName("long").padEnd(64, "x");
      const options = { token: site.staff };
      const body = { name, display_name: "x" };
      expectSuccess(await site.platform("POST", "/v2/workspace:create", { ...options, body }));
      const state = async () =>
        expectSuccess(await site.platform("GET", `/v2/workspace:get?name=${name}`, options)).state;
      await expect.poll(state, { interval: 20 }).toBe("READY");
      expectSuccess(await site.region("GET", `/v2/workspace/${name}/project:list`, options));
    },
  ),
  rule(
    LIMITS,
    "project name, round name | 1 to 64 characters",
    "the length of a name is counted in characters, not code units",
    async (site) => {
      const names = ["😀".repeat(64), "x".repeat(64)];
      for (const name of names) expect(expectSuccess(await createProject(site, { name })).name).toBe(name);
      expectInvalid(await createProject(site, { name: "😀".repeat(65) }), "body", "name");
    },
  ),
];

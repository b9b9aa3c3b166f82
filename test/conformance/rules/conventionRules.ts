import { expect } from "vitest";
import { expectInvalid, expectRefused, expectSuccess, isIdText, isTime, isUser } from "../expectations.ts";
import { loadTable, newLoad, newProject, newRound, newTable, rowsOf, upload } from "../given.ts";
import { type Rule, rule } from "../rule.ts";
import type { Site } from "../site.ts";
import { newTask } from "../taskBodies.ts";

const CONVENTIONS = "Specification: Conventions";
const GRAMMAR = "Decisions: Grammar";
const IDS =
  "Identifiers (`id`, `project_id`, `file_id`, `table_id`, `task_id`, `artifact_id`, `data_load_id` and similar) are strings in int64 format.";
const TIMES = "Timestamps are strings in ISO 8601 date-time format.";
const AUTHORS = "`created_by`, `updated_by`, `archived_by`, `deleted_by` carry the id of a user (string).";
const ARCHIVABLE =
  "Archivable resources (project, round, table, task) carry `archived_at` (date-time) and `archived_by` (string), set when the resource is archived.";
const NUMBERS =
  "Ids: positive integers as strings in JSON responses. A request may send them as strings **or JSON numbers**, so every id stays below 2^53";
const UNKNOWN_FIELDS =
  "Unknown query parameters are ignored, unknown body fields are a 422; omitted and `null` mean the same where a field is nullable.";
const ERROR_BODY =
  "`detail`: array of `{loc: array of (string|integer), msg: string, type: string, input: any (optional), ctx: object (optional)}`; `loc`, `msg`, `type` required.";
const VERBS =
  "`:verb` custom methods in camelCase on a literal last segment. Reads are `GET`, everything that changes state is `POST`.";

const KINDS: Record<string, (site: Site) => Promise<Record<string, unknown>>> = {
  project: newProject,
  round: newRound,
  table: newTable,
  "data load": newLoad,
  task: newTask,
};

const resourceRules = Object.entries(KINDS).flatMap(([kind, make]) => [
  rule(CONVENTIONS, IDS, `the id of a ${kind} is a string of digits`, async (site) => {
    expect((await make(site)).id).toEqual(isIdText);
  }),
  rule(CONVENTIONS, TIMES, `created_at and updated_at of a ${kind} are ISO 8601 date-times`, async (site) => {
    expect(await make(site)).toMatchObject({ created_at: isTime, updated_at: isTime });
  }),
  rule(
    CONVENTIONS,
    AUTHORS,
    `created_by and updated_by of a ${kind} are the caller's user id`,
    async (site) => {
      const { sub } = JSON.parse(Buffer.from(site.lab.token.split(".")[1] ?? "", "base64url").toString());
      expect(await make(site)).toMatchObject({ created_by: sub, updated_by: sub });
    },
  ),
  rule(GRAMMAR, NUMBERS, `the id of a ${kind} is below 2^53`, async (site) => {
    expect(Number.isSafeInteger(Number((await make(site)).id))).toBe(true);
  }),
]);

const archiving: Record<string, (site: Site) => Promise<[archive: string, get: string]>> = {
  project: async (site) => {
    const { id } = await newProject(site);
    return [`/project:archive?id=${id}`, `/project:get?id=${id}`];
  },
  round: async (site) => {
    const { id } = await newRound(site);
    return [`/round:archive?id=${id}`, `/round:get?id=${id}`];
  },
  table: async (site) => {
    const { id, reference } = await newTable(site);
    return [`/data/table:archive?reference=${reference}`, `/data/table:getById?id=${id}`];
  },
  task: async (site) => {
    const { id } = await newTask(site);
    return [`/task:archive?id=${id}`, `/task:get?id=${id}`];
  },
};

const archiveRules = Object.entries(archiving).map(([kind, make]) =>
  rule(
    CONVENTIONS,
    ARCHIVABLE,
    `a ${kind} has archived_at and archived_by, which are null until it is archived`,
    async (site) => {
      const [archive, get] = await make(site);
      expect(expectSuccess(await site.get(get))).toMatchObject({ archived_at: null, archived_by: null });
      expectSuccess(await site.post(archive, {}));
      expect(expectSuccess(await site.get(get))).toMatchObject({ archived_at: isTime, archived_by: isUser });
    },
  ),
);

const badIds = ["", "0", "-1", "1.5", "01", "x"].map((id) =>
  rule(GRAMMAR, NUMBERS, `"${id}" is not an id: a 422 that names the parameter`, async (site) => {
    expectInvalid(await site.get(`/project:get?id=${id}`), "query", "id");
  }),
);

export const conventionRules: readonly Rule[] = [
  ...resourceRules,
  ...archiveRules,
  rule(CONVENTIONS, IDS, "the ids of a file and of its load's table are strings of digits", async (site) => {
    const { load, reference } = await loadTable(site);
    expect(load.files[0].id).toEqual(isIdText);
    expect(load.tables[reference].table_id).toEqual(isIdText);
  }),
  rule(GRAMMAR, NUMBERS, "an id in a body may be a JSON number", async (site) => {
    const round = expectSuccess(
      await site.post("/round:create", { project_id: Number(site.lab.projectId), name: "by number" }),
    );
    expect(round.project_id).toBe(site.lab.projectId);
  }),
  rule(GRAMMAR, NUMBERS, "an id in a load's context may be a JSON number", async (site) => {
    const context = { kind: "PROJECT", project_id: Number(site.lab.projectId) };
    expect((await newLoad(site, { context })).context.project_id).toBe(site.lab.projectId);
  }),
  rule(GRAMMAR, NUMBERS, "ids of a query may be JSON numbers", async (site) => {
    const { reference } = await loadTable(site);
    const { version_id } = expectSuccess(await site.get(`/data/table:get?reference=${reference}`));
    const options = { project_id: Number(site.lab.projectId), version_id: Number(version_id) };
    expect(await rowsOf(site, `SELECT count(*) FROM ${reference}`, options)).toEqual([[2n]]);
  }),
  rule(GRAMMAR, NUMBERS, "a JSON number that is not a positive integer is not an id", async (site) => {
    for (const project_id of [0, -1, 1.5, 1e300, true, [], {}]) {
      expectInvalid(await site.post("/round:create", { project_id, name: "r" }), "body", "project_id");
    }
  }),
  rule(GRAMMAR, NUMBERS, "2^53 - 1 is a possible id", async (site) => {
    expectRefused(await site.get("/project:get?id=9007199254740991"), 404, "project_not_found");
  }),
  ...badIds,
  rule(GRAMMAR, "Ids sort by creation time.", "a project created later has a larger id", async (site) => {
    const first = await newProject(site);
    await new Promise((resolve) => setTimeout(resolve, 2));
    const second = await newProject(site);
    expect(Number(second.id)).toBeGreaterThan(Number(first.id));
  }),
  rule(GRAMMAR, UNKNOWN_FIELDS, "an unknown query parameter is ignored", async (site) => {
    expectSuccess(await site.get(`/project:get?id=${site.lab.projectId}&nonsense=1&id2=x`));
  }),
  rule(
    GRAMMAR,
    UNKNOWN_FIELDS,
    "an unknown body field is refused, and ignored if it is null",
    async (site) => {
      const refused = await site.post("/project:create", { name: "unknown", nonsense: 1, id: "7" });
      expectInvalid(refused, "body", "nonsense");
      expect(refused.body.detail).toHaveLength(2);
      expect(await newProject(site, { nonsense: null })).not.toHaveProperty("nonsense");
    },
  ),
  rule(GRAMMAR, UNKNOWN_FIELDS, "null equals omission for a nullable field", async (site) => {
    const { id: _, created_at: __, updated_at: ___, ...left } = await newProject(site, { name: "same" });
    const none = { name: "same", description: null, modality: null };
    expect(await newProject(site, none)).toMatchObject(left);
    const query = { query: "SELECT 1", arrow_compression: null, project_id: null, version_id: null };
    expect((await site.post("/data:query", query)).status).toBe(200);
  }),
  rule(
    GRAMMAR,
    "`%3A` in a path is the same as `:`.",
    "a GET may encode the colon as %3A or %3a",
    async (site) => {
      expectSuccess(await site.get("/project%3Alist"));
      expectSuccess(await site.get("/data/table%3alist"));
    },
  ),
  rule(GRAMMAR, "`%3A` in a path is the same as `:`.", "a POST may encode the colon as %3A", async (site) => {
    expectSuccess(await site.post("/project%3Acreate", { name: "by-escape" }));
  }),
  rule(
    GRAMMAR,
    "`%3A` in a path is the same as `:`.",
    "an upload may encode the colon as %3A",
    async (site) => {
      const { id } = await newLoad(site);
      const form = new FormData();
      form.set("file", new File(["x"], "x.bin"));
      expectSuccess(await site.post(`/data/load%3AuploadFile?id=${id}`, form));
      expect((await upload(site, id, "y")).status).toBe(200);
    },
  ),
  rule(
    GRAMMAR,
    "`%3A` in a path is the same as `:`.",
    "a platform operation may be called with %3A",
    async (site) => {
      expectSuccess(await site.platform("GET", `/v2/workspace%3AgetRecord?name=${site.lab.name}`));
    },
  ),
  rule(GRAMMAR, VERBS, "verbs are case-sensitive: another case is a 404", async (site) => {
    expectRefused(await site.get("/data/table:getbyid?id=1"), 404, "path_not_found");
  }),
  rule(GRAMMAR, VERBS, "GET never changes state", async (site) => {
    const { id } = await newProject(site);
    expect((await site.get(`/project:archive?id=${id}`)).status).toBe(405);
    expect(expectSuccess(await site.get(`/project:get?id=${id}`)).archived_at).toBeNull();
  }),
  rule(
    GRAMMAR,
    "Workspace-scoped operations live under `/v2/workspace/{workspace}`; ids and references travel in the **query string**.",
    "an id in the body instead of the query string is a 422",
    async (site) => {
      const { id } = await newProject(site);
      expectInvalid(await site.post("/project:archive", { id }), "query", "id");
    },
  ),
  rule(
    GRAMMAR,
    "`GET /openapi.json` (OpenAPI 3.1, all operations, internal ones marked `x-internal`) and `GET /docs` (rendered) need no token.",
    "the OpenAPI document needs no token and marks internal operations",
    async (site) => {
      const document = expectSuccess(await site.platform("GET", "/openapi.json", { token: null }));
      expect(document.openapi).toMatch(/^3\.1\./);
      expect(document.paths["/v2/workspace:create"].post["x-internal"]).toBe(true);
      expect(document.paths["/v2/workspace/{workspace}/project:list"].get["x-internal"]).toBeUndefined();
    },
  ),
  rule(
    GRAMMAR,
    "`GET /openapi.json` (OpenAPI 3.1, all operations, internal ones marked `x-internal`) and `GET /docs` (rendered) need no token.",
    "the documentation page needs no token",
    async (site) => {
      const { status, headers } = await site.platform("GET", "/docs", { token: null });
      expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    },
  ),
  rule(
    "Specification: Validation error body",
    ERROR_BODY,
    "a validation error states location, message and type",
    async (site) => {
      const { status, body } = await site.post("/project:create", { name: 7 });
      expect(status).toBe(422);
      expect(body).toEqual({
        detail: [
          {
            loc: ["body", "name"],
            msg: expect.any(String),
            type: "string_type",
            input: 7,
            ctx: expect.any(Object),
          },
        ],
      });
    },
  ),
  rule(
    "Specification: Validation error body",
    ERROR_BODY,
    "every wrong field of a request has its own entry",
    async (site) => {
      const wrong = { name: 1, description: 2, modality: 3 };
      const { body } = await site.post("/project:create", wrong);
      const places = body.detail.map(({ loc }: { loc: string[] }) => loc.join("."));
      expect(places.toSorted()).toEqual(["body.description", "body.modality", "body.name"]);
    },
  ),
  rule(
    "Specification: Validation error body",
    ERROR_BODY,
    "an array index in a location is an integer",
    async (site) => {
      const columns = [
        { name: "a", type: "INT64" },
        { name: "b", type: "TEXT" },
      ];
      expectInvalid(
        await site.post("/data/table:create", { reference: "x", columns }),
        "body",
        "columns",
        1,
        "type",
      );
    },
  ),
  rule(
    "Specification: Validation error body",
    ERROR_BODY,
    "an omitted required field is reported as missing, without an input",
    async (site) => {
      const { body } = await site.post("/project:create", {});
      expect(body.detail).toEqual([{ loc: ["body", "name"], msg: "Field required", type: "missing" }]);
    },
  ),
  rule(
    "Decisions: Errors",
    "A 422's `loc` contains the field's name.",
    "a wrong query parameter and a wrong body field are reported together",
    async (site) => {
      const { body } = await site.post("/project:update?id=x", { name: "a b" });
      const places = body.detail.map(({ loc }: { loc: string[] }) => loc.join("."));
      expect(places).toEqual(["query.id", "body.name"]);
    },
  ),
];

import { expect } from "vitest";
import { americanLab, memberToken, otherLab, sharedPlatform, uniqueName } from "../../support/lab.ts";
import { expectInvalid, expectRefused, expectSuccess, isIdText, isTime, isUser } from "../expectations.ts";
import { operationRule, type Rule, rule } from "../rule.ts";
import type { Site } from "../site.ts";

const RESOURCE = "Specification: Workspace";
const PAYLOAD = "Specification: Workspace create payload";
const RECORD = "Specification: Workspace record";
const OPERATIONS = "Specification: Platform and identity endpoints";
const NAME =
  "name | string | required; 1 to 64 characters; must match `^[a-z0-9]([-a-z0-9]*[a-z0-9])?$` (a valid DNS label, used in URLs); unique";
const DISPLAY = "display_name | string | required; 1 to 200 characters";
const REGION = "region | enum `EU`, `US` or null | optional";
const CAPABILITIES = "capabilities | WorkspaceCapabilities | optional, internal";
const RECORD_FIELDS =
  "All fields required: `id`, `created_at`, `created_by`, `updated_at`, `updated_by`, `name` (string), `region` (enum `EU`, `US`; where the workspace is provisioned), `region_api_url` (string, URI format, 1 to 2083 characters; the regional API address), `idp_org_id` (string or null; organization id at the identity provider; hidden/internal; null when no identity provider organization is associated), `deleted_at` (date-time or null), `deleted_by` (string or null).";

function create(site: Site, fields: object) {
  const body = { name: uniqueName("c"), display_name: "A conforming lab", ...fields };
  return site.platform("POST", "/v2/workspace:create", { token: site.staff, body });
}

async function record(site: Site, name: string) {
  return expectSuccess(
    await site.platform("GET", `/v2/workspace:getRecord?name=${name}`, { token: site.staff }),
  );
}

/** Unique name of this length. */
function nameOf(length: number): string {
  return `${uniqueName("c").replaceAll("-", "")}${"x".repeat(64)}`.slice(0, length);
}

const goodNames: Record<string, () => string> = {
  "of 64 characters": () => nameOf(64),
  "with hyphens within": () => `${nameOf(20)}--a-b`,
  "that begins with a digit": () => `1${nameOf(20)}`,
};

const badNames: Record<string, string> = {
  "of 65 characters": "x".repeat(65),
  "of no character": "",
  "with a hyphen first": "-lab",
  "with a hyphen last": "lab-",
  "of one hyphen": "-",
  "with a capital letter": "Lab",
  "with an underscore": "my_lab",
  "with a dot": "my.lab",
  "with a space": "my lab",
  "with a line break at its end": "lab\n",
  "with a letter beyond ASCII": "läb",
};

const nameRules = [
  ...Object.entries(goodNames).map(([what, name]) =>
    rule(PAYLOAD, NAME, `a workspace name ${what} is accepted`, async (site) => {
      const wanted = name();
      expect(expectSuccess(await create(site, { name: wanted })).name).toBe(wanted);
    }),
  ),
  ...Object.entries(badNames).map(([what, name]) =>
    rule(PAYLOAD, NAME, `a workspace name ${what} is refused`, async (site) => {
      expectInvalid(await create(site, { name }), "body", "name");
    }),
  ),
];

export const workspaceRules: readonly Rule[] = [
  rule(
    RESOURCE,
    "state | enum `PROVISIONING`, `DELETING`, `READY`, `FAILED` | required",
    "a new workspace is PROVISIONING, with exactly the documented fields",
    async (site) => {
      const name = uniqueName("c");
      expect(expectSuccess(await create(site, { name }))).toStrictEqual({
        errors: [],
        id: isIdText,
        created_at: isTime,
        created_by: isUser,
        updated_at: isTime,
        updated_by: isUser,
        name,
        display_name: "A conforming lab",
        state: "PROVISIONING",
        picture_file_id: null,
        capabilities: { can_generate_variants: true },
      });
    },
  ),
  rule(
    RESOURCE,
    "internal_error_details | array of (string or null) | internal, hidden from the public contract; optional",
    "a workspace does not show internal error details",
    async (site) => {
      const path = `/v2/workspace:get?name=${site.lab.name}`;
      expect(expectSuccess(await site.platform("GET", path))).not.toHaveProperty("internal_error_details");
    },
  ),
  rule(
    RESOURCE,
    "WorkspaceCapabilities: `can_generate_variants` boolean, default true.",
    "can_generate_variants defaults to true, even with empty or null capabilities",
    async (site) => {
      for (const capabilities of [
        {},
        null,
        { can_generate_variants: null },
        { can_generate_variants: true },
      ]) {
        expect(expectSuccess(await create(site, { capabilities })).capabilities).toEqual({
          can_generate_variants: true,
        });
      }
    },
  ),
  ...nameRules,
  rule(PAYLOAD, NAME, "a workspace name may have 1 character", async (site) => {
    // Some of the 36 possible names may already exist on the platform.
    let answer = await create(site, { name: "0" });
    for (let digit = 1; answer.status === 409 && digit < 36; digit += 1) {
      answer = await create(site, { name: digit.toString(36) });
    }
    expect(expectSuccess(answer).name).toHaveLength(1);
  }),
  rule(PAYLOAD, NAME, "a second workspace of the same name is a 409", async (site) => {
    expectRefused(await create(site, { name: site.lab.name }), 409);
  }),
  rule(PAYLOAD, NAME, "a workspace without a name is refused", async (site) => {
    expectInvalid(await create(site, { name: undefined }), "body", "name");
    expectInvalid(await create(site, { name: null }), "body", "name");
  }),
  rule(PAYLOAD, DISPLAY, "a display name may have 1 and 200 characters", async (site) => {
    expect(expectSuccess(await create(site, { display_name: "x" })).display_name).toBe("x");
    const display_name = "é".repeat(200);
    expect(expectSuccess(await create(site, { display_name })).display_name).toBe(display_name);
  }),
  rule(PAYLOAD, DISPLAY, "a display name of 0 and of 201 characters is refused", async (site) => {
    expectInvalid(await create(site, { display_name: "" }), "body", "display_name");
    expectInvalid(await create(site, { display_name: "x".repeat(201) }), "body", "display_name");
  }),
  rule(PAYLOAD, DISPLAY, "a workspace without a display name is refused", async (site) => {
    expectInvalid(await create(site, { display_name: undefined }), "body", "display_name");
  }),
  rule(PAYLOAD, REGION, "a workspace is provisioned in the requested region", async (site) => {
    for (const region of ["EU", "US"]) {
      const { name } = expectSuccess(await create(site, { region }));
      expect((await record(site, name)).region).toBe(region);
    }
  }),
  rule(PAYLOAD, REGION, "another region is refused", async (site) => {
    expectInvalid(await create(site, { region: "eu" }), "body", "region");
    expectInvalid(await create(site, { region: "AP" }), "body", "region");
  }),
  rule(
    "Decisions: Values",
    "`region: null` at creation | `EU`",
    "the region defaults to EU",
    async (site) => {
      for (const fields of [{}, { region: null }]) {
        const { name } = expectSuccess(await create(site, fields));
        expect((await record(site, name)).region).toBe("EU");
      }
    },
  ),
  rule(PAYLOAD, CAPABILITIES, "capabilities are stored at creation", async (site) => {
    const capabilities = { can_generate_variants: false };
    const { name } = expectSuccess(await create(site, { capabilities }));
    const path = `/v2/workspace:get?name=${name}`;
    const workspace = expectSuccess(await site.platform("GET", path, { token: site.staff }));
    expect(workspace.capabilities).toEqual(capabilities);
  }),
  rule(PAYLOAD, CAPABILITIES, "a capability that is not a boolean is refused", async (site) => {
    expectInvalid(
      await create(site, { capabilities: { can_generate_variants: "no" } }),
      "body",
      "capabilities",
      "can_generate_variants",
    );
  }),
  rule(RECORD, RECORD_FIELDS, "a workspace record has exactly the documented fields", async (site) => {
    expect(await record(site, site.lab.name)).toStrictEqual({
      id: isIdText,
      created_at: isTime,
      created_by: isUser,
      updated_at: isTime,
      updated_by: isUser,
      name: site.lab.name,
      region: "EU",
      region_api_url: site.lab.regionUrl,
      idp_org_id: site.lab.orgId,
      deleted_at: null,
      deleted_by: null,
    });
  }),
  rule(RECORD, RECORD_FIELDS, "region_api_url is an address of the workspace", async (site) => {
    const american = await americanLab();
    for (const lab of [site.lab, american]) {
      const { region_api_url } = await record(site, lab.name);
      expect(region_api_url.length).toBeLessThanOrEqual(2083);
      const url = new URL(`/v2/workspace/${lab.name}/project:list`, region_api_url);
      const { status } = await fetch(url, { headers: { authorization: `Bearer ${lab.token}` } });
      expect(status).toBe(200);
    }
  }),
  rule(
    RECORD,
    "Workspace record list: `{items: [WorkspaceRecord], cursor: string|null}`, both required.",
    "a listed record equals the one that is read",
    async (site) => {
      const listed = expectSuccess(await site.platform("GET", "/v2/workspace:listRecords"));
      expect(listed).toEqual({ items: [await record(site, site.lab.name)], cursor: null });
    },
  ),
  operationRule(
    "createWorkspace",
    OPERATIONS,
    "POST `/v2/workspace:create` (internal) | none | WorkspaceCreate (required) | Workspace",
    "staff create a workspace; without a body it is a 422",
    async (site) => {
      expectSuccess(await create(site, {}));
      expectInvalid(await site.platform("POST", "/v2/workspace:create", { token: site.staff }), "body");
    },
  ),
  operationRule(
    "getWorkspace",
    "Decisions: Paths",
    "`GET /v2/workspace:get?name` returns the Workspace with its `state` (a client has to poll `PROVISIONING` somewhere).",
    "a created workspace becomes READY",
    async (site) => {
      const { name } = expectSuccess(await create(site, {}));
      const state = async (): Promise<string> =>
        expectSuccess(await site.platform("GET", `/v2/workspace:get?name=${name}`, { token: site.staff }))
          .state;
      await expect.poll(state, { interval: 20 }).toBe("READY");
    },
  ),
  operationRule(
    "getWorkspaceRecord",
    OPERATIONS,
    "GET `/v2/workspace:getRecord` | query `name` string, required | none | WorkspaceRecord",
    "a member can read the record of the own workspace; a missing name is a 422",
    async (site) => {
      const path = "/v2/workspace:getRecord";
      expect(expectSuccess(await site.platform("GET", `${path}?name=${site.lab.name}`)).name).toBe(
        site.lab.name,
      );
      expectInvalid(await site.platform("GET", path), "query", "name");
    },
  ),
  operationRule(
    "listWorkspaceRecords",
    OPERATIONS,
    "GET `/v2/workspace:listRecords` | query `include_deleted` boolean default false; `include_all` boolean default false (internal; includes records the caller cannot access) | none | WorkspaceRecord list of the records the caller has access to",
    "a member lists only the own workspace, and staff all",
    async (site) => {
      const other = await otherLab();
      const names = async (token: string, query = ""): Promise<string[]> => {
        const path = `/v2/workspace:listRecords?limit=1000&order=DESC${query}`;
        const { items } = expectSuccess(await site.platform("GET", path, { token }));
        return items.map(({ name }: { name: string }) => name);
      };
      expect(await names(site.lab.token)).toEqual([site.lab.name]);
      expect(await names(other.token, "&include_deleted=true")).toEqual([other.name]);
      const both = expect.arrayContaining([site.lab.name, other.name]);
      expect(await names(site.staff)).toEqual(both);
      expect(await names(site.staff, "&include_all=true")).toEqual(both);
    },
  ),
  rule(
    OPERATIONS,
    "`include_all` boolean default false (internal; includes records the caller cannot access)",
    "only staff can read other records",
    async (site) => {
      const path = "/v2/workspace:listRecords?include_all=true";
      expectRefused(await site.platform("GET", path), 403, "staff_only");
      expectInvalid(
        await site.platform("GET", "/v2/workspace:listRecords?include_all=perhaps"),
        "query",
        "include_all",
      );
    },
  ),
  rule(
    OPERATIONS,
    "WorkspaceRecord list of the records the caller has access to",
    "a token without an organization lists no record",
    async (site) => {
      const token = await memberToken(sharedPlatform(), null, "loner@example.org");
      expect(expectSuccess(await site.platform("GET", "/v2/workspace:listRecords", { token }))).toEqual({
        items: [],
        cursor: null,
      });
    },
  ),
  rule(
    OPERATIONS,
    "Workspace create, delete, restore and capability update are administrator-only.",
    "a member cannot create a workspace, with any body",
    async (site) => {
      for (const body of [{ name: uniqueName("c"), display_name: "x" }, {}]) {
        expectRefused(await site.platform("POST", "/v2/workspace:create", { body }), 403, "staff_only");
      }
    },
  ),
  rule(
    "Specification: What the service does",
    "No information is shared across workspaces.",
    "ids of one workspace are unknown in another",
    async (site) => {
      const other = await otherLab();
      expectRefused(await site.get(`/project:get?id=${other.projectId}`), 404, "project_not_found");
      expectRefused(await site.get(`/round:list?project_id=${other.projectId}`), 404, "project_not_found");
      const context = { kind: "PROJECT", project_id: other.projectId };
      expectRefused(await site.post("/data/load:create", { context }), 404, "project_not_found");
    },
  ),
  rule(
    "Specification: What the service does",
    "No information is shared across workspaces.",
    "two workspaces may use the same table reference independently",
    async (site) => {
      const other = await otherLab();
      const body = {
        reference: uniqueName("same").replaceAll("-", "_"),
        columns: [{ name: "n", type: "INT64" }],
      };
      const theirs = await other.api.post<{ id: string }>("/data/table:create", body);
      const own = expectSuccess(await site.post("/data/table:create", body));
      expect(own.id).not.toBe(theirs.id);
      expectRefused(await site.get(`/data/table:getById?id=${theirs.id}`), 404, "table_not_found");
    },
  ),
];

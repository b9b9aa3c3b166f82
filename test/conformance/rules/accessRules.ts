import { expect } from "vitest";
import { localIdp } from "#local/idp/localIdp.ts";
import { americanLab, memberToken, otherLab, sharedPlatform } from "../../support/lab.ts";
import { expectInvalid, expectRefused, expectSuccess, isUser } from "../expectations.ts";
import { newProject } from "../given.ts";
import { operationRule, type Rule, rule, testedRule } from "../rule.ts";
import type { Site } from "../site.ts";

const CHECK_FILE = "test/functions/checkAuth.test.ts";

const AUTHENTICATION = "Specification: Authentication";
const SHAPES = "Specification: Authentication-related shapes";
const OPERATIONS = "Specification: Platform and identity endpoints";
const ERRORS = "Decisions: Errors";
const IDP = "Decisions: Identity provider";
const BEARER =
  "All endpoints in the platform and identity table declare one security scheme: HTTP bearer (an access token sent as `Authorization: Bearer <ACCESS_TOKEN>`).";
const NO_TOKEN = "no token, or one that does not verify; `WWW-Authenticate: Bearer`";
const DENIED =
  "the token is good, the caller may not do this; also any workspace the caller cannot reach, existing or not";
const FIRST =
  "Authentication and authorization are decided before anything else of a request is looked at; what a denial says differs for two workspaces in nothing but the echoed name and `error_id`.";
const CLAIMS = "Access token: RS256 JWT, claims `iss sub sid org_id role permissions exp iat jti`";
const REACH = "A workspace is reached with a token whose `org_id` is the workspace's, or by staff.";
const OPEN =
  "`GET /auth:apiStrategy`, `/openapi.json`, `/docs`, `/500` and the webhooks are open; everything else needs a token.";
const WORKSPACE_CLAIM =
  "token claim of the workspace (`TOKEN_WORKSPACE_CLAIM`) | carries the workspace's name";
const UNAUTHORIZED =
  "UnauthorizedResponse: `authorized` boolean constant false; `can_reauth` boolean (required); `org_id` string or null (required).";

function nonMember(email = "nonmember@example.org"): Promise<string> {
  return memberToken(sharedPlatform(), null, email);
}

async function checkAuth(site: Site, workspace: string, token: string) {
  return expectSuccess(await site.platform("GET", `/auth:checkAuth?workspace=${workspace}`, { token }));
}

function list(site: Site, token: string | null, name = site.lab.name) {
  return site.region("GET", `/v2/workspace/${name}/project:list`, { token });
}

const badTokenRules = [
  "that is not a JWT",
  "with a part cut off",
  "with different claims than were signed",
  "without a signature (alg none)",
  "signed by another key",
].map((what) =>
  testedRule(
    ERRORS,
    NO_TOKEN,
    `a token ${what} is a 401 with WWW-Authenticate: Bearer`,
    "test/journeys/isolation.sampled.test.ts",
    "an invalid token is rejected with one of four reasons that do not reveal what is wrong with it",
  ),
);

const closedPaths = [
  "/v2/workspace:getRecord?name=x",
  "/v2/workspace:listRecords",
  "/v2/workspace:get?name=x",
  "/auth:checkAuth?workspace=x",
].map((path) =>
  rule(IDP, OPEN, `${path.split("?")[0]} needs a token`, async (site) => {
    expectRefused(await site.platform("GET", path, { token: null }), 401, "token_missing");
  }),
);

export const accessRules: readonly Rule[] = [
  testedRule(
    "Decisions of 2026-11-26: Shapes",
    WORKSPACE_CLAIM,
    "a claim with the name of a workspace gives a token without an organization access to this workspace alone",
    "test/functions/tokenForms.test.ts",
    "the claim determines the workspace of a token, with or without an organization",
  ),
  rule(
    AUTHENTICATION,
    BEARER,
    "a request without a token is a 401 with WWW-Authenticate: Bearer",
    async (site) => {
      const answer = await list(site, null);
      expectRefused(answer, 401, "token_missing");
      expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    },
  ),
  rule(AUTHENTICATION, BEARER, "the only scheme is Bearer, in any case", async (site) => {
    const path = `/v2/workspace/${site.lab.name}/project:list`;
    const send = (authorization: string) =>
      site.region("GET", path, { token: null, headers: { authorization } });
    expectSuccess(await send(`bearer ${site.lab.token}`));
    expectRefused(await send(`Basic ${site.lab.token}`), 401, "token_missing");
    expectRefused(await send(site.lab.token), 401, "token_missing");
  }),
  rule(AUTHENTICATION, BEARER, "a token in the query string is ignored", async (site) => {
    const path = `/v2/workspace/${site.lab.name}/project:list?access_token=${site.lab.token}`;
    expectRefused(await site.region("GET", path, { token: null }), 401, "token_missing");
  }),
  ...badTokenRules,
  rule(IDP, CLAIMS, "a token carries the documented claims", async ({ lab }) => {
    const [head = "", payload = ""] = lab.token.split(".");
    expect(JSON.parse(Buffer.from(head, "base64url").toString())).toMatchObject({ alg: "RS256" });
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
    expect(claims).toMatchObject({ sub: isUser, org_id: lab.orgId, exp: expect.any(Number) });
    expect(Object.keys(claims)).toEqual(expect.arrayContaining(["iss", "sid", "iat", "jti"]));
  }),
  ...closedPaths,
  operationRule(
    "getApiStrategy",
    OPERATIONS,
    "GET `/auth:apiStrategy` (internal) | none | none | IdpAuthStrategy",
    "anyone can discover how to log in",
    async (site) => {
      const strategy = expectSuccess(await site.platform("GET", "/auth:apiStrategy", { token: null }));
      const { clientId } = await localIdp(sharedPlatform()).settings();
      expect(strategy).toStrictEqual({
        strategy: "idp",
        client_id: clientId,
        app_url: sharedPlatform().platformUrl,
        auth_api_url: sharedPlatform().idpUrl,
      });
    },
  ),
  operationRule(
    "checkAuth",
    OPERATIONS,
    "GET `/auth:checkAuth` (internal) | query `workspace` string, required | none | UnauthorizedResponse or AuthorizedResponse, discriminated by `authorized`",
    "a member's token is authorized; without a workspace it is a 422",
    async (site) => {
      expect(await checkAuth(site, site.lab.name, site.lab.token)).toStrictEqual({ authorized: true });
      expectInvalid(await site.platform("GET", "/auth:checkAuth"), "query", "workspace");
    },
  ),
  rule(
    OPERATIONS,
    "the user is platform staff (access is identity-based regardless of organization scope)",
    "staff are authorized for every workspace",
    async (site) => {
      const machine = await localIdp(sharedPlatform()).machineToken(site.lab.orgId);
      for (const token of [site.staff, machine])
        expect(await checkAuth(site, site.lab.name, token)).toStrictEqual({ authorized: true });
    },
  ),
  testedRule(
    OPERATIONS,
    "`authorized` false, `can_reauth` true and `org_id` set when the token is scoped to the wrong organization and the user is a member of the workspace's organization",
    "a member with a token for another organization is told which one to sign in to",
    CHECK_FILE,
  ),
  testedRule(
    OPERATIONS,
    "`authorized` false, `can_reauth` false when the workspace does not exist at the identity provider or the user has no membership to re-scope to",
    "checkAuth responds the same for unknown and foreign workspaces",
    CHECK_FILE,
  ),
  testedRule(
    SHAPES,
    UNAUTHORIZED,
    "every denial contains can_reauth and org_id",
    CHECK_FILE,
    "checkAuth responds the same for unknown and foreign workspaces",
  ),
  rule(
    SHAPES,
    "AuthorizedResponse: `authorized` boolean constant true.",
    "an authorized response has no other field",
    async (site) => {
      expect(await checkAuth(site, site.lab.name, site.lab.token)).toStrictEqual({ authorized: true });
    },
  ),
  rule(
    SHAPES,
    "IdpAuthStrategy: `strategy` (constant `idp`, default `idp`), `client_id`, `app_url`, `auth_api_url` (all strings, required).",
    "the strategy is idp, with three strings",
    async (site) => {
      const { strategy, ...texts } = expectSuccess(await site.platform("GET", "/auth:apiStrategy"));
      expect(strategy).toBe("idp");
      for (const text of Object.values(texts)) expect(text).toEqual(expect.any(String));
    },
  ),
  rule(
    AUTHENTICATION,
    "The token is scoped to an identity-provider organization; a workspace is tied to one organization through `idp_org_id`.",
    "a token of another organization does not reach a workspace",
    async (site) => {
      const other = await otherLab();
      expectRefused(await list(site, other.token), 403, "workspace_forbidden");
      expectSuccess(await list(site, other.token, other.name));
    },
  ),
  rule(IDP, REACH, "a token without an organization reaches no workspace", async (site) => {
    expectRefused(await list(site, await nonMember()), 403, "workspace_forbidden");
  }),
  rule(IDP, REACH, "staff can access a workspace, and own what they create", async (site) => {
    const { sub } = JSON.parse(Buffer.from(site.staff.split(".")[1] ?? "", "base64url").toString());
    const path = `/v2/workspace/${site.lab.name}/project:create`;
    const options = { token: site.staff, body: { name: "by-staff" } };
    expect(expectSuccess(await site.region("POST", path, options)).created_by).toBe(sub);
  }),
  rule(
    AUTHENTICATION,
    "Platform staff access workspaces by identity rather than organization scope.",
    "staff can read the record of a workspace that they are not a member of",
    async (site) => {
      const path = `/v2/workspace:getRecord?name=${site.lab.name}`;
      expect(expectSuccess(await site.platform("GET", path, { token: site.staff })).name).toBe(site.lab.name);
    },
  ),
  rule(
    AUTHENTICATION,
    "Users have `user_type` `USER` or `M2M` (machine-to-machine).",
    "a machine's token gives access only to its organization's workspace",
    async (site) => {
      const other = await otherLab();
      const token = await localIdp(sharedPlatform()).machineToken(site.lab.orgId);
      expectSuccess(await list(site, token));
      expectRefused(await list(site, token, other.name), 403, "workspace_forbidden");
    },
  ),
  rule(
    "Decisions of 2026-11-28: Roles",
    "scientists do what members do today;",
    "a second member can change resources of the first",
    async (site) => {
      const project = await newProject(site);
      const token = await memberToken(sharedPlatform(), site.lab.orgId, "colleague@example.org");
      const path = `/v2/workspace/${site.lab.name}/project:update?id=${project.id}`;
      const updated = expectSuccess(
        await site.region("POST", path, { token, body: { name: "by-a-colleague" } }),
      );
      expect(updated.created_by).toBe(project.created_by);
      expect(updated.updated_by).not.toBe(project.created_by);
    },
  ),
  rule(ERRORS, DENIED, "records and states of foreign and unknown workspaces are a 403", async (site) => {
    const other = await otherLab();
    for (const verb of ["get", "getRecord"]) {
      for (const name of [other.name, "no-such-workspace"]) {
        const path = `/v2/workspace:${verb}?name=${name}`;
        expectRefused(await site.platform("GET", path), 403, "workspace_forbidden");
      }
    }
  }),
  rule(
    ERRORS,
    FIRST,
    "denials for foreign workspaces in any region and unknown workspaces are the same",
    async (site) => {
      const others = await otherLab();
      const american = await americanLab();
      const said = [];
      for (const name of [others.name, "no-such-workspace", american.name]) {
        const { detail } = expectRefused(await list(site, site.lab.token, name), 403, "workspace_forbidden");
        said.push(detail.replaceAll(name, "NAME"));
      }
      expect(new Set(said).size).toBe(1);
    },
  ),
  rule(
    ERRORS,
    FIRST,
    "an unauthorized caller is denied before the rest of the request is read",
    async (site) => {
      const path = `/v2/workspace/${site.lab.name}/project:create`;
      const rest = { body: "no json", headers: { "content-type": "text/plain" } };
      expectRefused(await site.region("POST", path, { ...rest, token: null }), 401);
      expectRefused(await site.region("POST", path, { ...rest, token: await nonMember() }), 403);
      expectRefused(await site.platform("POST", "/v2/workspace:create", rest), 403, "staff_only");
    },
  ),
];

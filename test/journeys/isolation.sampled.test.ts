import { setTimeout as sleep } from "node:timers/promises";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { localIdp } from "#local/idp/localIdp.ts";
import { badTokens } from "#test/support/badTokens.ts";
import { isNightly } from "#test/support/byNight.ts";
import { type ContractRequest, contractRequests } from "#test/support/contractRequests.ts";
import { directoryOf } from "#test/support/directory.ts";
import { request } from "#test/support/http.ts";
import { type Lab, memberToken, newLab, staffToken } from "#test/support/lab.ts";
import { type OwnPlatform, startOwnPlatform } from "#test/support/ownPlatform.ts";
import { sendContract } from "#test/support/sendContract.ts";
import { comparable, newTenant, type Tenant } from "#test/support/tenants.ts";
import { tracesOf } from "#test/support/traces.ts";

const NOWHERE = "no-such-workspace";

/** At least one request for every operation, from the contracts, so that new operations are covered automatically. */
const all = contractRequests();
const ofMembers = all.filter(({ audience }) => audience === "member");
const ofStaff = all.filter(({ audience }) => audience === "staff");
const ofUsers = all.filter(({ audience }) => audience === "user");

let own: OwnPlatform;
/** The tenant's workspace, which must not change, and another workspace. */
let tenant: Tenant;
let other: Tenant;
let staff: string;
let deleted: Lab;
/** Valid tokens of users without access to the tenant's workspace, by description. */
let nonMembers: Record<string, string>;
/** Tokens that are invalid everywhere. */
let bad: Record<string, string | null>;

/** Resources in both workspaces before the attempts. */
let untouched: string[];

beforeAll(async () => {
  own = await startOwnPlatform({
    // These tests send every operation many invalid tokens from one address.
    INVALID_TOKENS_PER_ADDRESS: "1000000",
    WORKSPACE_RETENTION_SECONDS: "0",
    IDP_WEBHOOK_SECRET: "secret of the events",
    IDP_WEBHOOK_PATH: "x",
    DOCS_PORTAL_URL: "https://portal.example",
    DOCS_PORTAL_SECRET: "secret of the portal",
  });
  staff = await staffToken(own.addresses);
  [tenant, other, deleted] = await Promise.all([newTenant(own), newTenant(own), newDeletedLab()]);
  nonMembers = await createNonMemberTokens();
  bad = { "that is absent": null, ...(await badTokens(own, tenant.lab.token)) };
  bad["of a session that was revoked"] = await createRevokedToken();
  untouched = await tracesOf(tenant.scope, other.scope);
});

afterAll(() => own.close());

/** Without a retention period, its data is removed immediately. */
async function newDeletedLab(): Promise<Lab> {
  const lab = await newLab(own.addresses);
  const manage = (verb: string, method: string) =>
    request(method, `${own.platform.url}/v2/workspace:${verb}?name=${lab.name}`, { token: staff });
  const token = await memberToken(own.addresses, lab.orgId, "former@example.org");
  expect((await manage("delete", "POST")).status).toBe(200);
  while ((await manage("get", "GET")).status !== 404) await sleep(20);
  return { ...lab, token };
}

async function createNonMemberTokens(): Promise<Record<string, string>> {
  const idp = localIdp(own.platform);
  const { orgId } = tenant.lab;
  return {
    "a member of another organization": await memberToken(
      own.addresses,
      other.lab.orgId,
      "other@example.org",
    ),
    "a machine of another organization": await idp.machineToken(other.lab.orgId),
    "a member of the organization of a deleted workspace": deleted.token,
    "a member, with a token for no organization": await memberToken(own.addresses, null),
    "a member, with a token for another organization": await memberToken(own.addresses, other.lab.orgId),
    "somebody whose token claims an organization": await own.sign({
      ...decodeJwt(await memberToken(own.addresses, null, "claimant@example.org")),
      org_id: orgId,
    }),
    "somebody who was removed": await createRemovedToken(orgId),
  };
}

async function createRemovedToken(orgId: string): Promise<string> {
  const email = "removed@example.org";
  const token = await memberToken(own.addresses, orgId, email);
  const { user, admit, dismiss } = directoryOf(own.addresses);
  await dismiss(await admit(await user(email), orgId));
  const url = `${tenant.lab.regionUrl}/v2/workspace/${tenant.lab.name}/project:list`;
  await vi.waitFor(async () => expect((await request("GET", url, { token })).status).toBe(403), 10_000);
  return token;
}

async function createRevokedToken(): Promise<string> {
  const token = await memberToken(own.addresses, tenant.lab.orgId, "revoked@example.org");
  const { status } = await request("POST", `${own.platform.url}/idp:revokeSessions`, { token });
  expect(status).toBe(200);
  return token;
}

function send(wanted: ContractRequest, token: string | null, workspace = tenant.lab.name, url?: string) {
  const address = url ?? (wanted.audience === "member" ? tenant.lab.regionUrl : own.platform.url);
  return sendContract(wanted, { url: address, workspace, token }, tenant.fixtures);
}

/**
 * Sends a request as each of these users to the tenant's workspace and to an unknown workspace. Returns all distinct
 * responses.
 */
async function learnt(wanted: ContractRequest, tokens: Record<string, string | null>): Promise<Set<string>> {
  const answers = await Promise.all(
    Object.values(tokens).flatMap((token) =>
      [tenant.lab.name, NOWHERE].map(async (name) => comparable(await send(wanted, token, name), name)),
    ),
  );
  return new Set(answers);
}

/**
 * Returns the tokens that are tried for an operation: all of them in nightly runs, otherwise every fourth. Successive
 * operations get different ones, so that every run tries each token with many operations.
 */
function tried<Token>(tokens: Record<string, Token>, wanted: ContractRequest): Record<string, Token> {
  const turn = all.indexOf(wanted);
  return Object.fromEntries(
    Object.entries(tokens).filter((_, index) => isNightly || (index + turn) % 4 === 0),
  );
}

/** Compares everything in both workspaces with the state before. Takes longer than a request, so by day only at the end. */
async function expectNothingChanged(isEnd = isNightly): Promise<void> {
  if (isEnd) expect(await tracesOf(tenant.scope, other.scope)).toEqual(untouched);
}

const named = (requests: readonly ContractRequest[]) =>
  requests.map((one) => [`${one.method} ${one.path}`, one] as const);
/** First request for every operation. */
const once = (requests: readonly ContractRequest[]) =>
  named(
    requests.filter(
      (one, index) => requests.findIndex(({ operation }) => operation === one.operation) === index,
    ),
  );

describe("callers without access to a workspace", () => {
  it.each(once(ofMembers))(
    "%s by an outsider changes nothing and reveals nothing; staff and members get the reason",
    async (_, wanted) => {
      const denials = await learnt(wanted, tried(nonMembers, wanted));
      expect([...denials]).toHaveLength(1);
      expect([...denials][0]).toMatch(/^\[403,null,"no-store",.*workspace_forbidden/);
      const toDeleted = await send(wanted, deleted.token, deleted.name);
      expect(comparable(toDeleted, deleted.name)).toBe([...denials][0]);
      const toNone = await send(wanted, staff, NOWHERE);
      // Trino's protocol reports statement errors in the body of a 200 response.
      if (wanted.path === "/v1/statement")
        expect([toNone.status, toNone.body.error.message]).toEqual([200, expect.stringContaining(NOWHERE)]);
      else expect([toNone.status, toNone.body.code]).toEqual([404, "workspace_not_found"]);
      for (const token of [tenant.lab.token, staff]) {
        const { status, body } = await send(wanted, token, tenant.lab.name, own.platform.usUrl);
        expect([status, body.code]).toEqual([403, "workspace_in_other_region"]);
      }
      await expectNothingChanged();
    },
  );
});

describe("invalid tokens", () => {
  it.each(once(ofMembers))("an invalid token has no effect on %s and reveals nothing", async (_, wanted) => {
    await Promise.all(
      Object.entries(tried(bad, wanted)).map(async ([what, token]) => {
        const refusals = [...(await learnt(wanted, { [what]: token }))];
        expect(refusals, what).toHaveLength(1);
        expect(refusals[0], what).toMatch(/^\[401,"Bearer","no-store",/);
      }),
    );
    await expectNothingChanged();
  });

  it.each([...once(ofUsers), ...once(ofStaff)])("an invalid token has no effect on %s", async (_, wanted) => {
    await Promise.all(
      Object.entries(tried(bad, wanted)).map(async ([what, token]) => {
        const { status, headers } = await send(wanted, token);
        expect([what, status, headers.get("www-authenticate")]).toEqual([what, 401, "Bearer"]);
      }),
    );
    await expectNothingChanged();
  });

  it("an invalid token is rejected with one of four reasons that do not reveal what is wrong with it", async () => {
    const wanted = ofMembers[0] as ContractRequest;
    const codes = new Map<string, string>();
    for (const [what, token] of Object.entries(bad)) {
      const { status, headers, body } = await send(wanted, token);
      expect([what, status, headers.get("www-authenticate")]).toEqual([what, 401, "Bearer"]);
      codes.set(what, body.code);
    }
    const rest = [...codes].filter(([, code]) => code !== "token_invalid");
    expect(Object.fromEntries(rest)).toEqual({
      "that is absent": "token_missing",
      "that has expired": "token_expired",
      "of a user whom the provider does not know": "session_revoked",
      "of a session that was revoked": "session_revoked",
    });
  });
});

describe("an operation without a token", () => {
  it("the list of operations without a token is complete", () => {
    const open = new Set(all.filter(({ audience }) => audience === "open").map(({ path }) => path));
    expect([...open].sort()).toEqual([
      "/500",
      "/auth/docs:exchange",
      "/auth:apiStrategy",
      "/iceberg/v1/oauth/tokens",
      "/idp/webhook",
      "/idp/webhook/{_webhook_path}",
      "/users/picture",
      "/v1/info",
    ]);
  });
});

describe("staff operations", () => {
  it.each(named(ofStaff))("%s is refused to everyone else and changes nothing", async (_, wanted) => {
    const refusals = await learnt(wanted, { member: tenant.lab.token, ...nonMembers });
    expect([...refusals]).toHaveLength(1);
    expect([...refusals][0]).toMatch(/^\[403,null,"no-store",.*staff_only/);
    await expectNothingChanged();
  });
});

describe("operations that ask about a workspace", () => {
  const about = ofUsers.filter(({ query }) => Object.values(query).includes("protein-lab"));

  it("the list of these operations is not empty", () => {
    expect(about.map(({ operation }) => operation)).toEqual(
      expect.arrayContaining(["getWorkspace", "getWorkspaceRecord", "checkAuth"]),
    );
  });

  it.each(named(about))(
    "%s responds in the same way for a foreign workspace and an unknown one",
    async (_, wanted) => {
      for (const [who, token] of Object.entries(nonMembers)) {
        // These users are told that they need a different token, because the provider confirms their membership.
        if (wanted.operation === "checkAuth" && who.startsWith("a member, ")) continue;
        const [here, nowhere] = await Promise.all(
          [tenant.lab.name, NOWHERE].map(async (name) => {
            const { status, body } = await send(wanted, token, name);
            return [status, JSON.stringify({ ...body, error_id: "" }).replaceAll(name, "NAME")];
          }),
        );
        expect(here, who).toEqual(nowhere);
      }
    },
  );
});

describe("all of these attempts together", () => {
  it("none of the attempts changed anything in either workspace", () => expectNothingChanged(true));
});

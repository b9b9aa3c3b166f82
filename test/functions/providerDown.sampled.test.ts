import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { changeWorkspace } from "#shared/store/workspaces.ts";
import { ageMembershipStatus } from "#test/support/ageMembershipStatus.ts";
import { byNight } from "#test/support/byNight.ts";
import { directoryOf } from "#test/support/directory.ts";
import { type Failure, type FaultyProvider, startFaultyProvider } from "#test/support/faultyProvider.ts";
import { type Answer, request } from "#test/support/http.ts";
import { type Lab, memberToken, newLab, staffToken, uniqueName } from "#test/support/lab.ts";
import { type OwnPlatform, startOwnPlatform } from "#test/support/ownPlatform.ts";

const IMMEDIATE_FAILURES: Failure[] = ["reset", "status 500", "invalid JSON"];

let provider: FaultyProvider;
let own: OwnPlatform;
let lab: Lab;

beforeAll(async () => {
  provider = await startFaultyProvider();
  own = await startOwnPlatform({ IDP_API_URL: provider.url });
  provider.target = own.platform.idpUrl;
  lab = await newLab(own.addresses);
});

afterEach(() => {
  provider.failure = "none";
});

afterAll(async () => {
  await own.close();
  await provider.close();
});

function get(path: string, token: string): Promise<Answer> {
  return request("GET", `${own.platform.url}${path}`, { token });
}

function projects(token: string): Promise<Answer> {
  return request("GET", `${lab.regionUrl}/v2/workspace/${lab.name}/project:list`, { token });
}

async function newMember(): Promise<{ token: string; userId: string }> {
  const email = `${uniqueName("member")}@example.org`;
  const token = await memberToken(own.addresses, lab.orgId, email);
  return { token, userId: await directoryOf(own.addresses).user(email) };
}

function expectUnavailable({ status, headers, body }: Answer): void {
  expect([status, body.code, headers.get("retry-after")]).toEqual([503, "idp_unavailable", "2"]);
  expect(body.detail).toMatch(/Try again/);
  expect(JSON.stringify(body)).not.toMatch(/127\.0\.0\.1|fetch|key/i);
}

// The first test: a failed request makes the platform trust its records for some seconds.
it("a failed comparison in the background does not hide a removal from the next request that needs one", async () => {
  const { token, userId } = await newMember();
  expect((await projects(token)).status).toBe(200);
  const { admit, dismiss } = directoryOf(own.addresses);
  await dismiss(await admit(userId, lab.orgId));
  provider.failure = "status 500";
  await ageMembershipStatus(own.platform.settings.EU, userId, lab.orgId, 12);
  expect((await projects(token)).status).toBe(200);
  await sleep(300);
  provider.failure = "none";
  await ageMembershipStatus(own.platform.settings.EU, userId, lab.orgId, 3600);
  expect((await projects(token)).status).toBe(403);
});

describe("while the identity provider is down", () => {
  it.each(IMMEDIATE_FAILURES)(
    "with failure %s, known users can continue and unknown users are rejected",
    async (failure) => {
      const known = await newMember();
      expect((await projects(known.token)).status).toBe(200);
      const unknown = await newMember();
      provider.failure = failure;
      await ageMembershipStatus(own.platform.settings.EU, known.userId, lab.orgId, 3600);
      expect((await projects(known.token)).status).toBe(200);
      expect((await get("/users/me", known.token)).status).toBe(200);
      expect((await get("/users/list", known.token)).status).toBe(200);
      expect((await get(`/auth:checkAuth?workspace=${lab.name}`, known.token)).body.authorized).toBe(true);
      expectUnavailable(await projects(unknown.token));
      expectUnavailable(await get("/users/me", unknown.token));
      provider.failure = "none";
      expect((await projects(unknown.token)).status).toBe(200);
    },
  );

  it("when the provider times out, known users wait 2 s, but only once", async () => {
    const members = await Promise.all([newMember(), newMember()]);
    for (const { token } of members) expect((await projects(token)).status).toBe(200);
    provider.failure = "timeout";
    const began = performance.now();
    for (const { token, userId } of members) {
      await ageMembershipStatus(own.platform.settings.EU, userId, lab.orgId, 3600);
      expect((await projects(token)).status).toBe(200);
    }
    // Three tries of 3 s each would take 9 s for the first request alone.
    expect(performance.now() - began).toBeLessThan(6_000);
  });

  it("removed members stay removed", async () => {
    const { token, userId } = await newMember();
    expect((await projects(token)).status).toBe(200);
    const { admit, dismiss } = directoryOf(own.addresses);
    await dismiss(await admit(userId, lab.orgId));
    // A new user is looked up immediately despite earlier failures, because the provider responds again.
    await ageMembershipStatus(own.platform.settings.EU, userId, lab.orgId, 3600);
    while ((await projects(token)).status === 200) {
      await sleep(100);
      await ageMembershipStatus(own.platform.settings.EU, userId, lab.orgId, 3600);
    }
    provider.failure = "status 500";
    await ageMembershipStatus(own.platform.settings.EU, userId, lab.orgId, 3600);
    expect((await projects(token)).status).toBe(403);
    expect((await get("/users/me", token)).status).toBe(200);
  });

  it("operations that need the provider report the outage and change nothing", async () => {
    const { token } = await newMember();
    expect((await projects(token)).status).toBe(200);
    const other = await newLab(own.addresses);
    const staff = await staffToken(own.addresses);
    expect((await get("/users/me", staff)).status).toBe(200);
    provider.failure = "status 500";
    const post = (path: string, as: string, body: object) =>
      request("POST", `${own.platform.url}${path}`, { token: as, body });
    expectUnavailable(await post("/idp:revokeSessions", token, {}));
    expect((await projects(token)).status).toBe(200);
    const entry = { type: "domain", entry: "down.example" };
    expectUnavailable(await post("/idp:addRadarAllowEntry", staff, entry));
    for (const name of [other.name, "no-such-workspace"])
      expectUnavailable(await get(`/auth:checkAuth?workspace=${name}`, token));
  });

  byNight("provisioning fails with details for staff, and succeeds later", async () => {
    const staff = await staffToken(own.addresses);
    const { token } = await newMember();
    for (const known of [staff, token]) expect((await get("/users/me", known)).status).toBe(200);
    provider.failure = "status 500";
    const name = uniqueName("unlucky");
    const body = { name, display_name: "Unlucky" };
    const created = await request("POST", `${own.platform.url}/v2/workspace:create`, { token: staff, body });
    expect([created.status, created.body.state]).toEqual([200, "PROVISIONING"]);
    const path = `/v2/workspace:get?name=${name}`;
    while ((await get(path, staff)).body.state === "PROVISIONING") await sleep(100);
    const shown = (await get(path, staff)).body;
    expect(shown.state).toBe("FAILED");
    expect(shown.errors).toEqual([
      expect.stringMatching(/^The workspace could not be provisioned \(reference workspace-\d+-1 /),
    ]);
    expect(shown.internal_error_details).toEqual([expect.stringMatching(/identity provider/)]);

    provider.failure = "none";
    const scope = { settings: own.platform.settings.platform };
    await changeWorkspace(scope, name, (workspace) => ({ ...workspace, idp_org_id: lab.orgId }));
    const toMember = (await get(path, token)).body;
    expect(toMember).toMatchObject({ state: "FAILED", errors: shown.errors });
    expect(toMember).not.toHaveProperty("internal_error_details");
    const url = `${lab.regionUrl}/v2/workspace/${name}/project:list`;
    const refused = await request("GET", url, { token });
    expect([refused.status, refused.body.code]).toEqual([409, "workspace_failed"]);

    const restore = `${own.platform.url}/v2/workspace:restore?name=${name}`;
    const restored = await request("POST", restore, { token: staff });
    expect(restored.body).toMatchObject({ state: "PROVISIONING", errors: [], name });
    while ((await get(path, staff)).body.state === "PROVISIONING") await sleep(100);
    expect((await get(path, staff)).body).toMatchObject({ state: "READY", errors: [] });
  });
});

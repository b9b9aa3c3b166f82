import { stat } from "node:fs/promises";
import { request as rawRequest } from "node:http";
import { join } from "node:path";
import { decodeJwt } from "jose";
import { describe, expect, test } from "vitest";
import { localRoutes } from "#local/idp/localRoutes.ts";
import { API_KEY, STAFF_ORG } from "./idpNames.ts";
import { memberOf, readStateOf, request, runIdp, signIn, type TestIdp } from "./runningIdp.ts";

describe("management calls", () => {
  test("management calls check the API key first", async () => {
    const idp = await runIdp();
    const paths = [
      "GET /user_management/users/user_x",
      "GET /user_management/users/user_x/sessions",
      "GET /user_management/organization_memberships",
      "POST /user_management/sessions/revoke",
      "POST /organizations",
      "GET /organizations/org_x",
      "GET /organizations/external_id/x",
      "POST /radar/lists/nonsense/allow",
    ];
    for (const [method, path] of paths.map((line) => line.split(" ") as [string, string])) {
      for (const authorization of ["", "Bearer wrong", "Basic dGhlLWFwaS1rZXk="]) {
        const answer = await request(`${idp.url}${path}`, { method, headers: { authorization } });
        expect([path, answer.status, answer.body.code]).toEqual([path, 401, "unauthorized"]);
      }
    }
  });

  test("an organization is created once per external id, and found by either id", async () => {
    const idp = await runIdp();
    const created = await idp.keyPost("/organizations", { name: "lab", external_id: "4711" });
    expect(created.status).toBe(200);
    expect(created.body).toMatchObject({ object: "organization", name: "lab", external_id: "4711" });
    expect(created.body.id).toMatch(/^org_[0-9A-Z]{26}$/);
    const repeated = await idp.keyPost("/organizations", { name: "lab 2", external_id: "4711" });
    expect([repeated.status, repeated.body.code]).toEqual([409, "external_id_already_used"]);
    expect((await idp.keyGet("/organizations/external_id/4711")).body).toEqual(created.body);
    expect((await idp.keyGet(`/organizations/${created.body.id}`)).body).toEqual(created.body);
    expect((await idp.keyGet("/organizations/external_id/__proto__")).status).toBe(404);
    expect((await idp.keyGet(`/organizations/${STAFF_ORG}`)).body.external_id).toBeNull();
  });

  test("memberships are listed by user, by organization or both, in pages", async () => {
    const idp = await runIdp();
    const names = ["a", "b", "c", "d", "e"];
    const members = [];
    for (const name of names) members.push(await memberOf(idp, name, "ada@example.org"));
    await memberOf(idp, "f", "eve@example.org");
    const [{ userId = "", organizationId = "" } = {}] = members;
    const list = async (query: Record<string, string>) =>
      (await idp.keyGet(`/user_management/organization_memberships?${new URLSearchParams(query)}`)).body;

    const one = await list({ user_id: userId, organization_id: organizationId });
    expect(one.data).toMatchObject([{ object: "organization_membership", status: "active" }]);
    expect((await list({ organization_id: organizationId })).data).toEqual(one.data);
    expect((await list({ user_id: "user_unknown" })).data).toEqual([]);

    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof list>> = await list({
        user_id: userId,
        limit: "2",
        order: "asc",
        ...(after === null ? {} : { after }),
      });
      expect(page.data.length).toBeLessThanOrEqual(2);
      seen.push(...page.data.map((membership: { organization_id: string }) => membership.organization_id));
      after = page.list_metadata.after;
    } while (after !== null);
    expect(seen.toSorted()).toEqual(members.map((member) => member.organizationId).toSorted());
    expect((await idp.keyGet("/user_management/organization_memberships")).status).toBe(400);
  });

  test("a user's sessions are listed without their secrets", async () => {
    const idp = await runIdp();
    const { organizationId, userId } = await memberOf(idp, "lab", "ada@example.org");
    const { access_token } = await signIn(idp, userId, organizationId);
    const { body } = await idp.keyGet(`/user_management/users/${userId}/sessions`);
    expect(body.data).toMatchObject([
      { object: "session", id: decodeJwt(access_token).sid, user_id: userId, status: "active" },
    ]);
    expect(JSON.stringify(body)).not.toContain("refresh");
    const user = (await idp.keyGet(`/user_management/users/${userId}`)).body;
    expect(Date.parse(user.last_sign_in_at)).toBeGreaterThanOrEqual(Date.parse(user.created_at));
  });

  test("adding an entry to an allow list is idempotent", async () => {
    const idp = await runIdp();
    const allow = (type: string, entry: unknown) => idp.keyPost(`/radar/lists/${type}/allow`, { entry });
    expect((await allow("ip_address", "203.0.113.7")).status).toBe(200);
    expect((await allow("ip_address", "203.0.113.7")).body.message).toContain("already");
    expect((await allow("email", "ada@example.org")).status).toBe(200);
    expect((await allow("ip_address", "not an address")).status).toBe(422);
    expect((await allow("nonsense", "x")).status).toBe(404);
    expect((await allow("domain", "")).status).toBe(400);
  });
});

describe("local administration", () => {
  test("a user is found by email, ignoring case, and is renamed if names are given", async () => {
    const idp = await runIdp();
    const first = (await idp.post("/local/users", { email: "Ada@Example.org" })).body;
    const second = (await idp.post("/local/users", { email: "ada@example.org", first_name: "Ada" })).body;
    expect(second).toMatchObject({ id: first.id, first_name: "Ada", last_name: null });
    expect(second.updated_at > first.updated_at).toBe(true);
    expect((await idp.post("/local/users", { email: "ada@example.org" })).body).toEqual(second);
  });

  test("organizations with the same name are listed newest first", async () => {
    const idp = await runIdp();
    for (const external_id of ["1", "2"]) await idp.keyPost("/organizations", { name: "lab", external_id });
    await idp.keyPost("/organizations", { name: "lab2", external_id: "3" });
    const { data } = (await idp.get("/local/organizations?name=lab")).body;
    expect(data.map((one: { external_id: string }) => one.external_id)).toEqual(["2", "1"]);
    expect((await idp.get("/local/organizations")).body.data).toHaveLength(4);
  });

  test("local calls without the secret are refused with a message that names its file", async () => {
    const idp = await runIdp();
    const path = join(idp.directory, "local-secret");
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const calls: [method: string, path: string][] = [
      ["GET", "/local/settings"],
      ["GET", "/local/organizations"],
      ["POST", "/local/organizations"],
      ["POST", "/local/users"],
      ["DELETE", "/local/users/user_x"],
      ["POST", "/local/memberships"],
      ["DELETE", "/local/memberships/membership_x"],
      ["POST", "/local/device_codes/approve"],
      ["POST", "/local/device_codes/deny"],
      ["POST", "/local/machine_clients"],
      ["POST", "/local/keys/rotate"],
    ];
    const local = localRoutes.map(({ method, path }) => `${method} ${path}`);
    expect(calls.map(([method, path]) => `${method} ${path.replace(/(user|membership)_x$/, "*")}`)).toEqual(
      local,
    );
    for (const secret of [
      "",
      "Bearer ",
      `Bearer ${API_KEY}`,
      `Bearer ${idp.localSecret}0`,
      `Basic ${idp.localSecret}`,
    ]) {
      for (const [method, target] of calls) {
        const headers = { "content-type": "application/json", authorization: secret };
        const body = method === "POST" ? "{}" : null;
        const answer = await request(`${idp.url}${target}`, { method, headers, body });
        expect([answer.status, answer.body.message]).toEqual([401, expect.stringContaining(path)]);
      }
    }
    expect((await readStateOf(idp.directory)).keys).toHaveLength(1);
  });

  test("the secret survives a restart", async () => {
    const idp = await runIdp();
    await idp.close();
    expect((await runIdp({ directory: idp.directory })).localSecret).toBe(idp.localSecret);
  });

  test("web pages cannot make local calls, either through plain forms or through DNS rebinding", async () => {
    const idp = await runIdp();
    const form = await request(`${idp.url}/local/users`, {
      method: "POST",
      headers: { "content-type": "text/plain" },
      body: '{"email":"eve@example.org"}',
    });
    expect(form.status).toBe(415);
    expect(await statusWithHost(idp, "evil.example:4003")).toBe(403);
    expect(await statusWithHost(idp, `localhost:${idp.port}`)).toBe(200);
    const preflight = await fetch(`${idp.url}/local/users`, { method: "OPTIONS" });
    expect(preflight.status).toBe(405);
    expect(preflight.headers.get("access-control-allow-origin")).toBeNull();
  });

  test("a page from another origin changes nothing, with or without the API key", async () => {
    const idp = await runIdp({ origins: ["http://127.0.0.1:4000"] });
    const authorization = (path: string) => {
      const secret = path.startsWith("/local/") ? idp.localSecret : API_KEY;
      return { authorization: `Bearer ${secret}` };
    };
    const post = (path: string, from: Record<string, string>, body: object) =>
      request(`${idp.url}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...authorization(path), ...from },
        body: JSON.stringify(body),
      });
    const pages = [
      { origin: "https://evil.example" },
      { origin: "null" },
      { origin: "http://127.0.0.1:4001" },
    ];
    for (const from of pages) {
      const refusals = [
        await post("/local/users", from, { email: "eve@example.org" }),
        await post("/organizations", from, { name: "evil" }),
        await request(`${idp.url}/local/users/user_x`, { method: "DELETE", headers: from }),
      ];
      for (const { status, body } of refusals) expect([status, body.code]).toEqual([403, "not_local"]);
    }
    for (const origin of [idp.url, "http://127.0.0.1:4000"]) {
      expect((await post("/local/users", { origin }, { email: "ada@example.org" })).status).toBe(200);
    }
    expect((await idp.get("/local/organizations")).body.data).toHaveLength(1);
  });
});

describe("any URL", () => {
  test("unknown paths get 404, wrong methods 405, and unreadable bodies 400 or 413", async () => {
    const idp = await runIdp();
    expect((await idp.get("/nothing")).status).toBe(404);
    expect((await idp.get("/sso/jwks/%E0%A4%A")).status).toBe(400);
    expect((await idp.get("/local/users")).status).toBe(405);
    const post = (body: string) =>
      request(`${idp.url}/user_management/authenticate`, { method: "POST", body });
    expect((await post("{")).body.error).toBe("invalid_request");
    expect((await post(`{"grant_type":"${"x".repeat(70_000)}"}`)).status).toBe(413);
  });
});

function statusWithHost({ port, localSecret }: TestIdp, host: string): Promise<number | undefined> {
  return new Promise((done, fail) => {
    const sent = rawRequest({
      host: "127.0.0.1",
      port,
      path: "/local/settings",
      headers: { host, authorization: `Bearer ${localSecret}` },
    });
    sent.on("response", (response) => {
      response.resume();
      done(response.statusCode);
    });
    sent.on("error", fail);
    sent.end();
  });
}

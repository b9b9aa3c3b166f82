import { decodeJwt, decodeProtectedHeader } from "jose";
import { describe, expect, test } from "vitest";
import { API_KEY, CLIENT_ID } from "./idpNames.ts";
import { memberOf, redeem, refresh, request, runIdp, signIn } from "./runningIdp.ts";

describe("the device flow", () => {
  test("the device flow waits for approval and then issues tokens once", async () => {
    const idp = await runIdp();
    const { organizationId, userId } = await memberOf(idp, "lab", "ada@example.org");
    const started = await idp.post("/user_management/authorize/device", { client_id: CLIENT_ID });
    expect(started.status).toBe(200);
    const { device_code, user_code, verification_uri_complete } = started.body;
    expect(user_code).toMatch(/^[A-Z]{4}-[A-Z]{4}$/);
    expect(await (await fetch(verification_uri_complete)).text()).toContain(user_code);

    const early = await redeem(idp, device_code);
    expect([early.status, early.body.error]).toEqual([400, "authorization_pending"]);
    expect(early.body.error_description).toBeTypeOf("string");

    const approval = { user_code: user_code.toLowerCase(), user_id: userId, organization_id: organizationId };
    expect((await idp.post("/local/device_codes/approve", approval)).status).toBe(200);
    const { status, body } = await redeem(idp, device_code);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      user: { object: "user", id: userId, email: "ada@example.org" },
      organization_id: organizationId,
      expires_in: 3600,
    });

    const again = await redeem(idp, device_code);
    expect([again.status, again.body.error]).toEqual([400, "invalid_grant"]);
  });

  test("a token has exactly the documented claims", async () => {
    const idp = await runIdp();
    const { organizationId, userId } = await memberOf(idp, "lab", "ada@example.org");
    const { access_token } = await signIn(idp, userId, organizationId);
    const claims = decodeJwt(access_token);
    expect(Object.keys(claims).sort()).toEqual(
      ["exp", "iat", "iss", "jti", "org_id", "permissions", "role", "sid", "sub"].sort(),
    );
    expect(claims).toMatchObject({ iss: idp.url, sub: userId, org_id: organizationId, permissions: [] });
    expect(claims.sid).toMatch(/^session_[0-9A-Z]{26}$/);
    expect(claims.exp! - claims.iat!).toBe(3600);
    const { alg, kid } = decodeProtectedHeader(access_token);
    const { keys } = (await idp.get(`/sso/jwks/${CLIENT_ID}`)).body;
    expect(alg).toBe("RS256");
    expect(keys).toEqual([{ kid, use: "sig", alg: "RS256", kty: "RSA", n: expect.any(String), e: "AQAB" }]);
  });

  test("a sign-in without an organization yields a token without one", async () => {
    const idp = await runIdp({ accessTokenSeconds: 60 });
    const { userId } = await memberOf(idp, "lab", "ada@example.org");
    const claims = decodeJwt((await signIn(idp, userId)).access_token);
    expect(claims).not.toHaveProperty("org_id");
    expect(claims.exp! - claims.iat!).toBe(60);
  });

  test("only members can approve a device code for their organization, and they can also deny it", async () => {
    const idp = await runIdp();
    const { organizationId } = await memberOf(idp, "lab", "ada@example.org");
    const nonMember = (await idp.post("/local/users", { email: "eve@example.org" })).body.id;
    const { device_code, user_code } = (
      await idp.post("/user_management/authorize/device", { client_id: CLIENT_ID })
    ).body;
    const approval = { user_code, user_id: nonMember, organization_id: organizationId };
    expect((await idp.post("/local/device_codes/approve", approval)).status).toBe(403);
    expect((await redeem(idp, device_code)).body.error).toBe("authorization_pending");
    expect((await idp.post("/local/device_codes/deny", { user_code })).status).toBe(200);
    expect((await redeem(idp, device_code)).body.error).toBe("access_denied");
  });

  test("a form body, as sent by OAuth clients, is accepted", async () => {
    const idp = await runIdp();
    const answer = await request(`${idp.url}/user_management/authorize/device`, {
      method: "POST",
      body: new URLSearchParams({ client_id: CLIENT_ID }),
    });
    expect(answer.status).toBe(200);
  });

  test("only one client and its grants are accepted", async () => {
    const idp = await runIdp();
    const { status, body } = await idp.post("/user_management/authorize/device", {
      client_id: "client_other",
    });
    expect([status, body.error]).toEqual([401, "invalid_client"]);
    const password = await idp.post("/user_management/authenticate", { grant_type: "password" });
    expect([password.status, password.body.error]).toEqual([400, "unsupported_grant_type"]);
    const wrongSecret = await idp.post("/user_management/authenticate", {
      grant_type: "refresh_token",
      client_id: CLIENT_ID,
      client_secret: `${API_KEY}x`,
      refresh_token: "x",
    });
    expect(wrongSecret.status).toBe(401);
    expect((await idp.get("/sso/jwks/client_other")).status).toBe(404);
  });
});

describe("a token refresh", () => {
  test("a refresh keeps user, session and organization, and consumes the refresh token", async () => {
    const idp = await runIdp();
    const { organizationId, userId } = await memberOf(idp, "lab", "ada@example.org");
    const first = await signIn(idp, userId, organizationId);
    const second = await refresh(idp, first.refresh_token);
    expect(second.status).toBe(200);
    const [before, after] = [decodeJwt(first.access_token), decodeJwt(second.body.access_token)];
    expect(after).toMatchObject({ sub: userId, sid: before.sid, org_id: organizationId });
    expect(after.jti).not.toBe(before.jti);
    const reused = await refresh(idp, first.refresh_token);
    expect([reused.status, reused.body.error]).toEqual([400, "invalid_grant"]);
    expect((await refresh(idp, second.body.refresh_token)).status).toBe(200);
  });

  test("a refresh switches organizations only for members, and the token remains usable after a rejection", async () => {
    const idp = await runIdp();
    const lab = await memberOf(idp, "lab", "ada@example.org");
    const other = await memberOf(idp, "other", "ada@example.org");
    const foreign = await memberOf(idp, "foreign", "eve@example.org");
    const { refresh_token } = await signIn(idp, lab.userId, lab.organizationId);

    for (const organizationId of [foreign.organizationId, "org_unknown"]) {
      const refused = await refresh(idp, refresh_token, organizationId);
      expect([refused.status, refused.body.error]).toEqual([403, "access_denied"]);
    }
    const changed = await refresh(idp, refresh_token, other.organizationId);
    expect(changed.body.organization_id).toBe(other.organizationId);
    expect(decodeJwt(changed.body.access_token).org_id).toBe(other.organizationId);
    const kept = await refresh(idp, changed.body.refresh_token);
    expect(decodeJwt(kept.body.access_token).org_id).toBe(other.organizationId);
  });

  test("a refresh fails once the membership has ended", async () => {
    const idp = await runIdp();
    const { organizationId, userId } = await memberOf(idp, "lab", "ada@example.org");
    const { refresh_token } = await signIn(idp, userId, organizationId);
    const query = new URLSearchParams({ user_id: userId, organization_id: organizationId });
    const [membership] = (await idp.keyGet(`/user_management/organization_memberships?${query}`)).body.data;
    expect((await idp.remove(`/local/memberships/${membership.id}`)).status).toBe(200);
    expect((await refresh(idp, refresh_token)).status).toBe(403);
  });

  test("a refresh fails once the session is revoked or the user removed", async () => {
    const idp = await runIdp();
    const { organizationId, userId } = await memberOf(idp, "lab", "ada@example.org");
    const revoked = await signIn(idp, userId, organizationId);
    const { sid } = decodeJwt(revoked.access_token);
    for (const _ of ["first", "again"]) {
      const { status, body } = await idp.keyPost("/user_management/sessions/revoke", { session_id: sid });
      expect([status, body.status]).toEqual([200, "revoked"]);
    }
    const refused = await refresh(idp, revoked.refresh_token);
    expect([refused.status, refused.body.error]).toEqual([400, "invalid_grant"]);

    const removed = await signIn(idp, userId, organizationId);
    expect((await idp.remove(`/local/users/${userId}`)).status).toBe(200);
    expect((await refresh(idp, removed.refresh_token)).body.error).toBe("invalid_grant");
    expect((await idp.keyGet(`/user_management/users/${userId}`)).status).toBe(404);
  });

  test("a refresh token used many times at once succeeds once", async () => {
    const idp = await runIdp();
    const { userId } = await memberOf(idp, "lab", "ada@example.org");
    const { refresh_token } = await signIn(idp, userId);
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(idp, refresh_token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe("client credentials", () => {
  test("client credentials yield a machine token with client id and organization, without a session", async () => {
    const idp = await runIdp();
    const { organizationId } = await memberOf(idp, "lab", "ada@example.org");
    const client = (await idp.post("/local/machine_clients", { organization_id: organizationId })).body;
    const again = (await idp.post("/local/machine_clients", { organization_id: organizationId })).body;
    expect(again).toEqual(client);
    const credentials = { grant_type: "client_credentials", ...client };
    const { status, body } = await idp.post("/user_management/authenticate", credentials);
    expect(status).toBe(200);
    const claims = decodeJwt(body.access_token);
    expect(claims).toMatchObject({ sub: client.client_id, org_id: organizationId });
    expect(claims.sub).toMatch(/^client_/);
    expect(claims).not.toHaveProperty("sid");
    expect(body).not.toHaveProperty("refresh_token");
  });

  test("client credentials with a wrong secret or for another organization are refused", async () => {
    const idp = await runIdp();
    const lab = await memberOf(idp, "lab", "ada@example.org");
    const other = await memberOf(idp, "other", "eve@example.org");
    const client = (await idp.post("/local/machine_clients", { organization_id: lab.organizationId })).body;
    const ask = (more: object) =>
      idp.post("/user_management/authenticate", { grant_type: "client_credentials", ...client, ...more });
    expect((await ask({ client_secret: "x" })).body.error).toBe("invalid_client");
    expect((await ask({ client_id: "client_unknown" })).body.error).toBe("invalid_client");
    expect((await ask({ organization_id: other.organizationId })).status).toBe(403);
    expect((await idp.post("/local/machine_clients", { organization_id: "org_unknown" })).status).toBe(404);
  });
});

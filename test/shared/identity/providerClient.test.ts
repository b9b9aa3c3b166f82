import { DomainError } from "@pdp/basics/errors";
import { decodeJwt } from "jose";
import { describe, expect, test } from "vitest";
import { providerClient } from "#shared/identity/providerClient.ts";
import { memberOf, readStateOf, refresh, runIdp, signIn, type TestIdp } from "#test/local/idp/runningIdp.ts";
import { denialOf, UNAVAILABLE } from "./denialOf.ts";
import { serve } from "./serve.ts";

describe("with the local provider", () => {
  test("a user is found and named by full name or email, and an unknown user is null", async () => {
    const idp = await runIdp();
    const client = providerClient(idp.settings);
    const { id } = (await idp.post("/local/users", { email: "ada@example.org" })).body;
    expect(await client.getUser(id)).toMatchObject({ id, email: "ada@example.org", name: "ada@example.org" });
    await idp.post("/local/users", { email: "ada@example.org", first_name: "Ada", last_name: "L." });
    expect((await client.getUser(id))?.name).toBe("Ada L.");
    for (const unknown of ["user_unknown", "..", ".", "", "a/b", "?", "x".repeat(300)]) {
      expect(await client.getUser(unknown)).toBeNull();
    }
  });

  test("memberships are listed across all pages, or found by organization", async () => {
    const idp = await runIdp();
    const client = providerClient(idp.settings);
    const { userId, organizationId } = await memberOf(idp, "first", "ada@example.org");
    await Promise.all(Array.from({ length: 120 }, (_, i) => memberOf(idp, `lab ${i}`, "ada@example.org")));
    const all = await client.memberships(userId);
    expect(new Set(all.map((one) => one.organizationId)).size).toBe(121);
    const one = await client.memberships({ userId, organizationId });
    expect(one).toMatchObject([{ userId, organizationId, isActive: true }]);
    expect(await client.memberships({ userId, organizationId: "org_staff" })).toEqual([]);
    expect(await client.memberships("user_unknown")).toEqual([]);
  });

  test("an organization is created once, even with concurrent requests", async () => {
    const idp = await runIdp();
    const client = providerClient(idp.settings);
    const wanted = { externalId: "4711/?#", name: "lab" };
    const made = await Promise.all(Array.from({ length: 10 }, () => client.ensureOrganization(wanted)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(made[0]).toMatchObject({ name: "lab", externalId: "4711/?#" });
    const kept = (await readStateOf(idp.directory)).organizations;
    expect(kept.filter(({ name }) => name === "lab")).toHaveLength(1);
  });

  test("sessions are listed and revoked", async () => {
    const idp = await runIdp();
    const client = providerClient(idp.settings);
    const { userId, organizationId } = await memberOf(idp, "lab", "ada@example.org");
    const tokens = await signIn(idp, userId, organizationId);
    const id = String(decodeJwt(tokens.access_token).sid);
    expect(await client.listSessions(userId)).toEqual([{ id, userId, organizationId, isActive: true }]);
    expect(await client.revokeSession(id)).toBe(true);
    expect(await client.revokeSession("session_unknown")).toBe(false);
    expect(await client.listSessions(userId)).toMatchObject([{ id, isActive: false }]);
    expect((await refresh(idp, tokens.refresh_token)).body.error).toBe("invalid_grant");
    expect(await client.listSessions("user_unknown")).toEqual([]);
  });

  test("an allow entry is added, and a rejection is reported as a client error", async () => {
    const idp = await runIdp();
    const client = providerClient(idp.settings);
    await client.addRadarAllowEntry("ip_address", "203.0.113.7");
    await client.addRadarAllowEntry("ip_address", "203.0.113.7");
    expect((await readStateOf(idp.directory)).radarAllowed).toEqual([
      { type: "ip_address", entry: "203.0.113.7" },
    ]);
    const refusal = await client.addRadarAllowEntry("ip_address", "x").catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DomainError);
    expect((refusal as DomainError).problems).toMatchObject([{ loc: ["body", "entry"], input: "x" }]);
  });

  test("a wrong key and a provider outage are reported as platform failures", async () => {
    const idp = await runIdp();
    expect(await failures({ ...idp.settings, apiKey: "wrong" })).toEqual(Array(6).fill(UNAVAILABLE));
    await idp.close();
    expect(await failures(idp.settings)).toEqual(Array(6).fill(UNAVAILABLE));
  });
});

describe("with an unreliable provider", () => {
  test("a call is attempted at most three times, until the first valid response", async () => {
    for (const stumble of [500, 503, 429, 0]) {
      const { settings, asked } = await serveStatuses([stumble, stumble, 200]);
      expect((await providerClient(settings).listSessions("user_1")).length).toBe(0);
      expect(asked()).toBe(3);
      const worse = await serveStatuses([stumble, stumble, stumble, 200]);
      expect(await denialOf(() => providerClient(worse.settings).listSessions("user_1"))).toBe(UNAVAILABLE);
      expect(worse.asked()).toBe(3);
    }
  });

  test("a response with an unexpected shape and an endless list are treated as invalid", async () => {
    for (const body of [
      "",
      "null",
      "[]",
      "{}",
      "<html>",
      '{"data":[{}]}',
      '{"data":[],"list_metadata":{"after":"x"}}',
    ]) {
      const { settings } = await serveStatuses([200], body);
      expect([body, await denialOf(() => providerClient(settings).listSessions("user_1"))]).toEqual([
        body,
        UNAVAILABLE,
      ]);
    }
  });

  test("redirects are not followed, so that the API key is sent only to the provider", async () => {
    const elsewhere = await serveStatuses([200]);
    const { settings } = await serveStatuses([302], "", elsewhere.settings.apiUrl);
    expect(await denialOf(() => providerClient(settings).listSessions("user_1"))).toBe(UNAVAILABLE);
    expect(elsewhere.asked()).toBe(0);
  });

  test("invited members do not count", async () => {
    const times = { created_at: "2026-01-01T00:00:00Z", updated_at: "2026-01-01T00:00:00Z" };
    const data = ["active", "pending", "inactive"].map((status) => ({
      id: `om_${status}`,
      user_id: "user_1",
      organization_id: "org_1",
      status,
      ...times,
    }));
    const { settings } = await serveStatuses([200], JSON.stringify({ data }));
    expect((await providerClient(settings).memberships("user_1")).map(({ id }) => id)).toEqual(["om_active"]);
  });
});

async function failures(settings: TestIdp["settings"]): Promise<string[]> {
  const client = providerClient(settings);
  return await Promise.all([
    denialOf(() => client.getUser("user_1")),
    denialOf(() => client.memberships("user_1")),
    denialOf(() => client.ensureOrganization({ externalId: "1", name: "lab" })),
    denialOf(() => client.listSessions("user_1")),
    denialOf(() => client.revokeSession("session_1")),
    denialOf(() => client.addRadarAllowEntry("email", "ada@example.org")),
  ]);
}

/** Responds with these statuses in turn, repeating the last one forever; 0 closes the connection. */
async function serveStatuses(statuses: number[], body = '{"data":[]}', location = "/elsewhere") {
  let asked = 0;
  const url = await serve((response, request) => {
    const status = statuses[Math.min(asked++, statuses.length - 1)] ?? 200;
    if (status === 0) request.socket.destroy();
    else response.writeHead(status, { location }).end(body);
  });
  const settings = { issuer: url, clientId: "client_1", authUrl: url, apiUrl: url, apiKey: "key" };
  return { settings, asked: () => asked };
}

import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { localIdp } from "#infra/local/idp/localIdp.ts";
import { type Directory, directoryOf } from "#test/support/directory.ts";
import { type Answer, request } from "#test/support/http.ts";
import { memberToken, staffToken } from "#test/support/lab.ts";
import { type OwnPlatform, startOwnPlatform } from "#test/support/ownPlatform.ts";

let own: OwnPlatform;
let directory: Directory;
let count = 0;

beforeAll(async () => {
  own = await startOwnPlatform({});
  directory = directoryOf(own.addresses);
});

afterAll(() => own.close());

function me(token: string): Promise<Answer> {
  return request("GET", `${own.platform.url}/users/me`, { token });
}

function revoke(token: string | null, body?: unknown): Promise<Answer> {
  return request("POST", `${own.platform.url}/idp:revokeSessions`, { token, body });
}

function allow(token: string | null, body: unknown): Promise<Answer> {
  return request("POST", `${own.platform.url}/idp:addRadarAllowEntry`, { token, body });
}

/** A user who signed in so many times. */
async function signedIn(times: number): Promise<{ id: string; tokens: string[] }> {
  count += 1;
  const email = `user${count}@sessions.example`;
  const tokens = [];
  for (let time = 0; time < times; time += 1) {
    const token = await memberToken(own.addresses, null, email);
    expect((await me(token)).status).toBe(200);
    tokens.push(token);
  }
  return { id: await directory.user(email), tokens };
}

async function statuses(tokens: readonly string[]): Promise<number[]> {
  return Promise.all(tokens.map(async (token) => (await me(token)).status));
}

async function isActiveAtProvider(tokens: readonly string[]): Promise<boolean[]> {
  const { sessions } = await own.idpState();
  const sids = tokens.map((token) => decodeJwt(token).sid);
  return sids.map((sid) => sessions.find(({ id }) => id === sid)?.status === "active");
}

describe("revoking sessions", () => {
  it.each([
    ["no body", undefined],
    ["an empty one", {}],
    ["null", { user_id: null }],
  ])("with %s ends all of the caller, here and at the provider, and nobody else's", async (_, body) => {
    const { id, tokens } = await signedIn(3);
    const other = await signedIn(1);
    const answer = await revoke(tokens[1] ?? "", body);
    expect([answer.status, answer.body]).toEqual([200, { user_id: id, revoked: 3 }]);
    expect(await statuses(tokens)).toEqual([401, 401, 401]);
    expect(await isActiveAtProvider(tokens)).toEqual([false, false, false]);
    expect(await statuses(other.tokens)).toEqual([200]);
    const refused = await me(tokens[0] ?? "");
    expect(refused.body.code).toBe("session_revoked");
    expect(refused.headers.get("www-authenticate")).toBe("Bearer");
  });

  it("leaves it to the user to sign in again", async () => {
    const { tokens } = await signedIn(1);
    await revoke(tokens[0] ?? "");
    const again = await memberToken(own.addresses, null, `user${count}@sessions.example`);
    expect(await statuses([...tokens, again])).toEqual([401, 200]);
  });

  it("of somebody else is for staff", async () => {
    const victim = await signedIn(2);
    const { tokens } = await signedIn(1);
    const denied = await revoke(tokens[0] ?? "", { user_id: victim.id });
    expect([denied.status, denied.body.code]).toEqual([403, "staff_only"]);
    expect(await statuses([...victim.tokens, ...tokens])).toEqual([200, 200, 200]);
    expect(await isActiveAtProvider(victim.tokens)).toEqual([true, true]);
    const staff = await staffToken(own.addresses);
    const done = await revoke(staff, { user_id: victim.id });
    expect([done.status, done.body]).toEqual([200, { user_id: victim.id, revoked: 2 }]);
    expect(await statuses([...victim.tokens, staff])).toEqual([401, 401, 200]);
    expect((await revoke(staff, { user_id: victim.id })).body.revoked).toBe(0);
  });

  it("of oneself by name needs no staff", async () => {
    const { id, tokens } = await signedIn(1);
    expect((await revoke(tokens[0] ?? "", { user_id: id })).body).toEqual({ user_id: id, revoked: 1 });
    expect(await statuses(tokens)).toEqual([401]);
  });

  it("of a user whom nobody knows is a 404", async () => {
    const staff = await staffToken(own.addresses);
    for (const user_id of ["user_unknown", "../users", "x".repeat(200), "ä 🧬", "."]) {
      const { status, body } = await revoke(staff, { user_id });
      expect([status, body.code]).toEqual([404, "user_not_found"]);
    }
    for (const user_id of ["", "x".repeat(201), 5]) {
      expect((await revoke(staff, { user_id })).status).toBe(422);
    }
  });

  it("of a user who never came here works as well, and the token is refused when it comes", async () => {
    const email = "unseen@sessions.example";
    const token = await memberToken(own.addresses, null, email);
    const user_id = await directory.user(email);
    const answer = await revoke(await staffToken(own.addresses), { user_id });
    expect(answer.body).toEqual({ user_id, revoked: 1 });
    expect(await statuses([token])).toEqual([401]);
  });

  it("of a machine ends nothing: it has none", async () => {
    const orgId = await directory.newOrganization("machines");
    const machine = await localIdp(own.platform.idpUrl).machineToken(orgId);
    const { status, body } = await revoke(machine);
    expect([status, body.revoked]).toEqual([200, 0]);
    expect(await statuses([machine])).toEqual([200]);
  });

  it("20 times at once is as good as once", async () => {
    const { tokens } = await signedIn(2);
    const answers = await Promise.all(Array.from({ length: 20 }, () => revoke(tokens[0] ?? "")));
    for (const { status } of answers) expect([200, 401]).toContain(status);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect(await statuses(tokens)).toEqual([401, 401]);
  });

  it("needs a token", async () => {
    expect((await revoke(null)).status).toBe(401);
  });
});

describe("an allow entry of the threat detection", () => {
  it.each([
    ["ip_address", "203.0.113.7"],
    ["domain", "example.org"],
    ["email", "ada@example.org"],
    ["device", "device-1"],
    ["user_agent", "curl/8"],
    ["device_fingerprint", "f00d"],
  ])("of type %s reaches the provider once, however often it is added", async (type, entry) => {
    const staff = await staffToken(own.addresses);
    for (let time = 0; time < 2; time += 1) {
      const { status, body } = await allow(staff, { type, entry });
      expect([status, body]).toEqual([200, { detail: "Success" }]);
    }
    const { radarAllowed } = await own.idpState();
    expect(radarAllowed.filter((one) => one.type === type)).toEqual([{ type, entry }]);
  });

  it("is refused where the provider does not accept it, or nobody knows the type", async () => {
    const staff = await staffToken(own.addresses);
    const wrong: [object, string][] = [
      [{ type: "ip_address", entry: "no address" }, "entry"],
      [{ type: "planet", entry: "Mars" }, "type"],
      [{ type: "../email", entry: "Mars" }, "type"],
      [{ type: "email", entry: "" }, "entry"],
      [{ type: "email" }, "entry"],
      [{ entry: "Mars" }, "type"],
    ];
    for (const [body, field] of wrong) {
      const answer = await allow(staff, body);
      expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ["body", field]]);
    }
    expect((await own.idpState()).radarAllowed.some(({ entry }) => entry === "Mars")).toBe(false);
  });

  it("is for staff, whatever else is wrong", async () => {
    const token = await memberToken(own.addresses, null, "no-staff@example.org");
    for (const body of [{ type: "domain", entry: "members.example" }, { type: "planet" }, "{"]) {
      const denied = await allow(token, body);
      expect([denied.status, denied.body.code]).toEqual([403, "staff_only"]);
    }
    expect((await allow(null, {})).status).toBe(401);
    const { radarAllowed } = await own.idpState();
    expect(radarAllowed.some(({ entry }) => entry === "members.example")).toBe(false);
  });
});

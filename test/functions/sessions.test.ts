import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { localIdp } from "#local/idp/localIdp.ts";
import { readMembershipRecords } from "#shared/store/identities.ts";
import { ageMembershipStatus } from "#test/support/ageMembershipStatus.ts";
import { type Directory, directoryOf } from "#test/support/directory.ts";
import { type Answer, request } from "#test/support/http.ts";
import { memberToken, newLab, staffToken } from "#test/support/lab.ts";
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

/** User with this number of sign-ins. */
async function signInUser(times: number): Promise<{ id: string; email: string; tokens: string[] }> {
  count += 1;
  const email = `user${count}@sessions.example`;
  const tokens = [];
  for (let time = 0; time < times; time += 1) {
    const token = await memberToken(own.addresses, null, email);
    expect((await me(token)).status).toBe(200);
    tokens.push(token);
  }
  return { id: await directory.user(email), email, tokens };
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
  it("all of the caller's tokens are refused afterwards, and a new sign-in works", async () => {
    const { id, email, tokens } = await signInUser(3);
    const other = await signInUser(1);
    const answer = await revoke(tokens[1] ?? "");
    expect([answer.status, answer.body]).toEqual([200, { user_id: id, revoked: 3 }]);
    expect(await statuses(tokens)).toEqual([401, 401, 401]);
    expect(await isActiveAtProvider(tokens)).toEqual([false, false, false]);
    expect(await statuses(other.tokens)).toEqual([200]);
    const refused = await me(tokens[0] ?? "");
    expect(refused.body.code).toBe("session_revoked");
    expect(refused.headers.get("www-authenticate")).toBe("Bearer");
    const { body } = await request("GET", `${own.platform.url}/users/me`, {
      token: await memberToken(own.addresses, null, email),
    });
    expect(body.user_id).toBe(id);
  });

  it("only staff can end the sessions of another user", async () => {
    const victim = await signInUser(2);
    const { tokens } = await signInUser(1);
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

  it("users can revoke their own sessions by id", async () => {
    const { id, tokens } = await signInUser(1);
    expect((await revoke(tokens[0] ?? "", { user_id: id })).body).toEqual({ user_id: id, revoked: 1 });
    expect(await statuses(tokens)).toEqual([401]);
  });

  it("a revocation also works for a user who has never used the platform", async () => {
    const email = "unseen@sessions.example";
    const token = await memberToken(own.addresses, null, email);
    const user_id = await directory.user(email);
    const answer = await revoke(await staffToken(own.addresses), { user_id });
    expect(answer.body).toEqual({ user_id, revoked: 1 });
    expect(await statuses([token])).toEqual([401]);
  });

  it("a revocation for a machine invalidates all previously issued tokens", async () => {
    const orgId = await directory.newOrganization("machines");
    const idp = localIdp(own.platform);
    const machines = [await idp.machineToken(orgId), await idp.machineToken(orgId)];
    const other = await idp.machineToken(await directory.newOrganization("other machines"));
    expect(await statuses([...machines, other])).toEqual([200, 200, 200]);
    const { sub: user_id } = decodeJwt(machines[0] ?? "");
    const { status, body } = await revoke(machines[0] ?? "");
    expect([status, body]).toEqual([200, { user_id, revoked: 1 }]);
    expect(await statuses([...machines, other])).toEqual([401, 401, 200]);
    expect((await me(machines[1] ?? "")).body.code).toBe("session_revoked");
  });

  it("a machine that staff revoke twice is counted only once until it is used again", async () => {
    const token = await localIdp(own.platform).machineToken(await directory.newOrganization("again"));
    expect(await statuses([token])).toEqual([200]);
    const claims = decodeJwt(token);
    const issuedLater = async (seconds: number): Promise<string> => {
      const iat = Math.floor(Date.now() / 1000) + seconds;
      return own.sign({ ...claims, iat, exp: iat + 60, jti: String(iat) });
    };
    const staff = await staffToken(own.addresses);
    const counts = async (): Promise<number> => (await revoke(staff, { user_id: claims.sub })).body.revoked;
    expect([await counts(), await counts()]).toEqual([1, 0]);
    const [younger, youngest] = [await issuedLater(5), await issuedLater(10)];
    expect(await statuses([token, younger, youngest, token])).toEqual([401, 200, 200, 401]);
    expect([await counts(), await counts()]).toEqual([1, 0]);
  });

  it("a revocation for a machine covers tokens issued in the same second", async () => {
    const token = await localIdp(own.platform).machineToken(await directory.newOrganization("second"));
    expect(await statuses([token])).toEqual([200]);
    const { sub = "", ...claims } = decodeJwt(token);
    expect((await revoke(token)).body.revoked).toBe(1);
    const { user } = await readMembershipRecords(
      { settings: own.platform.settings.platform },
      { userId: sub, orgId: null, sessionId: null },
    );
    const revokedAt = Date.parse(user?.item.tokens_void_until ?? "");
    const issuedAt = (iat: number): Promise<string> => own.sign({ ...claims, sub, iat, jti: String(iat) });
    const second = Math.floor(revokedAt / 1000);
    expect(await statuses([await issuedAt(second), await issuedAt(second + 1)])).toEqual([401, 200]);
  });

  it("regional endpoints see a machine's revocation even if they have cached the machine", async () => {
    const lab = await newLab(own.addresses);
    const machine = await localIdp(own.platform).machineToken(lab.orgId);
    const projects = `${lab.regionUrl}/v2/workspace/${lab.name}/project:list`;
    expect((await request("GET", projects, { token: machine })).status).toBe(200);
    await revoke(machine);
    expect((await request("GET", projects, { token: machine })).status).toBe(401);
  });

  it("a revocation for a user covers earlier tokens without a session, but no later ones", async () => {
    const { id, tokens } = await signInUser(1);
    const { sid: _, ...claims } = decodeJwt(tokens[0] ?? "");
    const without = await own.sign(claims);
    expect(await statuses([without])).toEqual([200]);
    expect((await revoke(await staffToken(own.addresses), { user_id: id })).body.revoked).toBe(1);
    const iat = Math.floor(Date.now() / 1000) + 5;
    expect(await statuses([without, ...tokens, await own.sign({ ...claims, iat })])).toEqual([401, 401, 200]);
    // The token remains invalid even after the user's status has been read from the provider again.
    await ageMembershipStatus(own.platform.settings.platform, id, null, 3600);
    expect(await statuses([without])).toEqual([401]);
  });

  it("20 concurrent revocations have the same effect as one", async () => {
    const { tokens } = await signInUser(2);
    const answers = await Promise.all(Array.from({ length: 20 }, () => revoke(tokens[0] ?? "")));
    for (const { status } of answers) expect([200, 401]).toContain(status);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect(await statuses(tokens)).toEqual([401, 401]);
  });
});

describe("a threat detection allow entry", () => {
  it.each([
    ["ip_address", "203.0.113.7"],
    ["domain", "example.org"],
    ["email", "ada@example.org"],
    ["device", "device-1"],
    ["user_agent", "curl/8"],
    ["device_fingerprint", "f00d"],
  ])(
    "an allow entry of type %s reaches the provider once, however often it is added",
    async (type, entry) => {
      const staff = await staffToken(own.addresses);
      for (let time = 0; time < 2; time += 1) {
        const { status, body } = await allow(staff, { type, entry });
        expect([status, body]).toEqual([200, { detail: "Success" }]);
      }
      const { radarAllowed } = await own.idpState();
      expect(radarAllowed.filter((one) => one.type === type)).toEqual([{ type, entry }]);
    },
  );

  it("an entry that the provider refuses is a 422 that names it", async () => {
    const staff = await staffToken(own.addresses);
    const wrong: [object | undefined, ...string[]][] = [
      [{ type: "ip_address", entry: "no address" }, "entry"],
      [{ type: "email", entry: "no address" }, "entry"],
      ...["planet", "../email", "ip", "IP_ADDRESS", "", null, undefined].map((type): [object, string] => [
        { type, entry: "Mars" },
        "type",
      ]),
      ...["", "x".repeat(2001), 5, null, undefined].map((entry): [object, string] => [
        { type: "device", entry },
        "entry",
      ]),
      [undefined],
    ];
    for (const [body, ...field] of wrong) {
      const answer = await allow(staff, body);
      expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ["body", ...field]]);
    }
    expect((await own.idpState()).radarAllowed.some(({ entry }) => entry === "Mars")).toBe(false);
  });

  it("a member cannot add an allow entry, with any body", async () => {
    const token = await memberToken(own.addresses, null, "no-staff@example.org");
    for (const body of [{ type: "domain", entry: "members.example" }, { type: "planet" }, {}, "{"]) {
      const denied = await allow(token, body);
      expect([denied.status, denied.body.code]).toEqual([403, "staff_only"]);
    }
    expect((await allow(null, {})).status).toBe(401);
    const { radarAllowed } = await own.idpState();
    expect(radarAllowed.some(({ entry }) => entry === "members.example")).toBe(false);
  });
});

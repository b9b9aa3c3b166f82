import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { readStanding } from "#shared/store/identities.ts";
import { directoryOf } from "#test/support/directory.ts";
import { type Answer, request } from "#test/support/http.ts";
import { type EventBody, membershipData, tell, userData } from "#test/support/idpEvents.ts";
import { memberToken } from "#test/support/lab.ts";
import { type OwnPlatform, startOwnPlatform } from "#test/support/ownPlatform.ts";

const SECRET = "secret of the events";
const PATH = "a-path-of-its-own";
const AT = (second: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();

let own: OwnPlatform;
let url: string;

beforeAll(async () => {
  own = await startOwnPlatform({ IDP_WEBHOOK_SECRET: SECRET, IDP_WEBHOOK_PATH: PATH });
  url = `${own.platform.url}/idp/webhook`;
});

afterAll(() => own.close());

function send(event: Partial<EventBody> & { event: string }): Promise<Answer> {
  return tell(url, SECRET, event);
}

function newIds(): { userId: string; orgId: string } {
  return { userId: `user_${randomUUID()}`, orgId: `org_${randomUUID()}` };
}

/** What the mirror knows. */
async function mirror(userId: string, orgId: string | null = null, sessionId: string | null = null) {
  return readStanding({ settings: own.platform.settings.EU }, { userId, orgId, sessionId });
}

async function isActive({ userId, orgId }: { userId: string; orgId: string }): Promise<boolean | undefined> {
  return (await mirror(userId, orgId)).membership?.is_active;
}

describe("what the provider tells of a user", () => {
  it("is shown, but a name that was chosen here stays", async () => {
    const directory = directoryOf(own.addresses);
    const email = "ada@events.example";
    const id = await directory.user(email, { first_name: "Ada" });
    const token = await memberToken(own.addresses, null, email);
    const me = `${own.platform.url}/users/me`;
    const name = async (): Promise<string> => (await request("GET", me, { token })).body.name;
    expect(await name()).toBe("Ada");
    await directory.user(email, { first_name: "Augusta" });
    await vi.waitFor(async () => expect(await name()).toBe("Augusta"), 10_000);
    await request("PATCH", me, { token, body: { name: "Countess" } });
    await directory.user(email, { first_name: "Byron" });
    await vi.waitFor(async () => expect((await mirror(id)).user?.name).toBe("Byron"), 10_000);
    expect(await name()).toBe("Countess");
    await request("PATCH", me, { token, body: { name: null } });
    expect(await name()).toBe("Byron");
  });

  it("is never replaced by an older state", async () => {
    const { userId } = newIds();
    const states = [3, 1, 5, 2, 4].map((second) =>
      userData(userId, AT(second), { first_name: `at ${second}`, last_sign_in_at: AT(second) }),
    );
    for (const data of states) await send({ event: "user.updated", data });
    expect((await mirror(userId)).user).toMatchObject({
      name: "at 5",
      as_of: AT(5),
      last_sign_in_at: AT(5),
    });
  });

  it("is compared as moments, however they are written", async () => {
    const { userId } = newIds();
    await send({ event: "user.updated", data: userData(userId, "2026-01-01T12:00:00.500Z") });
    const older = userData(userId, "2026-01-01T13:00:00.400+01:00", { first_name: "Older" });
    await send({ event: "user.updated", data: older });
    expect((await mirror(userId)).user?.name).toBe(`${userId}@example.org`);
    const newer = userData(userId, "2026-01-01T11:00:00.600-01:00", { first_name: "Newer" });
    await send({ event: "user.updated", data: newer });
    expect((await mirror(userId)).user).toMatchObject({ name: "Newer", as_of: "2026-01-01T12:00:00.600Z" });
  });

  it("leaves a mark when the user is deleted, and nothing late brings it back", async () => {
    const { userId } = newIds();
    await send({ event: "user.created", data: userData(userId, AT(1)), created_at: AT(1) });
    await send({ event: "user.deleted", data: { id: userId }, created_at: AT(5) });
    for (const [event, second] of [
      ["user.created", 1],
      ["user.updated", 4],
      ["user.updated", 9],
    ] as const) {
      await send({ event, data: userData(userId, AT(second)), created_at: AT(second) });
    }
    await send({
      event: "session.created",
      data: { id: randomUUID(), user_id: userId },
      created_at: AT(9),
    });
    expect((await mirror(userId)).user).toMatchObject({ is_deleted: true, name: "", email: "" });
    const early = newIds();
    await send({ event: "user.deleted", data: { id: early.userId }, created_at: AT(5) });
    await send({ event: "user.created", data: userData(early.userId, AT(1)), created_at: AT(1) });
    expect((await mirror(early.userId)).user?.is_deleted).toBe(true);
  });

  it("takes the picture of a deleted user away", async () => {
    const directory = directoryOf(own.addresses);
    const id = await directory.user("leaver@events.example");
    const token = await memberToken(own.addresses, null, "leaver@events.example");
    const form = new FormData();
    form.set("file", new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])]), "a.jpg");
    const address = `${own.platform.url}/users/me/picture`;
    const { picture } = (await request("POST", address, { token, body: form })).body;
    expect((await fetch(picture)).status).toBe(200);
    await directory.deleteUser(id);
    await vi.waitFor(async () => expect((await fetch(picture)).status).toBe(404), 10_000);
    const answer = await request("GET", `${own.platform.url}/users/me`, { token });
    expect([answer.status, answer.body.code]).toEqual([401, "session_revoked"]);
  });

  it("moves the last sign-in forward only", async () => {
    const { userId } = newIds();
    await send({ event: "user.created", data: userData(userId, AT(0)) });
    for (const second of [7, 3]) {
      const data = { id: randomUUID(), user_id: userId, status: "active" };
      await send({ event: "session.created", data, created_at: AT(second) });
    }
    expect((await mirror(userId)).user?.last_sign_in_at).toBe(AT(7));
    await send({
      event: "user.updated",
      data: userData(userId, AT(1), { last_sign_in_at: AT(2) }),
    });
    expect((await mirror(userId)).user?.last_sign_in_at).toBe(AT(7));
  });
});

describe("what the provider tells of memberships, organizations and sessions", () => {
  it("ends a membership, which nothing late revives but a new admission does", async () => {
    const ids = newIds();
    const tellOf = (verb: string, second: number, status = "active") =>
      send({
        event: `organization_membership.${verb}`,
        data: membershipData(ids.userId, ids.orgId, AT(second), status),
        created_at: AT(second),
      });
    await tellOf("created", 1);
    expect(await isActive(ids)).toBe(true);
    await tellOf("updated", 2, "inactive");
    expect(await isActive(ids)).toBe(false);
    await tellOf("updated", 3);
    expect(await isActive(ids)).toBe(true);
    await tellOf("deleted", 5);
    for (const second of [1, 4, 5]) {
      await tellOf("created", second);
      expect(await isActive(ids), `created at ${second}`).toBe(false);
    }
    await tellOf("created", 6);
    expect(await isActive(ids)).toBe(true);
    await tellOf("deleted", 4);
    expect(await isActive(ids)).toBe(true);
  });

  it("reaches one state for a set of events about a membership, in whatever order they come", async () => {
    const verbs = fc.uniqueArray(
      fc.record({
        second: fc.integer({ min: 0, max: 59 }),
        verb: fc.constantFrom("created", "added", "updated", "deleted", "removed"),
        status: fc.constantFrom("active", "inactive", "pending"),
      }),
      { minLength: 1, maxLength: 6, selector: ({ second }) => second },
    );
    const shuffled = verbs.chain((events) =>
      fc.tuple(fc.constant(events), fc.shuffledSubarray(events, { minLength: events.length }), fc.boolean()),
    );
    await fc.assert(
      fc.asyncProperty(shuffled, async ([events, order, together]) => {
        const ids = newIds();
        const sending = order.map(({ verb, second, status }) => () => {
          const data = membershipData(ids.userId, ids.orgId, AT(second), status);
          return send({ event: `organization_membership.${verb}`, data, created_at: AT(second) });
        });
        if (together) await Promise.all(sending.map((one) => one()));
        else for (const one of sending) await one();
        const latest = events.toSorted((a, b) => b.second - a.second)[0];
        const ended = latest?.verb === "deleted" || latest?.verb === "removed";
        expect(await isActive(ids)).toBe(!ended && latest?.status === "active");
      }),
      { seed: 20260311, numRuns: 60 },
    );
  });

  it("shuts everybody out of a deleted organization, and out of its list of users", async () => {
    const directory = directoryOf(own.addresses);
    const orgId = await directory.newOrganization("to be deleted");
    const tokens = await Promise.all(
      ["a", "b"].map((name) => memberToken(own.addresses, orgId, `${name}@deleted.example`)),
    );
    const list = async () => {
      const answer = await request("GET", `${own.platform.url}/users/list`, { token: tokens[0] ?? "" });
      expect(answer.status).toBe(200);
      return answer.body.items.length;
    };
    await vi.waitFor(async () => expect(await list()).toBe(2), 10_000);
    const created_at = new Date().toISOString();
    await send({ event: "organization.deleted", data: { id: orgId }, created_at });
    expect(await list()).toBe(0);
    const late = { id: orgId, name: "to be deleted" };
    for (const event of ["organization.created", "organization.updated"])
      await send({ event, data: late, created_at: new Date(Date.now() + 1000).toISOString() });
    expect(await list()).toBe(0);
  });

  it("ends sessions, for good", async () => {
    const { userId } = newIds();
    for (const [event, status, over] of [
      ["session.revoked", undefined, true],
      ["session.revoked", "revoked", true],
      ["session.ended", undefined, true],
      ["session.updated", "expired", true],
      ["session.updated", "active", false],
      ["session.created", "active", false],
    ] as const) {
      const id = randomUUID();
      await send({ event, data: { id, user_id: userId, ...(status && { status }) } });
      expect((await mirror(userId, null, id)).isSessionRevoked, `${event} ${status}`).toBe(over);
      await send({ event: "session.created", data: { id, user_id: userId } });
      expect((await mirror(userId, null, id)).isSessionRevoked).toBe(over);
    }
  });
});

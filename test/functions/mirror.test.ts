import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { directoryOf } from "#test/support/directory.ts";
import { request } from "#test/support/http.ts";
import { membershipData, userData } from "#test/support/idpEvents.ts";
import { memberToken } from "#test/support/lab.ts";
import {
  atSecond,
  newIds,
  startWebhookPlatform,
  type WebhookPlatform,
} from "#test/support/webhookPlatform.ts";

let platform: WebhookPlatform;

beforeAll(async () => {
  platform = await startWebhookPlatform();
});

afterAll(() => platform.own.close());

describe("mirrored users", () => {
  it("the provider's data is shown, except that a name chosen on the platform is kept", async () => {
    const directory = directoryOf(platform.own.addresses);
    const email = "ada@events.example";
    const id = await directory.user(email, { first_name: "Ada" });
    const token = await memberToken(platform.own.addresses, null, email);
    const me = `${platform.own.platform.url}/users/me`;
    const name = async (): Promise<string> => (await request("GET", me, { token })).body.name;
    expect(await name()).toBe("Ada");
    await directory.user(email, { first_name: "Augusta" });
    await vi.waitFor(async () => expect(await name()).toBe("Augusta"), 10_000);
    await request("PATCH", me, { token, body: { name: "Countess" } });
    await directory.user(email, { first_name: "Byron" });
    await vi.waitFor(async () => expect((await platform.mirror(id)).user?.name).toBe("Byron"), 10_000);
    expect(await name()).toBe("Countess");
    await request("PATCH", me, { token, body: { name: null } });
    expect(await name()).toBe("Byron");
  });

  it("a late event with an older state does not replace the newer one", async () => {
    const { userId } = newIds();
    const states = [3, 1, 5, 2, 4].map((second) =>
      userData(userId, atSecond(second), { first_name: `at ${second}`, last_sign_in_at: atSecond(second) }),
    );
    for (const data of states)
      expect((await platform.send({ event: "user.updated", data })).body.repeated).toBe(false);
    expect((await platform.mirror(userId)).user).toMatchObject({
      name: "at 5",
      as_of: atSecond(5),
      last_sign_in_at: atSecond(5),
    });
  });

  it("timestamps in any notation are compared as instants", async () => {
    const { userId } = newIds();
    await platform.send({ event: "user.updated", data: userData(userId, "2026-01-01T12:00:00.500Z") });
    const older = userData(userId, "2026-01-01T13:00:00.400+01:00", { first_name: "Older" });
    await platform.send({ event: "user.updated", data: older });
    expect((await platform.mirror(userId)).user?.name).toBe(`${userId}@example.org`);
    const newer = userData(userId, "2026-01-01T11:00:00.600-01:00", { first_name: "Newer" });
    await platform.send({ event: "user.updated", data: newer });
    expect((await platform.mirror(userId)).user).toMatchObject({
      name: "Newer",
      as_of: "2026-01-01T12:00:00.600Z",
    });
  });

  it("a late event does not revive a deleted user", async () => {
    const { userId } = newIds();
    await platform.send({
      event: "user.created",
      data: userData(userId, atSecond(1)),
      created_at: atSecond(1),
    });
    await platform.send({ event: "user.deleted", data: { id: userId }, created_at: atSecond(5) });
    for (const [event, second] of [
      ["user.created", 1],
      ["user.updated", 4],
      ["user.updated", 9],
    ] as const) {
      await platform.send({ event, data: userData(userId, atSecond(second)), created_at: atSecond(second) });
    }
    await platform.send({
      event: "session.created",
      data: { id: randomUUID(), user_id: userId },
      created_at: atSecond(9),
    });
    expect((await platform.mirror(userId)).user).toMatchObject({ is_deleted: true, name: "", email: "" });
    const early = newIds();
    await platform.send({ event: "user.deleted", data: { id: early.userId }, created_at: atSecond(5) });
    await platform.send({
      event: "user.created",
      data: userData(early.userId, atSecond(1)),
      created_at: atSecond(1),
    });
    expect((await platform.mirror(early.userId)).user?.is_deleted).toBe(true);
  });

  it("a deleted user's picture is removed", async () => {
    const directory = directoryOf(platform.own.addresses);
    const id = await directory.user("leaver@events.example");
    const token = await memberToken(platform.own.addresses, null, "leaver@events.example");
    const form = new FormData();
    form.set("file", new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])]), "a.jpg");
    const address = `${platform.own.platform.url}/users/me/picture`;
    const { picture } = (await request("POST", address, { token, body: form })).body;
    expect((await fetch(picture)).status).toBe(200);
    await directory.deleteUser(id);
    await vi.waitFor(async () => expect((await fetch(picture)).status).toBe(404), 10_000);
    const answer = await request("GET", `${platform.own.platform.url}/users/me`, { token });
    expect([answer.status, answer.body.code]).toEqual([401, "session_revoked"]);
  });

  it("the last sign-in never moves back", async () => {
    const { userId } = newIds();
    await platform.send({ event: "user.created", data: userData(userId, atSecond(0)) });
    for (const second of [7, 3]) {
      const data = { id: randomUUID(), user_id: userId, status: "active" };
      await platform.send({ event: "session.created", data, created_at: atSecond(second) });
    }
    expect((await platform.mirror(userId)).user?.last_sign_in_at).toBe(atSecond(7));
    await platform.send({
      event: "user.updated",
      data: userData(userId, atSecond(1), { last_sign_in_at: atSecond(2) }),
    });
    expect((await platform.mirror(userId)).user?.last_sign_in_at).toBe(atSecond(7));
  });
});

describe("mirrored memberships, organizations and sessions", () => {
  it("a late event cannot revive an ended membership, but a new invitation can", async () => {
    const ids = newIds();
    const tellOf = (verb: string, second: number, status = "active") =>
      platform.send({
        event: `organization_membership.${verb}`,
        data: membershipData(ids.userId, ids.orgId, atSecond(second), status),
        created_at: atSecond(second),
      });
    await tellOf("created", 1);
    expect(await platform.isActive(ids)).toBe(true);
    await tellOf("updated", 2, "inactive");
    expect(await platform.isActive(ids)).toBe(false);
    await tellOf("updated", 3);
    expect(await platform.isActive(ids)).toBe(true);
    await tellOf("deleted", 5);
    for (const second of [1, 4, 5]) {
      await tellOf("created", second);
      expect(await platform.isActive(ids), `created at ${second}`).toBe(false);
    }
    await tellOf("created", 6);
    expect(await platform.isActive(ids)).toBe(true);
    await tellOf("deleted", 4);
    expect(await platform.isActive(ids)).toBe(true);
  });

  it("membership events lead to the same state in any order", async () => {
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
          const data = membershipData(ids.userId, ids.orgId, atSecond(second), status);
          return platform.send({
            event: `organization_membership.${verb}`,
            data,
            created_at: atSecond(second),
          });
        });
        if (together) await Promise.all(sending.map((one) => one()));
        else for (const one of sending) await one();
        const latest = events.toSorted((a, b) => b.second - a.second)[0];
        const ended = latest?.verb === "deleted" || latest?.verb === "removed";
        expect(await platform.isActive(ids)).toBe(!ended && latest?.status === "active");
      }),
      { seed: 20260311, numRuns: 60 },
    );
  });

  it("a deleted organization excludes all members, and its list of users is empty", async () => {
    const directory = directoryOf(platform.own.addresses);
    const orgId = await directory.newOrganization("to be deleted");
    const tokens = await Promise.all(
      ["a", "b"].map((name) => memberToken(platform.own.addresses, orgId, `${name}@deleted.example`)),
    );
    const list = async () => {
      const answer = await request("GET", `${platform.own.platform.url}/users/list`, {
        token: tokens[0] ?? "",
      });
      expect(answer.status).toBe(200);
      return answer.body.items.length;
    };
    await vi.waitFor(async () => expect(await list()).toBe(2), 10_000);
    const created_at = new Date().toISOString();
    await platform.send({ event: "organization.deleted", data: { id: orgId }, created_at });
    expect(await list()).toBe(0);
    const late = { id: orgId, name: "to be deleted" };
    for (const event of ["organization.created", "organization.updated"])
      await platform.send({ event, data: late, created_at: new Date(Date.now() + 1000).toISOString() });
    expect(await list()).toBe(0);
  });

  it("an ended session stays ended", async () => {
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
      await platform.send({ event, data: { id, user_id: userId, ...(status && { status }) } });
      expect((await platform.mirror(userId, null, id)).isSessionRevoked, `${event} ${status}`).toBe(over);
      await platform.send({ event: "session.created", data: { id, user_id: userId } });
      expect((await platform.mirror(userId, null, id)).isSessionRevoked).toBe(over);
    }
  });
});

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { request } from "#test/support/http.ts";
import { membershipData, signature, userData } from "#test/support/idpEvents.ts";
import {
  atSecond,
  newIds,
  PATH,
  SECRET,
  startWebhookPlatform,
  type WebhookPlatform,
} from "#test/support/webhookPlatform.ts";

let platform: WebhookPlatform;

beforeAll(async () => {
  platform = await startWebhookPlatform();
});

afterAll(() => platform.own.close());

/** Returns the body of an event about a created user. */
const creationOf = (userId: string): string =>
  JSON.stringify({
    id: randomUUID(),
    event: "user.created",
    created_at: atSecond(0),
    data: userData(userId, atSecond(0)),
  });

describe("an event of the identity provider", () => {
  it("an event signed with a time in seconds is refused, changes nothing, and can be sent again", async () => {
    const { userId } = newIds();
    const body = creationOf(userId);
    const headers = { "idp-signature": signature(body, SECRET, Date.now() / 1000) };
    for (const address of [platform.url, `${platform.url}/${PATH}`]) {
      const refused = await request("POST", address, { body, headers });
      expect(refused.status).toBe(401);
      expect(refused.headers.get("www-authenticate")).toBe("Bearer");
    }
    expect((await platform.mirror(userId)).user).toBeNull();
    expect((await platform.send(JSON.parse(body))).body).toEqual({ received: true, repeated: false });
  });

  it("an event of an unknown kind is acknowledged, whatever its data", async () => {
    const { userId, orgId } = newIds();
    for (const event of [
      "dsync.user.created",
      "user.exploded",
      "invoice.paid",
      "organization.renamed",
      "organization_membership.counted",
      "session.counted",
      "user",
      "...",
      "__proto__.created",
    ]) {
      for (const data of [null, 5, [], "x", {}, { id: userId, user_id: userId, organization_id: orgId }]) {
        const { status, body } = await platform.send({ event, data });
        expect([status, body.repeated]).toEqual([200, false]);
      }
    }
    expect(await platform.mirror(userId, orgId, userId)).toMatchObject({
      user: null,
      membership: null,
      isSessionRevoked: false,
    });
  });

  it.each([
    ["user.created", {}],
    ["user.updated", null],
    ["user.deleted", { id: 5 }],
    ["user.updated", { ...userData("user_1", "soon") }],
    ["user.updated", { ...userData("u".repeat(201), atSecond(0)) }],
    ["user.deleted", { id: "" }],
    ["user.deleted", { id: "u".repeat(3000) }],
    ["organization_membership.created", { user_id: "user_1" }],
    ["organization_membership.deleted", { user_id: "user_1", organization_id: "o".repeat(3000) }],
    ["organization.deleted", {}],
    ["organization.created", { id: null }],
    ["session.revoked", { id: "session_1" }],
    ["session.created", { id: "s".repeat(3000), user_id: "user_1" }],
  ])(
    "an event %s with invalid data gets a 422 that names the field, and can be sent again",
    async (event, data) => {
      const id = randomUUID();
      for (let time = 0; time < 2; time += 1) {
        const { status, body } = await platform.send({ id, event, data });
        expect(status).toBe(422);
        expect(body.detail[0].loc.slice(0, 2)).toEqual(["body", "data"]);
      }
    },
  );

  it("a repeated event is acknowledged and changes nothing", async () => {
    const { userId } = newIds();
    const event = { id: randomUUID(), event: "user.created", data: userData(userId, atSecond(1)) };
    expect((await platform.send(event)).body.repeated).toBe(false);
    const before = await platform.mirror(userId);
    const again = { ...event, event: "user.deleted", created_at: atSecond(50) };
    for (const repeated of [event, again]) expect((await platform.send(repeated)).body.repeated).toBe(true);
    expect(await platform.mirror(userId)).toEqual(before);
  });

  it("an event delivered 20 times concurrently is processed once", async () => {
    const { userId, orgId } = newIds();
    const event = {
      id: randomUUID(),
      event: "organization_membership.created",
      data: membershipData(userId, orgId, atSecond(1)),
    };
    const answers = await Promise.all(Array.from({ length: 20 }, () => platform.send(event)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(answers.filter(({ body }) => !body.repeated)).toHaveLength(1);
  });

  it("of 20 concurrent events about a membership, the latest wins", async () => {
    for (const last of ["created", "deleted"]) {
      const ids = newIds();
      const events = Array.from({ length: 20 }, (_, index) => membershipEvent(ids, index, last));
      const answers = await Promise.all(events.map(platform.send));
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
      expect(await platform.isActive(ids)).toBe(last === "created");
    }
  });
});

/** Returns the membership event at second `index`. Every other event is of the kind `last`, including the one at second 19. */
function membershipEvent({ userId, orgId }: { userId: string; orgId: string }, index: number, last: string) {
  const other = last === "created" ? "deleted" : "created";
  const verb = index % 2 === 1 ? last : other;
  const data = membershipData(userId, orgId, atSecond(verb === "deleted" ? 0 : index));
  return { event: `organization_membership.${verb}`, data, created_at: atSecond(index) };
}

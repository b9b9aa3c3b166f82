import { expect, onTestFinished, test, vi } from "vitest";
import { verifyWebhook } from "#shared/identity/webhookSignature.ts";
import { startServer } from "#test/support/localServer.ts";
import { memberOf, readStateOf, runIdp, signIn } from "./runningIdp.ts";

const SECRET = "webhook-secret";

interface Received {
  header: string | undefined;
  raw: string;
  event: string;
  id: string;
  data: Record<string, unknown>;
}

/** Responds to the first `refusals` deliveries with 503. */
async function receiver(refusals = 0) {
  const received: Received[] = [];
  let refused = 0;
  const server = await startServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const isRefused = refused < refusals;
    if (isRefused) refused++;
    else {
      const raw = Buffer.concat(chunks).toString();
      received.push({ header: String(request.headers["idp-signature"]), raw, ...JSON.parse(raw) });
    }
    response.writeHead(isRefused ? 503 : 200).end("{}");
  });
  onTestFinished(server.close);
  const url = `${server.url}/idp/webhook`;
  return { received, refused: () => refused, webhook: { url, secret: SECRET } };
}

test("events of users, memberships and sessions are delivered in order, signed, each with its own id", async () => {
  const { received, webhook } = await receiver();
  const idp = await runIdp({ webhook });
  const { organizationId, userId } = await memberOf(idp, "lab", "ada@example.org");
  await signIn(idp, userId, organizationId);
  await idp.remove(`/local/users/${userId}`);
  const expected = [
    "organization.created", // of the staff organization
    "organization.created",
    "user.created",
    "organization_membership.created",
    "user.updated",
    "session.created",
    "session.revoked",
    "organization_membership.deleted",
    "user.deleted",
  ];
  await vi.waitFor(() => expect(received.map(({ event }) => event)).toEqual(expected), 10_000);
  for (const { raw, header } of received) verifyWebhook(raw, header, SECRET, Date.now());
  expect(new Set(received.map(({ id }) => id)).size).toBe(expected.length);
  expect(Object.keys(JSON.parse(received[0]?.raw ?? "")).sort()).toEqual([
    "created_at",
    "data",
    "event",
    "id",
  ]);

  const users = received.filter(({ event }) => event.startsWith("user.")).map(({ data }) => data);
  const changes = users.map((user) => String(user.updated_at));
  expect(users.map((user) => user.id)).toEqual([userId, userId, userId]);
  expect(new Set(changes).size).toBe(3);
  expect(changes.toSorted()).toEqual(changes);
  expect(JSON.stringify(received)).not.toContain("refresh_token");
});

test("a rejected delivery is retried", async () => {
  const { received, refused, webhook } = await receiver(2);
  await runIdp({ webhook });
  await vi.waitFor(
    () => expect(received.map(({ event }) => event)).toEqual(["organization.created"]),
    10_000,
  );
  expect(refused()).toBe(2);
});

test("an unreachable receiver delays neither responses nor shutdown", async () => {
  const idp = await runIdp({ webhook: { url: "http://127.0.0.1:9/nobody", secret: SECRET } });
  const { userId } = await memberOf(idp, "lab", "ada@example.org");
  await idp.close();
  expect((await readStateOf(idp.directory)).users.map(({ id }) => id)).toEqual([userId]);
});

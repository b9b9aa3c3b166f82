import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addressGuard } from "#shared/identity/addressGuard.ts";
import type { ClaimedBearer } from "#shared/identity/verifyToken.ts";
import type { Settings } from "#shared/runtime/scope.ts";
import { platformDatabase } from "#shared/store/dynamodb/database.ts";
import { getItem } from "#shared/store/dynamodb/items.ts";
import { invalidTokensKey } from "#shared/store/dynamodb/keys.ts";
import { type EmbeddedDatabase, startEmbeddedDatabase } from "#test/support/embeddedDatabase.ts";

const ADDRESS = "192.0.2.7";
const NOON = Date.parse("2026-01-01T12:00:00.000Z");

let database: EmbeddedDatabase;
let calls = 0;

beforeAll(async () => {
  database = await startEmbeddedDatabase((passing, pass) => {
    calls += 1;
    return pass(passing);
  });
});

afterAll(() => database.close());

/** Settings of a function, with the memory of a separate process. */
const newProcess = (): Settings => ({
  ...database.newWorkspace().settings,
  platformUrl: `http://${randomUUID()}`,
});

it("functions count the invalid tokens of an address together, each with at most one write per second", async () => {
  const first = addressGuard(newProcess(), ADDRESS);
  for (let count = 0; count < 100; count += 1) await first.countInvalid(null, NOON + 5 * count);
  expect(calls).toBe(1);
  expect(first.isGuarded(NOON + 500)).toBe(true);
  await first.countInvalid(null, NOON + 1_000);

  const second = addressGuard(newProcess(), ADDRESS);
  expect(second.isGuarded(NOON + 1_500)).toBe(false);
  await second.countInvalid(null, NOON + 1_500);
  expect(second.isGuarded(NOON + 1_500)).toBe(true);
  // After a minute without invalid tokens, the address is forgotten; the item expires by itself.
  expect(second.isGuarded(NOON + 62_000)).toBe(false);
  expect(calls).toBe(3);
  const stored = await getItem<{ expires_at: number }>(
    platformDatabase({ settings: newProcess() }),
    invalidTokensKey(ADDRESS),
  );
  expect(stored?.item.expires_at).toBeGreaterThan(NOON / 1000);
});

it("a person whose token one function has verified is known to every function that counts invalid tokens of that address", async () => {
  const address = "192.0.2.8";
  const [first, second, third] = [newProcess(), newProcess(), newProcess()].map((settings) =>
    addressGuard(settings, address),
  );
  const bearer = { user: "user_ada", session: "session_ada" };
  const invented = (): ClaimedBearer => ({ user: `user_${randomUUID()}`, session: "" });
  for (let count = 0; count < 100; count += 1) await first?.countInvalid(null, NOON);
  await first?.countInvalid(null, NOON + 1_000);
  // The first request after the address is guarded tells the others.
  await first?.accepted(bearer, NOON + 2_000);
  for (const guard of [second, third]) {
    for (let count = 0; count < 30; count += 1) await guard?.countInvalid(invented(), NOON + 3_000);
    expect(() => guard?.requireCheck(invented(), NOON + 3_000)).toThrow("Too many invalid tokens");
    expect(() => guard?.requireCheck(bearer, NOON + 3_000)).not.toThrow();
    // A new session of that user is also known.
    expect(() => guard?.requireCheck({ ...bearer, session: "another" }, NOON + 3_000)).not.toThrow();
  }
});

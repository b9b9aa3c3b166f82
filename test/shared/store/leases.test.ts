import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { listItems } from "#shared/store/dynamodb/items.ts";
import { leases } from "#shared/store/dynamodb/keys.ts";
import { LEASE_MS, type Lease, releaseLease, takeLease } from "#shared/store/leases.ts";
import { json } from "#test/support/edge.ts";
import { type EmbeddedDatabase, startEmbeddedDatabase } from "#test/support/embeddedDatabase.ts";

/** Start time of these tests, which control the clock. */
const NOON = Date.parse("2026-01-01T12:00:00.000Z");

let database: EmbeddedDatabase;
/** Number of upcoming database responses that are lost. */
let lostAnswers = 0;

beforeAll(async () => {
  database = await startEmbeddedDatabase(async (passing, pass) => {
    const answer = await pass(passing);
    if (lostAnswers === 0) return answer;
    lostAnswers -= 1;
    return json(500, { __type: "com.amazonaws.dynamodb.v20120810#InternalServerError" });
  });
});

afterAll(() => database.close());

describe("a lease", () => {
  it("the number of leases equals the number of slots, and released leases are reused", async () => {
    const scope = database.newWorkspace();
    const held: Lease[] = [];
    for (let count = 0; count < 3; count += 1) {
      const lease = await takeLease(scope, "QUERY", 3, NOON);
      if (lease) held.push(lease);
    }
    expect(new Set(held.map(({ key }) => key.sk))).toEqual(new Set(["0", "1", "2"]));
    expect(await takeLease(scope, "QUERY", 3, NOON)).toBeNull();
    const [first] = held;
    if (first) await releaseLease(scope, first);
    expect((await takeLease(scope, "QUERY", 3, NOON))?.key).toEqual(first?.key);
  });

  it("leases of different kinds and workspaces are independent", async () => {
    const [one, other] = [database.newWorkspace(), database.newWorkspace()];
    expect(await takeLease(one, "QUERY", 1, NOON)).not.toBeNull();
    expect(await takeLease(one, "UPLOAD", 1, NOON)).not.toBeNull();
    expect(await takeLease(other, "QUERY", 1, NOON)).not.toBeNull();
    expect(await takeLease(one, "QUERY", 1, NOON)).toBeNull();
  });

  it("concurrent requests and releases never exceed the number of slots", async () => {
    const scope = database.newWorkspace();
    const LIMIT = 3;
    const take = (): Promise<Lease | null> => takeLease(scope, "UPLOAD", LIMIT, NOON);
    const first = (await Promise.all(Array.from({ length: 10 }, take))).filter((lease) => lease !== null);
    expect(first).toHaveLength(LIMIT);
    await Promise.all(first.map((lease) => releaseLease(scope, lease)));
    let held = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      for (let round = 0; round < 12; round += 1) {
        const lease = await take();
        if (!lease) continue;
        held += 1;
        most = Math.max(most, held);
        await listItems(workspaceDatabase(scope), leases(scope.id, "UPLOAD"));
        held -= 1;
        await releaseLease(scope, lease);
      }
    };
    await Promise.all(Array.from({ length: 10 }, work));
    expect(most).toBeLessThanOrEqual(LIMIT);
    expect((await listItems(workspaceDatabase(scope), leases(scope.id, "UPLOAD"))).items).toEqual([]);
  });

  it("an expired lease is reassigned, and a late release of it has no effect", async () => {
    const scope = database.newWorkspace();
    const dead = await takeLease(scope, "QUERY", 1, NOON);
    expect(await takeLease(scope, "QUERY", 1, NOON + LEASE_MS - 1)).toBeNull();
    const taken = await takeLease(scope, "QUERY", 1, NOON + LEASE_MS);
    expect(taken).not.toBeNull();
    if (dead) await releaseLease(scope, dead);
    expect(await takeLease(scope, "QUERY", 1, NOON + LEASE_MS + 1)).toBeNull();
    if (taken) await releaseLease(scope, taken);
    expect(await takeLease(scope, "QUERY", 1, NOON + LEASE_MS + 1)).not.toBeNull();
  });

  it("the database may forget a lease long after its expiry", async () => {
    const scope = database.newWorkspace();
    await takeLease(scope, "QUERY", 1, NOON);
    const { items } = await listItems<Record<string, number>>(
      workspaceDatabase(scope),
      leases(scope.id, "QUERY"),
    );
    expect(items[0]?.item.expires_at).toBe((NOON + LEASE_MS) / 1000 + 3600);
  });

  it("if the response to a request for a lease is lost, the retry does not acquire a second one", async () => {
    const scope = database.newWorkspace();
    lostAnswers = 1;
    const lease = await takeLease(scope, "QUERY", 2, NOON);
    expect(lostAnswers).toBe(0);
    expect(lease).not.toBeNull();
    expect((await listItems(workspaceDatabase(scope), leases(scope.id, "QUERY"))).items).toHaveLength(1);
  });

  it("leases follow the rules in any order of acquiring, releasing and waiting", async () => {
    const step = fc.oneof(
      { weight: 5, arbitrary: fc.constant({ kind: "take" as const }) },
      { weight: 3, arbitrary: fc.record({ kind: fc.constant("release" as const), which: fc.nat(20) }) },
      {
        weight: 1,
        arbitrary: fc.record({ kind: fc.constant("wait" as const), ms: fc.constantFrom(1, LEASE_MS) }),
      },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(step, { maxLength: 25 }),
        async (limit, run) => {
          const scope = database.newWorkspace();
          const slots = new Map<string, { lease: Lease; until: number }>();
          const all: Lease[] = [];
          let now = NOON;
          for (const action of run) {
            if (action.kind === "wait") now += action.ms;
            if (action.kind === "release") {
              const lease = all[action.which % Math.max(1, all.length)];
              if (!lease) continue;
              await releaseLease(scope, lease);
              if (slots.get(lease.key.sk)?.lease === lease) slots.delete(lease.key.sk);
            }
            if (action.kind !== "take") continue;
            const isFull = [...slots.values()].filter(({ until }) => until > now).length === limit;
            const lease = await takeLease(scope, "QUERY", limit, now);
            expect(lease === null).toBe(isFull);
            if (!lease) continue;
            expect(slots.get(lease.key.sk)?.until ?? 0).toBeLessThanOrEqual(now);
            slots.set(lease.key.sk, { lease, until: now + LEASE_MS });
            all.push(lease);
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});

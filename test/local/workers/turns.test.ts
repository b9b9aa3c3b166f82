import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Turn, type TurnLimits, Turns } from "#local/workers/turns.ts";

const LIMITS: TurnLimits = {
  total: 4,
  extra: 0,
  perWorkspace: 2,
  maxWaiting: 5,
  maxWaitMs: 60_000,
  what: "query",
};
const NEVER = new AbortController().signal;
/** Work that is waiting when its test ends is refused after the maximum waiting time. */
const refused = (): void => undefined;
/** A workspace with nothing running waits only briefly. */
const IMPATIENT_MS = 5;

/** Lets all pending promises settle. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function takeTurn(turns: Turns, workspace: string, log: string[], signal = NEVER) {
  const turn = await turns.take(workspace, signal);
  log.push(workspace);
  return turn;
}

/** Acquires a turn for work that finishes on request, and records it. */
async function startWork(turns: Turns, workspace: string, name: string, log: string[]): Promise<Turn> {
  const turn = await turns.take(workspace, NEVER);
  turn.bind({
    end: (error) => {
      log.push(`${name}: ${error.message}`);
      turn.release();
    },
    store: () => false,
    isAnswered: () => false,
  });
  return turn;
}

describe("turns", () => {
  it("turns limit the running work of each workspace and of the platform", async () => {
    const turns = new Turns(LIMITS);
    const log: string[] = [];
    for (const workspace of ["a", "a", "a", "b", "b", "c", "c"])
      void takeTurn(turns, workspace, log).catch(refused);
    await settle();
    expect(log).toEqual(["a", "a", "b", "b"]);
  });

  it("work that would be lost is not stopped for others, which get an extra slot", async () => {
    const limits = { ...LIMITS, total: 2, extra: 1 };
    for (const isKept of [true, false]) {
      const log: string[] = [];
      const turns = new Turns({ ...limits, isKept }, IMPATIENT_MS);
      await startWork(turns, "a", "first", log);
      await startWork(turns, "a", "second", log);
      await startWork(turns, "b", "other", log);
      expect(log.map((line) => line.split(":")[0])).toEqual(isKept ? [] : ["second"]);
    }
  });

  it("the next turn goes to the workspace with the least running work and the longest wait", async () => {
    const turns = new Turns({ ...LIMITS, total: 1, perWorkspace: 1 });
    const log: string[] = [];
    let turn: Turn | undefined;
    for (const workspace of ["a", "a", "a", "b", "c", "b"]) {
      void takeTurn(turns, workspace, log).then((given) => {
        turn = given;
      });
    }
    for (let count = 1; count <= 6; count += 1) {
      await settle();
      expect(log).toHaveLength(count);
      turn?.release();
    }
    expect(log).toEqual(["a", "b", "c", "a", "b", "a"]);
  });

  it("work beyond a workspace's waiting limit is refused, and other workspaces continue", async () => {
    const turns = new Turns(LIMITS);
    for (let count = 0; count < 7; count += 1) void turns.take("a", NEVER).catch(refused);
    await expect(turns.take("a", NEVER)).rejects.toMatchObject({
      kind: "throttled",
      code: "too_many_requests",
      message: expect.stringContaining("2 queries running and 5 waiting"),
    });
    await expect(turns.take("b", NEVER)).resolves.toBeDefined();
  });

  it("a timeout states whether the platform's or the workspace's limit was reached", async () => {
    const turns = new Turns({ ...LIMITS, total: 1, maxWaitMs: 1 });
    const turn = await turns.take("a", NEVER);
    await expect(turns.take("b", NEVER)).rejects.toMatchObject({
      code: "too_many_requests",
      message: expect.stringContaining(
        "at most 1 query at a time, and 1 slot was in use, 0 by this workspace",
      ),
    });
    turn.release();
    const alone = new Turns({ ...LIMITS, perWorkspace: 1, maxWaitMs: 1 });
    await alone.take("a", NEVER);
    await expect(alone.take("a", NEVER)).rejects.toMatchObject({
      message: expect.stringContaining(
        "this workspace was already running 1 query, the maximum per workspace",
      ),
    });
  });

  it("abandoned waiting work is forgotten", async () => {
    const turns = new Turns({ ...LIMITS, total: 1 });
    const turn = await turns.take("a", NEVER);
    const leaving = new AbortController();
    const waiting = turns.take("b", leaving.signal);
    leaving.abort(new Error("left"));
    await expect(waiting).rejects.toThrow("left");
    turn.release();
    await expect(turns.take("c", NEVER)).resolves.toBeDefined();
  });
});

describe("a workspace without running work", () => {
  it("a newcomer replaces the most recent work of the largest workspace, which fails with the reason", async () => {
    const turns = new Turns(LIMITS, IMPATIENT_MS);
    const log: string[] = [];
    for (const name of ["a1", "b1", "b2", "a2"]) await startWork(turns, name[0] as string, name, log);
    await turns.take("c", NEVER);
    expect(log).toHaveLength(1);
    expect(log[0]).toMatch(/^a2: This request was stopped after .* s: another workspace was waiting/);
  });

  it("a newcomer keeps its share for its next work, even if others have waited longer", async () => {
    const turns = new Turns(LIMITS, IMPATIENT_MS);
    const log: string[] = [];
    for (const name of ["a1", "a2", "b1", "b2"]) await startWork(turns, name[0] as string, name, log);
    const first = await turns.take("c", NEVER);
    void startWork(turns, "a", "a3", log).then(() => log.push("a3 runs"), refused);
    void startWork(turns, "b", "b3", log).then(() => log.push("b3 runs"), refused);
    first.release();
    await settle();
    const second = await turns.take("c", NEVER);
    second.release();
    expect(log.filter((line) => line.endsWith("runs"))).toEqual([]);
  });

  it("a newcomer gets one of the extra slots if no workspace exceeds its share", async () => {
    const turns = new Turns({ ...LIMITS, extra: 1, maxWaitMs: 200 }, IMPATIENT_MS);
    const log: string[] = [];
    for (const name of ["a1", "b1", "c1", "d1"]) await startWork(turns, name[0] as string, name, log);
    await startWork(turns, "e", "e1", log);
    await expect(turns.take("f", NEVER)).rejects.toMatchObject({ code: "too_many_requests" });
    expect(log).toEqual([]);
  });

  it("another workspace's unread result is stored before any work is stopped", async () => {
    const turns = new Turns(LIMITS, IMPATIENT_MS);
    const log: string[] = [];
    await startWork(turns, "b", "b1", log);
    const unread = await turns.take("a", NEVER);
    unread.bind({
      end: () => log.push("unread ended"),
      store: () => {
        log.push("unread stored");
        setImmediate(unread.release);
        return true;
      },
      isAnswered: () => true,
    });
    await startWork(turns, "a", "a2", log);
    await startWork(turns, "b", "b2", log);
    await turns.take("c", NEVER);
    expect(log).toEqual(["unread stored"]);
  });

  it("work that has not started to respond is stopped before work that has", async () => {
    const turns = new Turns(LIMITS, IMPATIENT_MS);
    const log: string[] = [];
    await startWork(turns, "a", "a1", log);
    const answering = await turns.take("a", NEVER);
    answering.bind({ end: () => log.push("cut off"), store: () => false, isAnswered: () => true });
    await startWork(turns, "b", "b1", log);
    await startWork(turns, "d", "d1", log);
    await turns.take("c", NEVER);
    expect(log).toEqual([expect.stringMatching(/^a1: /)]);
  });

  it("a newcomer is not blocked by two attackers that refill every slot", async () => {
    const turns = new Turns({ ...LIMITS, maxWaiting: 100 }, IMPATIENT_MS);
    const log: string[] = [];
    const attack = async (workspace: string): Promise<void> => {
      for (;;) {
        if (log.includes("done")) return;
        const turn = await turns.take(workspace, NEVER);
        await new Promise<void>((resolve) => {
          turn.bind({ end: () => resolve(), store: () => false, isAnswered: () => false });
          if (log.includes("done")) resolve();
        });
        turn.release();
      }
    };
    const attacks = ["a", "b"].flatMap((workspace) => Array.from({ length: 10 }, () => attack(workspace)));
    for (let count = 0; count < 20; count += 1) (await turns.take("c", NEVER)).release();
    log.push("done");
    // Each waits for a slot or for cancellation; waiting work starts as slots become free.
    await Promise.race([Promise.all(attacks), settle()]);
    expect(log).toEqual(["done"]);
  });
});

describe("turns under random sequences of events", () => {
  it("turns never exceed a limit and never leave a usable slot empty", async () => {
    const step = fc.record({
      workspace: fc.constantFrom("a", "b", "c", "d"),
      act: fc.constantFrom("take", "take", "leave", "abandon"),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const turns = new Turns({ ...LIMITS, maxWaiting: Number.POSITIVE_INFINITY });
        const held: { workspace: string; turn: Turn }[] = [];
        const waiting: { workspace: string; controller: AbortController; isIn: boolean }[] = [];
        const known = new Set<string>();
        for (const { workspace, act } of steps) {
          if (act === "take") {
            known.add(workspace);
            const entry = { workspace, controller: new AbortController(), isIn: false };
            waiting.push(entry);
            turns.take(workspace, entry.controller.signal).then(
              (turn) => {
                entry.isIn = true;
                held.push({ workspace, turn });
              },
              () => undefined,
            );
          } else if (act === "leave") {
            held.splice(0, 1)[0]?.turn.release();
          } else {
            const found = waiting.find((entry) => !entry.isIn && entry.workspace === workspace);
            found?.controller.abort();
            if (found) waiting.splice(waiting.indexOf(found), 1);
          }
          await settle();
          const of = (name: string): number => held.filter((one) => one.workspace === name).length;
          expect(held.length).toBeLessThanOrEqual(LIMITS.total);
          for (const name of known) expect(of(name)).toBeLessThanOrEqual(LIMITS.perWorkspace);
          const share = Math.max(1, Math.floor(LIMITS.total / known.size));
          const mayEnter = waiting.some(
            (one) => !one.isIn && of(one.workspace) < Math.min(share, LIMITS.perWorkspace),
          );
          if (mayEnter) expect(held).toHaveLength(LIMITS.total);
        }
      }),
      { numRuns: 60 },
    );
  });
});

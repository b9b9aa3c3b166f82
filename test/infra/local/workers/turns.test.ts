import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type TurnLimits, Turns } from "#infra/local/workers/turns.ts";

const LIMITS: TurnLimits = { total: 4, perWorkspace: 2, maxWaiting: 5, maxWaitMs: 60_000, what: "queries" };
const NEVER = new AbortController().signal;

/** Lets everything happen that has been promised. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function takeTurn(turns: Turns, workspace: string, log: string[], signal = NEVER) {
  const leave = await turns.take(workspace, signal);
  log.push(workspace);
  return leave;
}

describe("turns", () => {
  it("let a workspace have so many places, and the platform so many in all", async () => {
    const turns = new Turns(LIMITS);
    const log: string[] = [];
    for (const workspace of ["a", "a", "a", "b", "b", "c", "c"]) void takeTurn(turns, workspace, log);
    await settle();
    expect(log).toEqual(["a", "a", "b", "b"]);
  });

  it("go round among workspaces, however many of one wait", async () => {
    const turns = new Turns({ ...LIMITS, total: 1, perWorkspace: 1 });
    const log: string[] = [];
    let leave: (() => void) | undefined;
    for (const workspace of ["a", "a", "a", "b", "c", "b"]) {
      void takeTurn(turns, workspace, log).then((given) => {
        leave = given;
      });
    }
    for (let count = 1; count <= 6; count += 1) {
      await settle();
      expect(log).toHaveLength(count);
      leave?.();
    }
    expect(log).toEqual(["a", "a", "b", "c", "a", "b"]);
  });

  it("refuse one more than may wait, with a sentence and a code", async () => {
    const turns = new Turns(LIMITS);
    for (let count = 0; count < 7; count += 1) void turns.take("a", NEVER);
    await expect(turns.take("a", NEVER)).rejects.toMatchObject({
      kind: "throttled",
      code: "too_many_requests",
      message: expect.stringContaining("2 queries under way and 5 waiting"),
    });
    // Another workspace is not concerned.
    await expect(turns.take("b", NEVER)).resolves.toBeTypeOf("function");
  });

  it("refuse who has waited too long, and keep no place for them", async () => {
    const turns = new Turns({ ...LIMITS, total: 1, maxWaitMs: 1 });
    const leave = await turns.take("a", NEVER);
    await expect(turns.take("b", NEVER)).rejects.toMatchObject({ code: "too_many_requests" });
    leave();
    await expect(turns.take("b", NEVER)).resolves.toBeTypeOf("function");
  });

  it("forget who leaves while they wait", async () => {
    const turns = new Turns({ ...LIMITS, total: 1 });
    const leave = await turns.take("a", NEVER);
    const leaving = new AbortController();
    const waiting = turns.take("b", leaving.signal);
    leaving.abort(new Error("left"));
    await expect(waiting).rejects.toThrow("left");
    leave();
    await expect(turns.take("c", NEVER)).resolves.toBeTypeOf("function");
  });

  it("never exceed a limit and never leave a place empty that somebody may have", async () => {
    const step = fc.record({
      workspace: fc.constantFrom("a", "b", "c", "d"),
      act: fc.constantFrom("take", "take", "leave", "abandon"),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const turns = new Turns({ ...LIMITS, maxWaiting: Number.POSITIVE_INFINITY });
        const held: { workspace: string; leave: () => void }[] = [];
        const waiting: { workspace: string; controller: AbortController; isIn: boolean }[] = [];
        for (const { workspace, act } of steps) {
          if (act === "take") {
            const entry = { workspace, controller: new AbortController(), isIn: false };
            waiting.push(entry);
            turns.take(workspace, entry.controller.signal).then(
              (leave) => {
                entry.isIn = true;
                held.push({ workspace, leave });
              },
              () => undefined,
            );
          } else if (act === "leave") {
            held.splice(0, 1)[0]?.leave();
          } else {
            const found = waiting.find((entry) => !entry.isIn && entry.workspace === workspace);
            found?.controller.abort();
            if (found) waiting.splice(waiting.indexOf(found), 1);
          }
          await settle();
          const of = (name: string): number => held.filter((one) => one.workspace === name).length;
          expect(held.length).toBeLessThanOrEqual(LIMITS.total);
          for (const name of ["a", "b", "c", "d"]) expect(of(name)).toBeLessThanOrEqual(LIMITS.perWorkspace);
          const mayEnter = waiting.some((one) => !one.isIn && of(one.workspace) < LIMITS.perWorkspace);
          if (mayEnter) expect(held).toHaveLength(LIMITS.total);
        }
      }),
      { numRuns: 60 },
    );
  });
});

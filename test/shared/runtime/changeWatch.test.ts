import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { announceChange, ChangeWatch } from "#shared/runtime/changeWatch.ts";
import { lookNow, lookUntil } from "#shared/runtime/lookUntil.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";

/** Longer than any test: if a change does not end the pause, the test fails. */
const FOREVER_MS = 2 ** 31 - 1;

const isOver = (pause: Promise<void>): Promise<boolean> =>
  Promise.race([pause.then(() => true), setImmediate(false)]);

test("a change to the item ends a pause, but changes to other items do not", async () => {
  const { signal } = new AbortController();
  const watches = [new ChangeWatch("lab/1"), new ChangeWatch("lab/1"), new ChangeWatch("lab/2")];
  const pauses = watches.map((watch) => watch.pause(FOREVER_MS, signal));
  announceChange("lab/3");
  announceChange("lab/1");
  expect(await Promise.all(pauses.map(isOver))).toEqual([true, true, false]);
  announceChange("lab/2");
  await Promise.all(pauses);
});

test("a change between two pauses ends only the next pause", async () => {
  const { signal } = new AbortController();
  const watch = new ChangeWatch("between");
  announceChange("between");
  announceChange("between");
  await watch.pause(FOREVER_MS, signal);
  const next = watch.pause(FOREVER_MS, signal);
  expect(await isOver(next)).toBe(false);
  announceChange("between");
  await next;
});

test("a pause ends by itself, or with an error when the client disconnects", async () => {
  const left = new AbortController();
  const watch = new ChangeWatch("left");
  await watch.pause(1, left.signal);
  const pause = watch.pause(FOREVER_MS, left.signal);
  left.abort();
  await expect(pause).rejects.toMatchObject({ name: "AbortError" });
});

test("a closed watch receives no more changes", async () => {
  const { signal } = new AbortController();
  const watch = new ChangeWatch("closed");
  watch.close();
  announceChange("closed");
  expect(await isOver(watch.pause(FOREVER_MS, signal))).toBe(false);
});

test("a request learns of a change that occurs while it reads", async () => {
  const { signal } = new AbortController();
  const scope = { id: "lab", settings: { callObjects: () => undefined } } as unknown as WorkspaceScope;
  let isSettled = false;
  const look = async () => {
    const seen = isSettled;
    isSettled = true;
    lookNow(scope, "load");
    return seen;
  };
  expect(await lookUntil(scope, look, (settled) => settled, 20, signal, "load")).toBe(true);
});

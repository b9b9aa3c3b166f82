import { expect, test } from "vitest";
import { lookUntil } from "#shared/runtime/lookUntil.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";

const scope = (id: string) => ({ id }) as WorkspaceScope;
const never = () => false;

test("a settled item is returned by the first read, and other items are returned once they settle", async () => {
  const { signal } = new AbortController();
  const states = [1, 2, 3, 4];
  const look = async () => states.shift() ?? 0;
  expect(await lookUntil(scope("one"), look, (state) => state === 1, 20, signal)).toBe(1);
  expect(await lookUntil(scope("one"), look, (state) => state === 4, 20, signal)).toBe(4);
});

test("without a waiting time, the item is read only once", async () => {
  let looks = 0;
  const look = async () => ++looks;
  expect(await lookUntil(scope("one"), look, never, 0, new AbortController().signal)).toBe(1);
});

test("up to 50 requests in a workspace can wait, additional requests read once, and other workspaces can still wait", async () => {
  const left = new AbortController();
  const pending = Array.from({ length: 50 }, () =>
    lookUntil(scope("busy"), async () => "running", never, 20, left.signal),
  );
  const outcomes = Promise.allSettled(pending);
  let looks = 0;
  expect(await lookUntil(scope("busy"), async () => ++looks, never, 20, left.signal)).toBe(2);
  looks = 0;
  const quiet = lookUntil(
    scope("quiet"),
    async () => ++looks,
    (count) => count === 3,
    20,
    left.signal,
  );
  expect(await quiet).toBe(3);
  left.abort();
  expect((await outcomes).map(({ status }) => status)).toEqual(Array(50).fill("rejected"));
  // The callers that disconnected have freed their slots.
  looks = 0;
  const { signal } = new AbortController();
  expect(
    await lookUntil(
      scope("busy"),
      async () => ++looks,
      (count) => count === 3,
      20,
      signal,
    ),
  ).toBe(3);
});

test("a request that is aborted during a pause is notified", async () => {
  const left = new AbortController();
  const embedded = { id: "left", settings: { callObjects: () => undefined } } as unknown as WorkspaceScope;
  const waiting = lookUntil(embedded, async () => 1, never, 20, left.signal, "load");
  left.abort();
  await expect(waiting).rejects.toMatchObject({ name: "AbortError" });
});

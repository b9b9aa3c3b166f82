import type { Settings, WorkspaceScope } from "#shared/runtime/scope.ts";

/**
 * Time after which a commit no longer waits for earlier ones, in milliseconds. Turns only avoid conflicts: the condition on
 * the head keeps commits in order.
 */
const MAX_WAIT_MS = 10_000;

/** Completion of the last commit in this process, by workspace. */
const last = new WeakMap<Settings, Map<string, Promise<void>>>();

/**
 * Runs the commits of a workspace in this process one after the other, in order of arrival. If they ran concurrently, all but
 * one would fail.
 */
export async function inTurn<Result>(
  { settings, id }: WorkspaceScope,
  commit: () => Promise<Result>,
  maxWaitMs = MAX_WAIT_MS,
): Promise<Result> {
  const turns = last.get(settings) ?? new Map<string, Promise<void>>();
  last.set(settings, turns);
  const before = turns.get(id);
  const ended = Promise.withResolvers<void>();
  turns.set(id, ended.promise);
  try {
    if (before) await atMost(before, maxWaitMs);
    return await commit();
  } finally {
    ended.resolve();
    if (turns.get(id) === ended.promise) turns.delete(id);
  }
}

async function atMost(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, over]);
  clearTimeout(timer);
}

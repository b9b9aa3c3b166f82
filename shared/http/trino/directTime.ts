/** Time for which a statement is tried at once, in milliseconds. */
const DIRECT_MS = 2_000;
/** The least such time, in milliseconds. */
const MIN_DIRECT_MS = 500;

/** Number of statements that are being tried or wait for their turn, by workspace. */
const tried = new Map<string, number>();

/**
 * Tries a statement at once, for less time the more statements of its workspace are being tried: many long statements that
 * start together must not hold up a short one.
 */
export async function inDirectTime<T>(
  workspaceId: string,
  attempt: (directMs: number) => Promise<T>,
): Promise<T> {
  const count = (tried.get(workspaceId) ?? 0) + 1;
  tried.set(workspaceId, count);
  try {
    return await attempt(Math.max(MIN_DIRECT_MS, DIRECT_MS / count));
  } finally {
    const left = (tried.get(workspaceId) ?? 1) - 1;
    if (left > 0) tried.set(workspaceId, left);
    else tried.delete(workspaceId);
  }
}

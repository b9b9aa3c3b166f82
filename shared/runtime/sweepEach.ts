import { log } from "#shared/runtime/log.ts";

/**
 * Calls `work` for each pending mark, one at a time, and returns the number of calls that returned true. A failure is logged
 * and does not stop the remaining marks; the next sweep retries it. Throws at the end if any call failed, so that alarms count
 * the sweep as failed.
 */
export async function sweepEach<T extends object>(
  marks: readonly T[],
  work: (mark: T) => Promise<boolean>,
): Promise<number> {
  let count = 0;
  const failures: unknown[] = [];
  for (const mark of marks) {
    try {
      if (await work(mark)) count += 1;
    } catch (error) {
      failures.push(error);
      log().error("a sweep could not process a mark", { ...mark, error: error as Error });
    }
  }
  if (failures.length === 0) return count;
  const message = `A sweep failed for ${failures.length} of ${marks.length} marks, and completed for the others`;
  throw new AggregateError(failures, message);
}

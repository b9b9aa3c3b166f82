import { log } from "#shared/runtime/log.ts";

/**
 * Calls `work` for each mark of work under way, one after another, and returns the number of calls that returned true. A mark
 * whose work fails does not stop the others: it is logged, and the next sweep tries it again. Throws at the end if one
 * has failed, so that alarms count the sweep as failed.
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
      log().error("a sweep could not work on a mark", { ...mark, error: error as Error });
    }
  }
  if (failures.length === 0) return count;
  const message = `A sweep failed for ${failures.length} of ${marks.length} marks, and worked on the others`;
  throw new AggregateError(failures, message);
}

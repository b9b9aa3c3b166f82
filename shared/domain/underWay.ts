import { DomainError } from "@pdp/basics/errors";

/** Maximum number of loads per workspace that are being ingested, undone, redone or deleted at the same time. */
export const MAX_LOADS_UNDER_WAY = 50;
/** Maximum number of unfinished tasks per workspace. */
export const MAX_TASKS_UNDER_WAY = 50;

export function tooManyLoads(count: number): DomainError {
  return new DomainError(
    "throttled",
    "too_many_loads",
    `${count} loads are in progress in this workspace, which is the maximum. Wait for one to finish, then try again.`,
  );
}

export function tooManyTasks(count: number): DomainError {
  return new DomainError(
    "throttled",
    "too_many_tasks",
    `${count} tasks are in progress in this workspace, which is the maximum. Wait for some to finish, or cancel them.`,
  );
}

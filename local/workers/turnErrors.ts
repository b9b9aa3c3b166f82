import { DomainError } from "@pdp/basics/errors";
import { formatCount, pluralOf } from "@pdp/basics/wording";

interface Counts {
  /** Singular noun for the work. */
  what: string;
  /** Total number of slots for all workspaces. */
  total: number;
  perWorkspace: number;
}

/** `slots` is the number of slots that the workspace has. */
export function tooManyWaiting({ what }: Counts, slots: number, waiting: number): DomainError {
  return throttled(
    `This workspace has ${formatCount(slots, what)} running and ${waiting} waiting, which is the maximum. Wait until some have finished, then try again.`,
  );
}

/** `slots` is the number of slots that the workspace has, and `inUse` is the number that all workspaces have together. */
export function waitedTooLong(
  { what, total, perWorkspace, maxWaitMs }: Counts & { maxWaitMs: number },
  slots: number,
  inUse: number,
): DomainError {
  const waited = `This request waited ${maxWaitMs / 1000} s`;
  if (slots >= perWorkspace) {
    return throttled(
      `${waited} because this workspace was already running ${formatCount(slots, what)}, the maximum per workspace. Try again when some have finished.`,
    );
  }
  return throttled(
    `${waited}: the platform runs at most ${formatCount(total, what)} at a time, and ${formatCount(inUse, "slot")} ${inUse === 1 ? "was" : "were"} in use, ${slots} by this workspace. Try again in a moment.`,
  );
}

/** Error for work that is stopped to make room for a workspace without running work. */
export function endedForOthers({ what }: Counts, runningMs: number): DomainError {
  return throttled(
    `This request was stopped after ${(runningMs / 1000).toFixed(1)} s: another workspace was waiting, and this one was running more than its share of ${pluralOf(what)}. Try again in a moment, or run fewer at a time.`,
  );
}

/** Error for work that is stopped because the total memory is exhausted. */
export function endedForMemory(budgetBytes: number): DomainError {
  return throttled(
    `This request was stopped because all running work together exceeded the ${Math.round(budgetBytes / 2 ** 20)} MB of memory on this platform, and this workspace used the most. Try again in a moment, or run fewer requests at a time.`,
  );
}

/** Error for work that did not finish in time because its process got too little computing time. */
export function machineBusy(maxMs: number): DomainError {
  return new DomainError(
    "throttled",
    "machine_busy",
    `The machine was too busy to finish this request within ${maxMs / 1000} s. Try again in a moment.`,
  );
}

function throttled(message: string): DomainError {
  return new DomainError("throttled", "too_many_requests", message);
}

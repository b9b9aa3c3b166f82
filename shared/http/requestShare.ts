import { DomainError } from "@pdp/basics/errors";
import { formatCount } from "@pdp/basics/wording";
import { LRUCache } from "lru-cache";
import { tokensLeft } from "#shared/domain/tokenBucket.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { requestCountKey } from "#shared/store/dynamodb/keys.ts";
import { addSecondCounts } from "#shared/store/secondCounts.ts";
import { SharedCounter } from "#shared/store/sharedCounter.ts";

/** Size of a workspace's bucket, in seconds of its share. */
const BURST_SECONDS = 2;
const counters = new LRUCache<string, SharedCounter>({ max: 1_000 });

/**
 * Counts a request towards its workspace's share of the API. Raises `too_many_requests` if the workspace has used up its
 * share. All processes of a region count together, with at most one write per second, workspace and process, so each of them
 * learns of the others' requests within a second.
 */
export async function takeShare(workspace: WorkspaceScope): Promise<void> {
  const { requestsPerWorkspace } = workspace.settings;
  if (requestsPerWorkspace === null) return;
  if (await admits(counterOf(workspace), requestsPerWorkspace, Date.now())) return;
  throw shareExceeded(requestsPerWorkspace);
}

/** Counts a request, and returns whether it is within the share as far as this process knows. */
export async function admits(counter: SharedCounter, ratePerSecond: number, now: number): Promise<boolean> {
  const second = Math.floor(now / 1000);
  counter.add(second, 1);
  await counter.exchange(now);
  const limits = { ratePerSecond, burst: ratePerSecond * BURST_SECONDS };
  if (tokensLeft(counter.counts(second), limits, second) >= 0) return true;
  // Refused requests do not count, so that a client that repeats them does not prolong the refusal. One that has just been
  // written to the shared item counts until the next request of this process.
  counter.add(second, -1);
  return false;
}

function counterOf(workspace: WorkspaceScope): SharedCounter {
  const { id, region, settings } = workspace;
  const name = [settings.platformUrl, region, id].join("\n");
  const known = counters.get(name);
  if (known) return known;
  const counter = new SharedCounter((...added) =>
    addSecondCounts(workspaceDatabase(workspace), requestCountKey(id), ...added),
  );
  counters.set(name, counter);
  return counter;
}

export function shareExceeded(ratePerSecond: number): DomainError {
  return new DomainError(
    "throttled",
    "too_many_requests",
    `This workspace has used up its share of ${formatCount(ratePerSecond, "request")} a second. Wait for the time in Retry-After, then try again.`,
  );
}

import { DomainError } from "@pdp/basics/errors";
import { PendingObjects } from "#shared/objects/manifests.ts";
import { lookNow } from "#shared/runtime/lookUntil.ts";
import type { Settings, WorkspaceScope } from "#shared/runtime/scope.ts";
import { seeingPending } from "#shared/store/dynamodb/database.ts";
import { ConditionFailed, type Stored } from "#shared/store/dynamodb/items.ts";
import { NotPending, PendingItems } from "#shared/store/dynamodb/pendingItems.ts";
import type { Head } from "#shared/store/tables.ts";
import { moveHead, readHead, versionAfter } from "#shared/store/versions.ts";
import { type Commit, commitUntil, commitWrites } from "./commit.ts";
import { inTurn } from "./commitTurns.ts";
import { type Read, readAhead } from "./readAhead.ts";
import { TableReads } from "./tableReads.ts";

/** Maximum number of commits in one transaction. */
const MAX_TOGETHER = 16;
/** Number of shared transactions that are tried before the commits that are left are written separately. */
const MAX_SHARED = 2;

/**
 * Returns the changes of a commit. They are read through `scope`, which may see commits that are written in the same
 * transaction.
 */
export type Build = (scope: WorkspaceScope, versionId: string, objects: PendingObjects) => Promise<Commit>;

interface Waiting {
  build: Build;
  tables: TableReads;
  deadline: number;
  done: PromiseWithResolvers<Commit>;
}

/** Commits that are waiting in this process and are not yet part of a transaction, by workspace, in order of arrival. */
const waitingOf = new WeakMap<Settings, Map<string, Waiting[]>>();

/** Calls of `commitGathered` that count the commits that arrive, by workspace. */
const gatheringOf = new WeakMap<Settings, Map<string, () => void>>();

/**
 * Appends one version to the workspace's history like `commit`. Waiting commits are written in one transaction, each as a
 * separate version: the first one to get its turn also writes the others. The `tables` of a commit that is written alone are read
 * together with the head; commits of one transaction must see each other's changes.
 */
export async function commitTogether(
  scope: WorkspaceScope,
  patience: number,
  build: Build,
  tables: TableReads = new TableReads([]),
): Promise<Commit> {
  const ofAll = waitingOf.get(scope.settings) ?? new Map<string, Waiting[]>();
  waitingOf.set(scope.settings, ofAll);
  const waiting = ofAll.get(scope.id) ?? [];
  ofAll.set(scope.id, waiting);
  const deadline = Date.now() + patience;
  const waitingCommit: Waiting = { build, tables, deadline, done: Promise.withResolvers() };
  waiting.push(waitingCommit);
  gatheringOf.get(scope.settings)?.get(scope.id)?.();
  await inTurn(scope, async () => {
    if (waiting.includes(waitingCommit)) await commitAll(scope, take(waiting, waitingCommit));
    if (waiting.length === 0 && ofAll.get(scope.id) === waiting) ofAll.delete(scope.id);
  });
  return waitingCommit.done.promise;
}

/**
 * Runs work that ends in commits to one workspace. Takes the workspace's turn, waits until each piece of work either waits to
 * commit or has ended, and then commits together. The wait ends at the latest when other commits stop waiting for their turn.
 */
export async function commitGathered<Result>(
  scope: WorkspaceScope,
  work: readonly (() => Promise<Result>)[],
): Promise<PromiseSettledResult<Result>[]> {
  const gatherings = gatheringOf.get(scope.settings) ?? new Map<string, () => void>();
  gatheringOf.set(scope.settings, gatherings);
  const gathered = Promise.withResolvers<void>();
  let expected = work.length;
  const arrive = (): void => {
    expected -= 1;
    if (expected <= 0) gathered.resolve();
  };
  let ended: Promise<PromiseSettledResult<Result>[]> = Promise.resolve([]);
  await inTurn(scope, async () => {
    const head = readAhead(scope, readHead);
    gatherings.set(scope.id, arrive);
    ended = Promise.allSettled(work.map((piece) => piece().finally(arrive)));
    if (expected > 0) await gathered.promise;
    if (gatherings.get(scope.id) === arrive) gatherings.delete(scope.id);
    const waiting = waitingOf.get(scope.settings)?.get(scope.id) ?? [];
    await commitAll(scope, waiting.splice(0, MAX_TOGETHER), head);
  });
  return ended;
}

/** Removes a waiting commit and the commits after it from the queue, and returns them. */
function take(waiting: Waiting[], first: Waiting): Waiting[] {
  return waiting.splice(waiting.indexOf(first), MAX_TOGETHER);
}

/**
 * Settles each of the commits: in one transaction if that is possible, otherwise one after the other. A rival commit of another
 * process fails a transaction, so that it is tried again first.
 */
async function commitAll(
  scope: WorkspaceScope,
  queued: readonly Waiting[],
  head: Read<Stored<Head>> = readHead,
): Promise<void> {
  for (const { done } of queued) done.promise.catch(() => undefined);
  let left = queued;
  for (let shared = 0; left.length > 1 && shared < MAX_SHARED; shared += 1) {
    const together = left;
    left = await writeTogether(scope, together, head).catch(() => together);
  }
  for (const { build, tables, deadline, done } of left) {
    const alone = commitUntil(
      scope,
      deadline,
      (versionId, objects) => build(scope, versionId, objects),
      () => tables.start(scope),
    );
    await alone.then(done.resolve, done.reject);
  }
}

/**
 * Writes the commits in one transaction, and returns those that could not take part: commits with writes that do not fit, and
 * commits that break a rule after the preceding changes, which may never be written.
 */
async function writeTogether(
  scope: WorkspaceScope,
  queued: readonly Waiting[],
  readNewest: Read<Stored<Head>>,
): Promise<readonly Waiting[]> {
  const head = await readNewest(scope);
  const pending = new PendingItems();
  const seeing = seeingPending(scope, pending);
  const built: { waiting: Waiting; plan: Commit; objects: PendingObjects }[] = [];
  let last = head.item.version_id;
  for (const waiting of queued) {
    const versionId = versionAfter({ version_id: last });
    const objects = new PendingObjects(scope);
    try {
      const plan = await waiting.build(seeing, versionId, objects);
      if (!pending.add(await commitWrites(seeing, versionId, plan))) continue;
      built.push({ waiting, plan, objects });
      last = versionId;
    } catch {
      // The error is reported only if the commit also fails in a separate transaction.
    }
  }
  if (built.length === 0) return queued;
  await Promise.all(built.map(({ objects }) => objects.written()));
  try {
    await moveHead(scope, head, last, pending.writes());
  } catch (error) {
    if (error instanceof ConditionFailed || error instanceof DomainError || error instanceof NotPending)
      return queued;
    // The transaction may have been written; as after any failure of this kind, the callers have to check.
    for (const { waiting } of built) waiting.done.reject(error);
    return without(queued, built);
  }
  for (const { waiting, plan } of built) {
    if (plan.loadId !== undefined) lookNow(scope, plan.loadId);
    waiting.done.resolve(plan);
  }
  return without(queued, built);
}

function without(queued: readonly Waiting[], built: readonly { waiting: Waiting }[]): Waiting[] {
  const others = new Set(built.map(({ waiting }) => waiting));
  return queued.filter((waiting) => !others.has(waiting));
}

import { parseObjectKey } from "#shared/objects/keys.ts";
import { deleteObjects, type ListedObject } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { forgetReplacedManifests, listReplacedManifests } from "#shared/store/compactions.ts";
import { orphansOfImport } from "./importOrphans.ts";
import { orphansOfAttempt, orphansOfUploads } from "./loadOrphans.ts";
import { type ObjectGroup, objectGroups } from "./objectGroups.ts";
import { orphansOfOrder } from "./orderOrphans.ts";
import { orphansOfTable } from "./tableOrphans.ts";
import { TaskManifests } from "./taskManifests.ts";

export interface SweepOptions {
  /** True if objects are only counted and listed. */
  dryRun: boolean;
  /** Minimum time for which an object must have been unreferenced before it is removed, in milliseconds. */
  minAgeMs: number;
  /** Deadline for stopping, in milliseconds since 1970. */
  deadline: number;
  /** Group of objects after which the sweep continues, as returned by an earlier call. */
  after?: string | null;
}

export interface SweepOutcome {
  /** Number of objects examined. */
  objects: number;
  /** Number and size of the orphans, which were removed unless this was a dry run. */
  orphans: number;
  bytes: number;
  /** First orphans, by key. */
  examples: string[];
  /** Group of objects after which the next call continues; null if all were examined. */
  after: string | null;
}

/** Shortest minimum age that a deployment may set, in milliseconds: no step, query or upload takes longer. */
export const MIN_AGE_MS = 3_600_000;
export const MAX_EXAMPLES = 20;
/** Kinds of objects that are examined, in the order of their keys. */
const KINDS = ["imports", "loads", "orders", "tables", "uploads"];

/**
 * Removes unreachable objects of a workspace: manifests and segments of commits that lost a race, data files of attempts that
 * were not committed, merged files that were not used or were replaced by later ones, uploads and layouts without a record,
 * and files of imports that can no longer be started. An object counts as reachable if any version, load, file or task
 * snapshot refers to it, if a compaction replaced it less than `minAgeMs` ago, or if its kind is unknown.
 *
 * Objects are listed before records are read: anything committed in between is found in the records, and anything written
 * later is younger than `minAgeMs`.
 */
export async function removeOrphans(scope: WorkspaceScope, options: SweepOptions): Promise<SweepOutcome> {
  const before = Date.now() - options.minAgeMs;
  const tasks = new TaskManifests(scope);
  const find: FindOrphans = ({ name }, old) => orphansOf(scope, name, old, before, tasks);
  const outcome = await removeFromGroups(
    scope,
    objectGroups(scope, KINDS, options.after ?? null),
    find,
    options,
  );
  if (outcome.after === null && !options.dryRun) await forgetOldNotes(scope, before);
  return outcome;
}

/** Returns the orphans among the objects of a group that are old enough. */
export type FindOrphans = (group: ObjectGroup, old: readonly ListedObject[]) => Promise<ListedObject[]>;

/** Removes the orphans in groups of objects until the deadline. Calls `done` after each group. */
export async function removeFromGroups(
  scope: WorkspaceScope,
  groups: AsyncIterable<ObjectGroup>,
  find: FindOrphans,
  {
    dryRun,
    minAgeMs,
    deadline,
    done = async () => undefined,
  }: SweepOptions & { done?: (group: ObjectGroup) => Promise<void> },
): Promise<SweepOutcome> {
  const outcome: SweepOutcome = { objects: 0, orphans: 0, bytes: 0, examples: [], after: null };
  const before = Date.now() - minAgeMs;
  for await (const group of groups) {
    outcome.objects += group.objects.length;
    const old = group.objects.filter(({ modified }) => modified <= before);
    const orphans = old.length === 0 ? [] : await find(group, old);
    outcome.orphans += orphans.length;
    outcome.bytes += orphans.reduce((sum, { bytes }) => sum + bytes, 0);
    const keys = orphans.map(({ key }) => key);
    outcome.examples.push(...keys.slice(0, MAX_EXAMPLES - outcome.examples.length));
    if (!dryRun) await deleteObjects(scope, keys);
    await done(group);
    if (Date.now() > deadline) return { ...outcome, after: group.name };
  }
  return outcome;
}

/** Returns the orphans among the old objects of a group, according to all records of its owner. */
export function orphansOf(
  scope: WorkspaceScope,
  name: string,
  objects: readonly ListedObject[],
  before: number,
  tasks: TaskManifests,
): Promise<ListedObject[]> {
  const { kind, owner } = parseObjectKey(name);
  if (kind === "imports") return orphansOfImport(scope, owner, objects);
  if (kind === "loads") return orphansOfAttempt(scope, owner, objects);
  if (kind === "orders") return orphansOfOrder(scope, owner, objects);
  if (kind === "tables") return orphansOfTable(scope, owner, objects, before, tasks);
  return orphansOfUploads(scope, owner, objects);
}

/** Removes notes about manifests that were replaced so long ago that they are treated like all others. */
async function forgetOldNotes(scope: WorkspaceScope, before: number): Promise<void> {
  const notes = await listReplacedManifests(scope);
  const old = notes.filter(({ item }) => Date.parse(item.replaced_at) <= before);
  await forgetReplacedManifests(
    scope,
    old.map(({ sk }) => sk),
  );
}

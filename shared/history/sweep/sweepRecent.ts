import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import {
  listWatchedLoads,
  readSweepProgress,
  type SweepProgress,
  writeSweepProgress,
} from "#shared/store/sweeps.ts";
import { objectGroups, type RecentObjects, recentGroups } from "./objectGroups.ts";
import { RecentTables } from "./recentTables.ts";
import {
  MAX_EXAMPLES,
  orphansOf,
  removeFromGroups,
  type SweepOptions,
  type SweepOutcome,
} from "./removeOrphans.ts";
import { TaskManifests } from "./taskManifests.ts";
import { updateWatchedLoads, WATCH_MS, watchedFrom } from "./watchLoads.ts";

/** Groups of objects, in the order in which they are swept. The first one finds the old loads for the others. */
export const SWEEP_GROUPS = ["watched", "imports", "loads", "uploads", "orders", "tables"] as const;
export type SweepGroup = (typeof SWEEP_GROUPS)[number];

const DAY_MS = 86_400_000;
/**
 * Time before the start of the last finished sweep from which objects are examined, in milliseconds: objects that were too new
 * to be removed then, with a day to spare.
 */
const MARGIN_MS = 2 * DAY_MS;

/** Sweep of the objects that have changed since the last one; each group stops at a separate deadline. */
export interface RecentSweepOptions extends Pick<SweepOptions, "minAgeMs"> {
  /** Defaults to two days. */
  marginMs?: number;
  /** Maximum duration for each group, in milliseconds. */
  sliceMs: number;
}

/** Result of a sweep, with the groups that are not finished. */
export interface RecentSweepOutcome extends Omit<SweepOutcome, "after"> {
  unfinished: SweepGroup[];
}

/**
 * Removes unreachable objects like `removeOrphans`, but examines only what may have become unreachable since the last sweep.
 * A group that does not finish continues in the next call after the last object that it has examined.
 */
export async function sweepRecent(
  scope: WorkspaceScope,
  groups: readonly SweepGroup[],
  { minAgeMs, sliceMs, marginMs = MARGIN_MS }: RecentSweepOptions,
): Promise<RecentSweepOutcome> {
  const totals: RecentSweepOutcome = { objects: 0, orphans: 0, bytes: 0, examples: [], unfinished: [] };
  for (const group of groups) {
    const progress = await readSweepProgress(scope, group);
    const options = { dryRun: false, minAgeMs, deadline: Date.now() + sliceMs, after: progress.after };
    const started = progress.started ?? new Date().toISOString();
    const outcome = await sweepGroup(scope, group, fromOf({ ...progress, started }, marginMs), options);
    await writeSweepProgress(scope, group, progressAfter(progress, started, outcome.after));
    if (outcome.after !== null) totals.unfinished.push(group);
    totals.objects += outcome.objects;
    totals.orphans += outcome.orphans;
    totals.bytes += outcome.bytes;
    totals.examples.push(...outcome.examples.slice(0, MAX_EXAMPLES - totals.examples.length));
  }
  return totals;
}

/** Returns the progress of a group that was examined up to a position; null if it was examined entirely. */
export function progressAfter(
  { finished }: SweepProgress,
  started: string,
  after: string | null,
): SweepProgress {
  return after === null ? { finished: started, started: null, after } : { finished, started, after };
}

/**
 * Returns the time from which objects are examined, in milliseconds since 1970. Before the first sweep of this kind, earlier
 * versions examined everything each day.
 */
export function fromOf({ finished, started }: SweepProgress, marginMs = MARGIN_MS): number {
  const last = Date.parse(finished ?? started ?? new Date().toISOString());
  return last - (finished === null ? DAY_MS : 0) - marginMs;
}

/**
 * Returns the watched loads to which objects may have been added since a time (ms since 1970). An upload that fails does not
 * change its load, but a load expires a week after its last change.
 */
export async function recentObjects(scope: WorkspaceScope, from: number): Promise<RecentObjects> {
  const changed = (await listWatchedLoads(scope)).filter(
    ({ changed_at }) => Date.parse(changed_at) >= from - WATCH_MS,
  );
  return { from, loads: changed.map(({ load_id }) => load_id) };
}

async function sweepGroup(
  scope: WorkspaceScope,
  group: SweepGroup,
  from: number,
  options: SweepOptions,
): Promise<SweepOutcome> {
  const { after = null } = options;
  const before = Date.now() - options.minAgeMs;
  const tasks = new TaskManifests(scope);
  const find = ({ name }: { name: string }, old: Parameters<typeof orphansOf>[2]) =>
    orphansOf(scope, name, old, before, tasks);
  switch (group) {
    case "watched": {
      const isFirst = (await readSweepProgress(scope, group)).finished === null;
      const start = after ?? (isFirst ? "0" : watchedFrom(from));
      const next = await updateWatchedLoads(scope, start, options.deadline);
      return { objects: 0, orphans: 0, bytes: 0, examples: [], after: next };
    }
    case "imports":
      return removeFromGroups(scope, objectGroups(scope, [group], after), find, options);
    case "tables": {
      const tables = new RecentTables(scope, { from, before, tasks });
      return removeFromGroups(scope, tables.groups(after), (...args) => tables.find(...args), {
        ...options,
        done: ({ owner }) => tables.done(owner),
      });
    }
    default: {
      const recent = await recentObjects(scope, from);
      return removeFromGroups(scope, recentGroups(scope, group, recent, after), find, options);
    }
  }
}

import * as v from "valibot";
import { expireLoads } from "#shared/history/expireLoads.ts";
import { MIN_AGE_MS, removeOrphans } from "#shared/history/sweep/removeOrphans.ts";
import { SWEEP_GROUPS, sweepRecent } from "#shared/history/sweep/sweepRecent.ts";
import { measureStoredBytes, sumPastDays } from "#shared/history/usage.ts";
import { step, workspaceOfExecution } from "#shared/http/operations/step.ts";
import { log } from "#shared/runtime/log.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { removeExpiredAudit } from "#shared/store/auditRecords.ts";
import { removeExpiredQueries } from "#shared/store/queries.ts";
import { isEmptyWorkspace } from "#shared/store/transfers.ts";

/** Maximum duration of one call before the state machine calls again, in milliseconds. */
const SLICE_MS = 240_000;
/** Maximum duration of one call for each group of objects, in milliseconds. */
const GROUP_SLICE_MS = 60_000;
/** Maximum number of calls of a daily sweep: a group that is not finished by then continues on the next day. */
const MAX_CALLS = 20;
const HOUR_MS = 3_600_000;

const Totals = v.object({
  objects: v.number(),
  orphans: v.number(),
  bytes: v.number(),
  examples: v.array(v.string()),
  /** Position after which a sweep of all objects continues. */
  after: v.optional(v.nullable(v.string()), null),
  /** Groups that a daily sweep has not finished, and the number of its calls. */
  unfinished: v.optional(v.array(v.picklist(SWEEP_GROUPS)), []),
  calls: v.optional(v.number(), 1),
});
type Totals = v.InferOutput<typeof Totals>;

/** Removes a workspace's unreachable objects and its expired loads and queries, or only counts the objects. */
export const removeOrphanObjects = step(
  {
    summary: "Remove unreachable objects",
    location: "region",
    needs: ["table:write", "lake:write"],
    input: v.object({
      workspace_id: v.string(),
      dry_run: v.boolean(),
      /** True if all objects are examined; otherwise, only those that may have become unreachable since the last sweep. */
      full: v.optional(v.boolean(), true),
      min_age_hours: v.pipe(v.number(), v.minValue(MIN_AGE_MS / HOUR_MS)),
      /** Result of the previous call. */
      sweep: v.optional(Totals),
    }),
  },
  async ({ input, settings }) => {
    const workspace = workspaceOfExecution(settings, input.workspace_id);
    const { dry_run: dryRun, full, min_age_hours: hours, sweep: before } = input;
    const isFull = dryRun || full || (await isEmptyWorkspace(workspace));
    if (!dryRun && !before) await removeExpired(workspace, isFull, Date.now() + SLICE_MS);
    const minAgeMs = hours * HOUR_MS;
    const slice = isFull
      ? await sweepAll(workspace, { dryRun, minAgeMs }, before)
      : await sweepDaily(workspace, minAgeMs, before);
    const totals = {
      ...slice,
      objects: slice.objects + (before?.objects ?? 0),
      orphans: slice.orphans + (before?.orphans ?? 0),
      bytes: slice.bytes + (before?.bytes ?? 0),
      examples: [...(before?.examples ?? []), ...slice.examples].slice(0, 20),
    };
    if (totals.ended && totals.orphans > 0) {
      log().info(dryRun ? "unreachable objects were found" : "objects were removed", {
        workspace_id: workspace.id,
        ...totals,
      });
    }
    return totals;
  },
);

/** Removes other data that have expired. A daily sweep removes expired loads itself. */
async function removeExpired(workspace: WorkspaceScope, isFull: boolean, deadline: number): Promise<void> {
  if (isFull) await expireLoads(workspace, deadline);
  await removeExpiredQueries(workspace, deadline);
  await removeExpiredAudit(workspace, deadline);
  await sumPastDays(workspace, deadline);
  await measureStoredBytes(workspace, deadline);
}

async function sweepAll(
  workspace: WorkspaceScope,
  options: { dryRun: boolean; minAgeMs: number },
  before: Totals | undefined,
): Promise<Totals & { ended: boolean }> {
  const deadline = Date.now() + SLICE_MS;
  const slice = await removeOrphans(workspace, { ...options, deadline, after: before?.after ?? null });
  return { ...slice, unfinished: [], calls: (before?.calls ?? 0) + 1, ended: slice.after === null };
}

async function sweepDaily(
  workspace: WorkspaceScope,
  minAgeMs: number,
  before: Totals | undefined,
): Promise<Totals & { ended: boolean }> {
  const groups = before?.unfinished ?? SWEEP_GROUPS;
  const slice = await sweepRecent(workspace, groups, { minAgeMs, sliceMs: GROUP_SLICE_MS });
  const calls = (before?.calls ?? 0) + 1;
  const ended = slice.unfinished.length === 0 || calls >= MAX_CALLS;
  if (ended && slice.unfinished.length > 0)
    log().warn("a sweep has not finished and continues tomorrow", {
      workspace_id: workspace.id,
      unfinished: slice.unfinished,
    });
  return { ...slice, after: null, calls, ended };
}

import * as v from "valibot";
import { expireLoads } from "#shared/history/expireLoads.ts";
import { MIN_AGE_MS, removeOrphans } from "#shared/history/sweep/removeOrphans.ts";
import { measureStoredBytes, sumPastDays } from "#shared/history/usage.ts";
import { step, workspaceOfExecution } from "#shared/http/operations/step.ts";
import { log } from "#shared/runtime/log.ts";
import { removeExpiredAudit } from "#shared/store/auditRecords.ts";
import { removeExpiredQueries } from "#shared/store/queries.ts";

/** Maximum duration of one call before the state machine calls again, in milliseconds. */
const SLICE_MS = 240_000;
const HOUR_MS = 3_600_000;

const Totals = v.object({
  objects: v.number(),
  orphans: v.number(),
  bytes: v.number(),
  examples: v.array(v.string()),
  after: v.nullable(v.string()),
});

/** Removes a workspace's unreachable objects and its expired loads and queries, or only counts the objects. */
export const removeOrphanObjects = step(
  {
    summary: "Remove unreachable objects",
    place: "region",
    needs: ["table:write", "lake:write"],
    input: v.object({
      workspace_id: v.string(),
      dry_run: v.boolean(),
      min_age_hours: v.pipe(v.number(), v.minValue(MIN_AGE_MS / HOUR_MS)),
      /** Result of the previous call. */
      sweep: v.optional(Totals),
    }),
  },
  async ({ input, settings }) => {
    const workspace = workspaceOfExecution(settings, input.workspace_id);
    const { dry_run: dryRun, min_age_hours: hours, sweep: before } = input;
    const options = { dryRun, minAgeMs: hours * HOUR_MS, deadline: Date.now() + SLICE_MS };
    if (!dryRun && !before) {
      await expireLoads(workspace, options.deadline);
      await removeExpiredQueries(workspace, options.deadline);
      await removeExpiredAudit(workspace, options.deadline);
      await sumPastDays(workspace, options.deadline);
      await measureStoredBytes(workspace, options.deadline);
    }
    const found = await removeOrphans(workspace, { ...options, after: before?.after ?? null });
    const totals = {
      objects: found.objects + (before?.objects ?? 0),
      orphans: found.orphans + (before?.orphans ?? 0),
      bytes: found.bytes + (before?.bytes ?? 0),
      examples: [...(before?.examples ?? []), ...found.examples].slice(0, 20),
      after: found.after,
    };
    if (totals.after === null && totals.orphans > 0) {
      log().info(dryRun ? "unreachable objects were found" : "objects were removed", {
        workspace_id: workspace.id,
        ...totals,
      });
    }
    return { ...totals, ended: totals.after === null };
  },
);

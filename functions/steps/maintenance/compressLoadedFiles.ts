import * as v from "valibot";
import { compressRecentUploads, compressUploads } from "#shared/history/sweep/compressUploads.ts";
import { MIN_AGE_MS } from "#shared/history/sweep/removeOrphans.ts";
import { step, workspaceOfExecution } from "#shared/http/operations/step.ts";
import { log } from "#shared/runtime/log.ts";

/** Maximum duration of one call before the state machine calls again, in milliseconds; other work runs between calls. */
const SLICE_MS = 60_000;
const HOUR_MS = 3_600_000;

const Totals = v.object({
  compressed: v.number(),
  replaced: v.number(),
  bytes_saved: v.number(),
  after: v.nullable(v.string()),
});

/** Compresses a workspace's uploaded text files after they have been loaded. */
export const compressLoadedFiles = step(
  {
    summary: "Compress uploaded files that have been loaded",
    location: "region",
    needs: ["table:write", "lake:write"],
    compute: "maintain",
    input: v.object({
      workspace_id: v.string(),
      /** True if all uploads are examined; otherwise, only those of loads that have changed lately. */
      full: v.optional(v.boolean(), true),
      min_age_hours: v.pipe(v.number(), v.minValue(MIN_AGE_MS / HOUR_MS)),
      /** Result of the previous call. */
      compression: v.optional(Totals),
    }),
  },
  async ({ input, settings, signal }) => {
    const workspace = workspaceOfExecution(settings, input.workspace_id);
    const { full, min_age_hours: hours, compression: before } = input;
    const options = { minAgeMs: hours * HOUR_MS, deadline: Date.now() + SLICE_MS, signal };
    const slice = full
      ? await compressUploads(workspace, { ...options, after: before?.after ?? null })
      : await compressRecentUploads(workspace, options);
    const totals = {
      compressed: slice.compressed + (before?.compressed ?? 0),
      replaced: slice.replaced + (before?.replaced ?? 0),
      bytes_saved: slice.bytes_saved + (before?.bytes_saved ?? 0),
      after: slice.after,
      ended: slice.ended,
    };
    if (totals.ended && totals.compressed + totals.replaced > 0)
      log().info("uploads were compressed", { workspace_id: workspace.id, ...totals });
    return totals;
  },
);

import * as v from "valibot";
import { purgeWorkspace as purged } from "#shared/domain/workspace.ts";
import { dropSqlTables } from "#shared/history/relations/dropSqlTables.ts";
import { step } from "#shared/http/operations/step.ts";
import { resultsPrefix, workspacePrefix } from "#shared/objects/keys.ts";
import { deletePrefix } from "#shared/objects/objects.ts";
import { now } from "#shared/runtime/ids.ts";
import { purgeRecords } from "#shared/store/purge.ts";
import { readWorkspace, replaceWorkspace, settleDeletion } from "#shared/store/workspaces.ts";

/** Maximum duration of one call before the state machine calls again, in milliseconds. */
const SLICE_MS = 240_000;

/**
 * Removes all data of a workspace after its retention period has passed. The conditional write that marks the workspace as
 * being purged either wins or loses against a concurrent restore. Once it succeeds, the purge can only continue, however often
 * it is interrupted.
 */
export const purgeWorkspace = step(
  {
    summary: "Remove the data of a deleted workspace",
    location: "platform",
    needs: ["platform:write", "regions:write", "lake:write", "sql:drop"],
    input: v.object({ workspace_id: v.string(), attempt: v.number(), purge_at: v.string() }),
  },
  async ({ input, settings }) => {
    const deadline = Date.now() + SLICE_MS;
    const before = await readWorkspace({ settings }, input.workspace_id);
    if (!before) return { done: true, erase: false };
    const { id, region, deletion } = before.item;
    const purging = purged(before.item, input.attempt, now());
    if (!purging) return { done: true, erase: false };
    if (deletion?.stage === "RETAINED") await replaceWorkspace({ settings }, before, purging, true);
    const scope = { settings, id, region };
    const records = await purgeRecords(scope, deadline);
    await dropSqlTables(scope);
    const objects = await deletePrefix(scope, workspacePrefix(id), deadline);
    const results = await deletePrefix(scope, resultsPrefix(id), deadline);
    // Work that was still running may have written data after the purge began: the purge is complete when nothing is left to
    // remove.
    const removed = records.removed + objects.removed + results.removed;
    if (!records.ended || !objects.ended || !results.ended || removed > 0)
      return { done: false, erase: false };
    // A separate step deletes the object versions and then completes the deletion.
    if (deletion?.erase) return { done: true, erase: true };
    const last = await readWorkspace({ settings }, id);
    if (last?.item.attempt === input.attempt) await settleDeletion({ settings }, last);
    return { done: true, erase: false };
  },
);

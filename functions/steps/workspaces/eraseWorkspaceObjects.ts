import * as v from "valibot";
import { lastBackup } from "#shared/domain/erasures/erasureTransitions.ts";
import { step } from "#shared/http/operations/step.ts";
import { resultsPrefix, workspacePrefix } from "#shared/objects/keys.ts";
import { eraseVersions } from "#shared/objects/objectVersions.ts";
import { now } from "#shared/runtime/ids.ts";
import { log } from "#shared/runtime/log.ts";
import { readWorkspace, settleDeletion } from "#shared/store/workspaces.ts";

/** Deletes all object versions of a workspace that was deleted with `erase`, and completes the deletion. */
export const eraseWorkspaceObjects = step(
  {
    summary: "Delete the object versions of a deleted workspace",
    location: "platform",
    needs: ["platform:write", "lake:erase"],
    input: v.object({ workspace_id: v.string(), attempt: v.number() }),
  },
  async ({ input, settings }) => {
    const before = await readWorkspace({ settings }, input.workspace_id);
    if (before?.item.attempt !== input.attempt) return { erased: false };
    const { id, name, region, deletion, deleted_at, deleted_by } = before.item;
    if (!deletion?.erase || deletion.stage === "RETAINED") return { erased: false };
    if (deletion.stage === "PURGED") {
      // The previous call may have died before its purge.
      await settings.purgeDatabase?.();
      return { erased: true };
    }
    const scope = { settings, id, region };
    let objects = 0;
    const onKey = (): void => {
      objects += 1;
    };
    for (const prefix of [workspacePrefix(id), resultsPrefix(id)])
      await eraseVersions(scope, prefix, { onKey });
    await settings.purgeDatabase?.();
    const completed_at = now();
    const last_backup_expires_at = lastBackup(completed_at);
    await settleDeletion({ settings }, before, {
      workspace_id: id,
      name,
      region,
      requested_at: deleted_at ?? deletion.purge_at,
      requested_by: deleted_by ?? "",
      completed_at,
      object_count: objects,
      last_backup_expires_at,
    });
    // The record of the workspace has lost its texts only now.
    await settings.purgeDatabase?.();
    const line = { audit: "erasure", workspace_id: id, deleted_by, objects, last_backup_expires_at };
    log().info("a workspace was erased", line);
    return { erased: true };
  },
);

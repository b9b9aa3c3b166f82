import * as v from "valibot";
import { step } from "#shared/api/step.ts";
import { lastBackup } from "#shared/domain/erasures/erasureTransitions.ts";
import { resultsPrefix, workspacePrefix } from "#shared/lake/keys.ts";
import { eraseVersions } from "#shared/lake/objectVersions.ts";
import { now } from "#shared/runtime/ids.ts";
import { log } from "#shared/runtime/log.ts";
import { readWorkspace, settleDeletion } from "#shared/store/workspaces.ts";

/** Deletes all object versions of a workspace that was deleted with `erase`, and completes the deletion. */
export const eraseWorkspaceObjects = step(
  {
    summary: "Delete the object versions of a deleted workspace",
    place: "platform",
    needs: ["platform:write", "lake:erase"],
    input: v.object({ workspace_id: v.string(), attempt: v.number() }),
  },
  async ({ input, settings }) => {
    const before = await readWorkspace({ settings }, input.workspace_id);
    if (before?.item.attempt !== input.attempt) return { erased: false };
    const { id, region, deletion, deleted_by } = before.item;
    if (!deletion?.erase || deletion.stage !== "PURGING") return { erased: false };
    const scope = { settings, id, region };
    let objects = 0;
    const onKey = (): void => {
      objects += 1;
    };
    for (const prefix of [workspacePrefix(id), resultsPrefix(id)])
      await eraseVersions(scope, prefix, { onKey });
    await settleDeletion({ settings }, before);
    const last_backup_expires_at = lastBackup(now());
    const line = { audit: "erasure", workspace_id: id, deleted_by, objects, last_backup_expires_at };
    log().info("a workspace was erased", line);
    return { erased: true };
  },
);

import * as v from "valibot";
import type { WorkspaceEntity } from "#shared/domain/workspace.ts";
import { step } from "#shared/http/operations/step.ts";
import { now } from "#shared/runtime/ids.ts";
import { log } from "#shared/runtime/log.ts";
import { readWorkspace, replaceWorkspace } from "#shared/store/workspaces.ts";

/** Marks a workspace as failed after provisioning failed, and logs the cause. */
export const failWorkspace = step(
  {
    summary: "Mark a workspace as failed after its provisioning failed",
    location: "platform",
    needs: ["platform:write"],
    input: v.object({
      workspace_id: v.string(),
      attempt: v.number(),
      failure: v.object({ Error: v.optional(v.string()), Cause: v.optional(v.string()) }),
    }),
  },
  async ({ input, settings }) => {
    const before = await readWorkspace({ settings }, input.workspace_id);
    if (before?.item.state !== "PROVISIONING" || before.item.attempt !== input.attempt) return {};
    const execution = `workspace-${input.workspace_id}-${input.attempt}`;
    log().error("a workspace could not be provisioned", { execution, failure: input.failure });
    const errors = [`The workspace could not be provisioned (log reference ${execution}).`];
    const { Error: kind = "", Cause: cause = "" } = input.failure;
    const failed: WorkspaceEntity = {
      ...before.item,
      state: "FAILED",
      errors,
      internal_error_details: [`${kind}: ${cause}`.slice(0, 1000)],
      updated_at: now(),
    };
    await replaceWorkspace({ settings }, before, failed, false);
    return {};
  },
);

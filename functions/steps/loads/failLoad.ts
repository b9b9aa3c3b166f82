import { fullStorageOfStep, storageFullSentence } from "@pdp/basics/errors";
import * as v from "valibot";
import { exceedsLimits } from "#shared/domain/exceedsLimits.ts";
import type { LoadAction } from "#shared/domain/loads/load.ts";
import { settleFailure } from "#shared/history/settleFailure.ts";
import { LoadExecution, step, workspaceOfExecution } from "#shared/http/operations/step.ts";
import { log } from "#shared/runtime/log.ts";
import { findLoad } from "#shared/store/loads.ts";

const TOO_LARGE =
  "Reading a file in this load requires more memory or time than allowed. Split the file or save it as CSV. No table was changed.";

function adviceFor(action: LoadAction | null): string {
  const repeat = action === "INGEST" ? "retry the load" : "repeat this";
  return `No table was changed: ${repeat} when space is available again.`;
}

/**
 * Marks a load as failed after its execution failed. The user is told if a file exceeds the limits or the storage is full;
 * other causes are unexpected and only logged.
 */
export const failLoad = step(
  {
    summary: "Mark a load as failed after its execution failed",
    location: "region",
    needs: ["table:write"],
    input: v.object({
      ...LoadExecution.entries,
      failure: v.object({ Error: v.optional(v.string()), Cause: v.optional(v.string()) }),
    }),
  },
  async ({ input, settings }) => {
    const workspace = workspaceOfExecution(settings, input.workspace_id);
    const load = await findLoad(workspace, input.load_id);
    // A load with a failed deletion stays in DELETING; the sweeper continues the deletion.
    if (!load || load.action === "DELETE") return {};
    const execution = `load-${input.load_id}-${input.attempt}`;
    // An undo reads no files, so users never cause it to fail.
    const isTooLarge = load.action === "INGEST" && exceedsLimits(input.failure);
    const details = { workspace_id: input.workspace_id, execution, failure: input.failure };
    if (isTooLarge) log().warn("a file in a load exceeds the resource limits per file", details);
    else log().error("the execution of a load failed", details);
    const storage = fullStorageOfStep(input.failure.Error);
    const sentence = isTooLarge
      ? TOO_LARGE
      : storage
        ? storageFullSentence(storage, adviceFor(load.action))
        : `An internal error occurred (log reference ${execution}). No table was changed. Please try again.`;
    await settleFailure(workspace, input.load_id, input.attempt, { errors: [sentence] });
    return {};
  },
);

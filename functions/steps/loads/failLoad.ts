import * as v from "valibot";
import { LoadExecution, step, workspaceOfExecution } from "#shared/api/step.ts";
import { settleFailure } from "#shared/history/settleFailure.ts";
import { log } from "#shared/runtime/log.ts";
import { findLoad } from "#shared/store/loads.ts";

/** Settles a load whose execution met something unexpected. What it was goes to the log, never to the user. */
export const failLoad = step(
  {
    summary: "Settle a load whose execution failed",
    place: "region",
    needs: ["table:write"],
    input: v.object({
      ...LoadExecution.entries,
      failure: v.object({ Error: v.optional(v.string()), Cause: v.optional(v.string()) }),
    }),
  },
  async ({ input, settings }) => {
    const workspace = workspaceOfExecution(settings, input.workspace_id);
    const load = await findLoad(workspace, input.load_id);
    // A deletion that failed stays DELETING; the sweeper goes on with it.
    if (!load || load.action === "DELETE") return {};
    const reference = `load-${input.load_id}-${input.attempt}`;
    log().error("the execution of a load failed", { execution: reference, failure: input.failure });
    await settleFailure(
      workspace,
      input.load_id,
      input.attempt,
      [
        `An internal error stopped this (reference ${reference} in our log). No table was changed; please try again.`,
      ],
      [],
    );
    return {};
  },
);

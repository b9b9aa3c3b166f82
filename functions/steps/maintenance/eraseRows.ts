import * as v from "valibot";
import { runErasure } from "#shared/history/erasure/runErasure.ts";
import { step, workspaceOfExecution } from "#shared/http/operations/step.ts";

/** Time after which a row search pauses, in milliseconds. */
const SLICE_MS = 300_000;

/**
 * Erases the rows of a confirmed erasure from every version and every location. This is one of only two steps that may delete
 * object versions.
 */
export const eraseRows = step(
  {
    summary: "Erase rows from every version",
    location: "region",
    needs: ["table:write", "lake:write", "lake:erase", "duckdb"],
    compute: "maintain",
    input: v.object({ workspace_id: v.string(), erasure_id: v.string(), attempt: v.number() }),
  },
  async ({ input, settings, signal }) => {
    const workspace = workspaceOfExecution(settings, input.workspace_id);
    const options = { settleMs: settings.erasureSettleMs, deadline: Date.now() + SLICE_MS, signal };
    return runErasure(workspace, input.erasure_id, input.attempt, options);
  },
);
